import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Trial, TryEvent } from '../../../runner/src/model.ts';
import { problemsOf } from '../../../runner/src/problems.ts';
import { readCorpus, type ContractCase } from './corpus.ts';
import { judgedReleases } from './harness.ts';
import { tryCases, type Tried } from './tryOut.ts';

/** The first way of writing of each class: five trials of each take minutes together. */
const cases = readCorpus()
  .filter(({ role }) => role !== 'server')
  .filter((one, index, all) => all.findIndex((other) => isSameClass(one, other)) === index);

function isSameClass(one: ContractCase, other: ContractCase): boolean {
  return one.role === other.role && one.claim === other.claim && one.className === other.className;
}

describe('trials of the corpus', () => {
  let tried: readonly Tried[] = [];
  before(async () => {
    tried = await tryCases(cases);
  });

  test('each is run by the executors that it is meant for', () => {
    for (const { id, events } of tried) {
      for (const name of ['own', ...judgedReleases]) {
        const started = events[name]?.find((event) => event.event === 'started');
        assert.equal(started?.executors, name === 'own' ? 'own' : 'openrlhf', `${id} ${name}`);
      }
    }
  });

  test('our own executors show what those of each release do', () => {
    const different = tried.flatMap(({ id, events }) => {
      if (caseOf(id).random) return [];
      const own = comparable(events['own'] ?? []);
      return judgedReleases
        .filter((release) => comparable(events[release] ?? []) !== own)
        .map((release) => `${id} ${release}`);
    });
    assert.deepEqual(different, []);
  });

  test('no file that every release trains on has an error', () => {
    const good = tried.filter(({ id }) => caseOf(id).claim === 'good');
    assert.ok(good.length > 10, String(good.length));
    const wrong = good.flatMap(({ id, events }) => errorsOf(events['own'] ?? []).map((error) => `${id}: ${error}`));
    assert.deepEqual(wrong, []);
  });

  test('most files that end a run are told', (context) => {
    const bad = tried.filter(({ id }) => caseOf(id).claim === 'fails');
    const untold = bad.filter(({ events }) => problems(events['own'] ?? []).length === 0).map(({ id }) => id);
    context.diagnostic(`told: ${bad.length - untold.length} of ${bad.length}; not told: ${untold.join(', ')}`);
    assert.ok(untold.length <= 0.15 * bad.length, untold.join('\n'));
  });
});

function caseOf(id: string): ContractCase {
  const found = cases.find((one) => one.id === id);
  if (!found) throw new Error(`${id} is no case`);
  return found;
}

/** What is seen of a trial, whoever's executors ran it; the end of a process by itself has no `end`. */
function comparable(events: readonly TryEvent[]): string {
  return (
    JSON.stringify(events.filter(({ event }) => event !== 'started'))
      .replace(/0x[0-9a-f]+/g, '0x…')
      // Which thread of the pool is free is chance.
      .replace(/asyncio_\d+/g, 'asyncio_…')
  );
}

function problems(events: readonly TryEvent[]): ReturnType<typeof problemsOf> {
  const ended = events.some(({ event }) => event === 'end');
  return problemsOf({
    request: { file: '', role: 'reward', python: '', folder: '', samples: [], responses: [], seconds: 30, memory: 0 },
    events,
    ending: ended ? { kind: 'done' } : { kind: 'died', code: null, signal: null },
    stdout: { text: '', bytes: 0 },
    stderr: { text: '', bytes: 0 },
    stuckAt: null,
    peak: 0,
    leftOver: 0,
  } satisfies Trial);
}

function errorsOf(events: readonly TryEvent[]): readonly string[] {
  return problems(events).flatMap(({ severity, message }) => (severity === 'error' ? [message] : []));
}
