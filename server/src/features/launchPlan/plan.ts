import type { BoundLaunch } from '../../launch/bound.ts';
import { boundLaunch } from '../../launch/bound.ts';
import type { Launch } from '../../launch/model.ts';
import { readRaySubmit } from '../../ray/submit.ts';
import type { Item, Word } from '../../text/items.ts';
import { isWandbKey, secretsIn } from '../../text/keys.ts';
import { isSecretName } from '../../text/secretNames.ts';
import type { Analysis } from '../analysis.ts';
import { Filler, type Answers } from './answers.ts';
import { commandOf } from './command.ts';
import { demandOf } from './demand.ts';
import { filesOf } from './files.ts';
import { findingsOf, type Judge } from './findings.ts';
import { GapSource } from './gapSource.ts';
import type { LaunchPlan, LaunchVariable } from './model.ts';
import { questionsOf, shownWords } from './questions.ts';
import { submitOptions } from './submitOptions.ts';
import { summaryOf } from './summaries.ts';
import { variablesOf, type GivenVariable } from './variables.ts';

/** What a plan needs beside the analysis. */
export interface PlanHost extends Judge {
  /** Text of a file of the workspace by its path as the script has it, from a folder or else from the script's own. */
  readonly readFile: (folder: string | null, path: string) => Promise<string | null>;
}

/** Everything to run one launch of a script on Ray, with the answers in its words; `null` where there is no such launch. */
export async function launchPlan(
  analysis: Analysis,
  id: string,
  answers: Answers,
  host: PlanHost,
): Promise<LaunchPlan | null> {
  const found = analysis.launches.find(({ launch }) => launch.id === id);
  if (found === undefined) return null;
  const source = new GapSource(analysis.document.uri, found.launch.location, analysis.script.assignments, host.textOf);
  const filler = new Filler(source, answers);
  const bound = filled(found, filler);
  const { launch } = bound;
  const command = commandOf(launch);
  const variables = variablesOf(launch, host.textOf);
  const flags = flagsByWord(bound);
  const options = submitOptionsByWord(launch);
  const before = [...(launch.submit ?? []), ...launch.launcher];
  const folder = launch.folder ?? null;
  return {
    summary: summaryOf(bound, host.linesOf),
    script: analysis.document.uri,
    release: analysis.release.release,
    argv: knownTexts(command),
    shown: shownWords(command, source),
    questions: questionsOf(
      [
        { items: before, of: (item, index) => options.get(item) ?? optionBefore(before[index - 1]) },
        { items: command, of: (item) => flagOf(item, flags) },
        ...variables.map(({ name, item }) => ({
          items: [item],
          of: () => `env ${name}`,
          instead: `$${name}`,
        })),
      ],
      { filler, source, linesOf: host.linesOf },
    ),
    submit: await submitOptions(launch, (path) => host.readFile(folder, path)),
    env: variables.map(variable),
    folder,
    findings: findingsOf(bound, analysis, host),
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
  return boundLaunch(answered, spec);
}

/** The words where all are known. */
function knownTexts(items: readonly Item[]): readonly string[] | null {
  const texts = items.flatMap((item) => (item.kind === 'known' ? [item.value] : []));
  return texts.length === items.length ? texts : null;
}

/** By word, the flag whose value it is. */
export function flagsByWord({ ways }: BoundLaunch): ReadonlyMap<Item, string> {
  const flags = new Map<Word, string>();
  for (const { binding } of ways) {
    for (const { spec, word, values } of binding.uses) {
      for (const value of [word, ...values]) if (!flags.has(value)) flags.set(value, spec.name);
    }
  }
  return flags;
}

/** By word, the option of `ray job submit` whose value it is. */
function submitOptionsByWord(launch: Launch): ReadonlyMap<Item, string> {
  const options = readRaySubmit(launch)?.options ?? [];
  return new Map(options.flatMap(({ spec, value }) => (value === null ? [] : [[value.word, spec.name]])));
}

/** An option that stands before a word which may be several. */
function optionBefore(item: Item | undefined): string | null {
  return item?.kind === 'known' && /^--[\w-]+$/.test(item.value) ? item.value : null;
}

function flagOf(item: Item, flags: ReadonlyMap<Item, string>): string | null {
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
