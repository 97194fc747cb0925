import type { Branches, Item, Way, Word } from '../text/items.ts';

/** The ways through the branches of a command line. */
export interface Ways {
  readonly ways: readonly Way[];
  /** False where there are more combinations than were asked for. */
  readonly complete: boolean;
}

/**
 * All command lines that can really run: equal choices take the same index, and a choice that stands only within a branch
 * not taken does not multiply. Where there are more than `limit`, the way of all first branches and then, for every
 * branch of every choice, the first way with it: a number of ways that grows with the script, not with the
 * combinations, and may pass `limit`.
 */
export function waysThrough(items: readonly Item[], limit = 64): Ways {
  const ways: Way[] = [];
  for (const way of allWays(items)) {
    if (ways.length === limit) return { ways: coveringWays(items), complete: false };
    ways.push(way);
  }
  return { ways, complete: true };
}

/** The items still to be read: a list from an index on, then what follows it. */
interface Pending {
  readonly items: readonly Item[];
  readonly from: number;
  readonly then: Pending | null;
}

/** Every combination once, the first branches first. */
function* allWays(items: readonly Item[]): Generator<Way> {
  yield* expand({ items, from: 0, then: null }, new Map(), []);
}

function* expand(pending: Pending, taken: ReadonlyMap<string, number>, before: readonly Word[]): Generator<Way> {
  const words = [...before];
  let { items, from } = pending;
  let next = pending.then;
  for (;;) {
    const item = items[from];
    if (item === undefined) {
      if (next === null) break;
      ({ items, from, then: next } = next);
      continue;
    }
    from++;
    if (item.kind !== 'branches') {
      words.push(item);
      continue;
    }
    const then: Pending = { items, from, then: next };
    const index = taken.get(item.choice);
    if (index !== undefined) {
      items = item.oneOf[index] ?? [];
      from = 0;
      next = then;
      continue;
    }
    for (const [choice, branch] of item.oneOf.entries()) {
      yield* expand({ items: branch, from: 0, then }, new Map(taken).set(item.choice, choice), words);
    }
    return;
  }
  yield { taken, words };
}

function coveringWays(items: readonly Item[]): Way[] {
  const ways = new Map<string, Way>();
  for (const wanted of [new Map<string, number>(), ...targets(items, new Map())]) {
    const taken = new Map<string, number>();
    const words = pick(items, wanted, taken);
    ways.set(JSON.stringify([...taken]), { taken, words });
  }
  return [...ways.values()];
}

/** For every branch, the choices that lead to it. */
function* targets(items: readonly Item[], path: ReadonlyMap<string, number>): Generator<ReadonlyMap<string, number>> {
  for (const item of items) {
    if (item.kind !== 'branches') continue;
    for (const [index, branch] of item.oneOf.entries()) {
      const fixed = path.get(item.choice);
      if (fixed !== undefined && fixed !== index) continue;
      const wanted = new Map(path).set(item.choice, index);
      yield wanted;
      yield* targets(branch, wanted);
    }
  }
}

/** The words with the wanted choices, all others taking their first branch. `taken` gets the choices met. */
function pick(items: readonly Item[], wanted: ReadonlyMap<string, number>, taken: Map<string, number>): Word[] {
  return items.flatMap((item) => {
    if (item.kind !== 'branches') return [item];
    const index = wanted.get(item.choice) ?? 0;
    taken.set(item.choice, index);
    return pick(branchAt(item, index), wanted, taken);
  });
}

function branchAt(item: Branches, index: number): readonly Item[] {
  return item.oneOf[index] ?? [];
}
