import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { before, describe, test } from 'node:test';
import type { SourceDocument } from '../../server/src/features/document.ts';
import { Filler, partsOf } from '../../server/src/features/launchPlan/answers.ts';
import { GapSource } from '../../server/src/features/launchPlan/gapSource.ts';
import type { LaunchPlan } from '../../server/src/features/launchPlan/model.ts';
import { isEntryPointModule } from '../../server/src/launch/launches.ts';
import type { Launch } from '../../server/src/launch/model.ts';
import type { Word } from '../../server/src/text/items.ts';
import { ServiceBench } from '../support/service.ts';
import type { BashResult } from './shell/bash.ts';
import { matches } from './shell/compare.ts';
import { loadCorpus, type CorpusScript } from './shell/corpus.ts';
import { runCorpus } from './shell/corpusRun.ts';
import { environments } from './shell/environments.ts';
import type { RealLaunch } from './shell/launches.ts';
import { uriOf } from './shell/model.ts';

/** What a plan says the cluster shall run, against the words that real bash gives to the launcher. */

/** A word as a person types it so that bash leaves it as it is. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

/** What a real launch ran, with the programs in front that stand on the machine of the script. */
function wordsOf({ program, launcher, module, argv }: RealLaunch): string[] {
  return [program, ...launcher, module, ...argv];
}

/** Programs that hand on what follows them, and are not a part of what Ray runs, or leave no record of their own. */
const FRONT = /^(?:ray|srun|nohup|time|timeout|env|exec|command|setsid|stdbuf|xargs|nice|numactl|unbuffer)$/;

/** Whether one is what the other ends in, and all that stands before is a program in front with its options. */
function isSameRun(ours: readonly string[], real: readonly string[]): boolean {
  const [short, long] = ours.length <= real.length ? [ours, real] : [real, ours];
  const more = long.length - short.length;
  const rest = long.slice(more);
  const same = short.every((word, index) =>
    index === 0 ? basename(word) === basename(rest[0] ?? '') : word === rest[index],
  );
  return same && (more === 0 || FRONT.test(basename(long[0] ?? '')));
}

/** A shell that the job runs: its own launches are recorded, not its string. */
function runsString(argv: readonly string[]): boolean {
  return /^(?:ba)?sh$/.test(basename(argv[0] ?? ''));
}

type How = 'known' | 'answered' | 'string' | 'no way found';

/** Ways to read a real launch as one of ours that are looked at; where any number of words may stand, there are many. */
const MOST_READINGS = 200;

class Script {
  readonly script: CorpusScript;
  readonly #bench: ServiceBench;
  readonly #document: SourceDocument;

  constructor(script: CorpusScript, files: ReadonlyMap<string, string>) {
    this.script = script;
    this.#bench = new ServiceBench(Object.fromEntries([...files].map(([path, text]) => [uriOf(path), text])), {
      folderOf: () => uriOf('').replace(/\/$/, ''),
    });
    this.#document = this.#bench.document(script.text, uriOf(script.path));
  }

  /** How a plan comes to run what a real launch ran. */
  async explain(real: RealLaunch): Promise<How> {
    const analysis = await this.#bench.service.analysis(this.#document);
    const { assignments } = analysis.script;
    let how: How = 'no way found';
    for (const { launch } of analysis.launches) {
      if (launch.module !== real.module) continue;
      const source = new GapSource(this.#document.uri, launch.location, assignments, (uri) => this.#textOf(uri));
      const filler = new Filler(source, {});
      let readings = 0;
      for (const reading of matches(launch.argv, real.argv, new Map())) {
        const answers = answersOf(reading, real.argv, filler);
        if (answers === null || ++readings > MOST_READINGS) continue;
        const plan = await this.#planOf(launch.id, { ...beforeModule(launch, real, filler), ...answers });
        const argv = plan?.argv;
        if (argv === undefined || argv === null) continue;
        if (runsString(argv)) how = 'string';
        else if (isSameRun(argv, wordsOf(real))) return Object.keys(answers).length === 0 ? 'known' : 'answered';
      }
    }
    return how;
  }

  /** A list that has no word in a real launch has nothing to tell its answer by: it is none. */
  async #planOf(id: string, answers: Record<string, string>): Promise<LaunchPlan | null> {
    const plan = await this.#bench.service.launchPlan(this.#document, id, answers);
    const lists = plan?.questions.filter(({ kind }) => kind === 'words') ?? [];
    if (lists.length === 0) return plan;
    const none = Object.fromEntries(lists.map(({ key }) => [key, '']));
    return this.#bench.service.launchPlan(this.#document, id, { ...none, ...answers });
  }

  #textOf(uri: string): string | undefined {
    return uri === this.#document.uri ? this.#document.text : this.#bench.files.get(uri);
  }
}

/** The answers with which the words before the module are those of a real launch, which lacks the program's own name. */
function beforeModule({ launcher }: Launch, real: RealLaunch, filler: Filler): Record<string, string> {
  const [first] = [...matches(launcher.slice(-real.launcher.length), real.launcher, new Map())];
  return (first && answersOf(first, real.launcher, filler)) ?? {};
}

/** The answers with which the words of a launch are those of a real one; `null` where one question had two answers. */
function answersOf(
  { choices, items }: { readonly choices: ReadonlyMap<string, number>; readonly items: readonly Word[] },
  argv: readonly string[],
  filler: Filler,
): Record<string, string> | null {
  const answers = new Map<string, string>([...choices].map(([choice, index]) => [`branch ${choice}`, String(index)]));
  const lists = new Map<string, { readonly of: Word; readonly words: string[] }>();
  let isOne = true;
  const give = (key: string, answer: string): void => {
    isOne &&= (answers.get(key) ?? answer) === answer;
    answers.set(key, answer);
  };
  for (const [index, item] of items.entries()) {
    const text = argv[index] ?? '';
    const [gap, ...others] = filler.gaps(item);
    if (gap === undefined) continue;
    if (others.length > 0) return null;
    if (gap.kind === 'words') {
      const list = lists.get(gap.key);
      if (list === undefined) lists.set(gap.key, { of: item, words: [text] });
      else if (list.of === item) list.words.push(text);
      else isOne = false;
    } else if (item.kind === 'unknown') {
      const parts = partsOf(item);
      const at = parts.findIndex((part) => part.text === null);
      const front = parts
        .slice(0, at)
        .map((part) => part.text)
        .join('');
      const back = parts
        .slice(at + 1)
        .map((part) => part.text)
        .join('');
      if (!text.startsWith(front) || !text.endsWith(back) || text.length < front.length + back.length) return null;
      give(gap.key, text.slice(front.length, text.length - back.length));
    }
  }
  for (const [key, { words }] of lists) {
    // The value of a variable that stands elsewhere in quotes is one text there.
    const plain = words.join(' ');
    give(key, answers.get(key) === plain ? plain : words.map(quoted).join(' '));
  }
  return isOne ? Object.fromEntries(answers) : null;
}

describe('plans and real bash', () => {
  const corpus = loadCorpus();
  let ran = new Map<CorpusScript, BashResult[]>();

  before(async () => {
    ran = await runCorpus(corpus, corpus.scripts);
  });

  test('the words of each real launch are those of a plan, its questions answered by what bash did', async (t) => {
    const counts = new Map<How, number>();
    const failed: string[] = [];
    for (const [corpusScript, results] of ran) {
      const script = new Script(corpusScript, corpus.files);
      for (const [index, { launches }] of results.entries()) {
        for (const real of launches) {
          if (!isEntryPointModule(real.module)) continue;
          const how = await script.explain(real);
          counts.set(how, (counts.get(how) ?? 0) + 1);
          if (how === 'no way found')
            failed.push(`${corpusScript.path} in ${environments[index]?.name ?? ''}: ${wordsOf(real).join(' ')}`);
        }
      }
    }
    t.diagnostic([...counts].map(([how, count]) => `${how} ${count}`).join(', '));
    assert.deepEqual(failed, []);
    assert.ok((counts.get('known') ?? 0) > 500);
  });
});
