import type { EntryPointSpec } from '../../catalogue/schema.ts';
import type { BoundLaunch } from '../../launch/bound.ts';
import { boundLaunch } from '../../launch/bound.ts';
import type { Launch } from '../../launch/model.ts';
import type { Item, Word } from '../../text/items.ts';
import { isWandbKey, secretsIn } from '../../text/keys.ts';
import { isSecretName } from '../../text/secretNames.ts';
import type { Analysis } from '../analysis.ts';
import { Filler, type Answers } from './answers.ts';
import { commandOf } from './command.ts';
import { demandOf } from './demand.ts';
import { filesOf } from './files.ts';
import { findingsOf, type Judge } from './findings.ts';
import type { LaunchPlan, LaunchVariable } from './model.ts';
import { questionsOf, shownWords } from './questions.ts';
import { summaryOf } from './summaries.ts';
import { variablesOf, type GivenVariable } from './variables.ts';

/** Everything to run one launch of a script on Ray, with the answers in its words; `null` where there is no such launch. */
export function launchPlan(analysis: Analysis, id: string, answers: Answers, judge: Judge): LaunchPlan | null {
  const found = analysis.launches.find(({ launch }) => launch.id === id);
  if (found === undefined) return null;
  const filler = new Filler(analysis.document.uri, answers, judge.textOf);
  const bound = filled(found, filler);
  const { launch } = bound;
  const command = commandOf(launch);
  const variables = variablesOf(launch, judge.textOf);
  const flags = flagsByWord(bound);
  const questions = questionsOf(
    [
      { items: launch.submit ?? [], of: () => 'ray job submit' },
      { items: launch.launcher, of: () => null },
      { items: command, of: (item) => flagOf(item, flags) },
      ...variables.map(({ name, item }) => ({ items: [item], of: () => `env ${name}` })),
    ],
    filler,
    judge.linesOf,
  );
  return {
    summary: summaryOf(bound, judge.linesOf),
    script: analysis.document.uri,
    release: analysis.release.release,
    argv: knownTexts(command),
    shown: shownWords(command, filler),
    questions,
    submit: null,
    env: variables.map(variable),
    folder: null,
    findings: findingsOf(bound, analysis, judge),
    demand: demandOf(bound),
    files: filesOf(bound.ways[0]?.binding ?? { uses: [] }),
  };
}

function filled({ launch, spec }: BoundLaunch, filler: Filler): BoundLaunch {
  const answered: Launch = {
    ...launch,
    launcher: filler.fill(launch.launcher),
    ...(launch.submit === undefined ? {} : { submit: filler.fill(launch.submit) }),
    env: launch.env.flatMap(({ name, item }) => filler.fill([item]).map((given) => ({ name, item: given }))),
    argv: filler.fill(launch.argv),
  };
  return boundLaunch(answered, spec satisfies EntryPointSpec | null);
}

/** The words where all are known. */
function knownTexts(items: readonly Item[]): readonly string[] | null {
  const texts = items.flatMap((item) => (item.kind === 'known' ? [item.value] : []));
  return texts.length === items.length ? texts : null;
}

/** By word, the flag whose value it is. */
function flagsByWord({ ways }: BoundLaunch): ReadonlyMap<Word, string> {
  const flags = new Map<Word, string>();
  for (const { binding } of ways) {
    for (const { spec, word, values } of binding.uses) {
      for (const value of [word, ...values]) if (!flags.has(value)) flags.set(value, spec.name);
    }
  }
  return flags;
}

function flagOf(item: Item, flags: ReadonlyMap<Word, string>): string | null {
  if (item.kind !== 'branches') return flags.get(item) ?? null;
  const found = item.oneOf.flat().map((inner) => flagOf(inner, flags));
  // Branches with several flags belong to none of them.
  const [first = null, ...others] = new Set(found);
  return others.length === 0 ? first : null;
}

function variable({ name, item, from }: GivenVariable): LaunchVariable {
  const value = item.kind === 'known' ? item.value : null;
  const isSecret = isSecretName(name) || (value !== null && (isWandbKey(value) || secretsIn(value).length > 0));
  return { name, value, secret: isSecret, from };
}
