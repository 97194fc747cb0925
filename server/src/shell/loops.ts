import type { ArithmeticFor, CompoundList, For, Select, While } from 'unbash';
import type { Location } from '../text/location.ts';
import type { Condition } from './branches.ts';
import { anyCondition, branch, decision, joinFlags, undecided, yes } from './branches.ts';
import { arithmeticCondition } from './conditions.ts';
import { runList } from './control.ts';
import { inFrame, rejoin } from './escapes.ts';
import { positionalFields } from './expand/positional.ts';
import { expandWord, rangeOf } from './expand/word.ts';
import { forget } from './forget.ts';
import type { Frame, Machine } from './machine.ts';
import { budget, exhausted, newChoice, serial, step, unknown } from './machine.ts';
import type { Source } from './source.ts';
import type { State } from './state.ts';
import { mergeValues, slots } from './state.ts';
import { folderOf } from './builtins/folders.ts';
import { canonical, flatMapTree, knownText, leaf, leaves } from './values.ts';
import type { Field, FieldItem, Tree } from './values.ts';
import { assign, waysOfFields, write } from './variables.ts';

/** Launches of one loop past which it counts as one launch that is repeated. */
const EXECUTION_LIMIT = 64;
/** Rounds of a loop that are followed one by one. */
const ROUND_LIMIT = 1100;

/** Tries to follow a loop round by round; if that fails, nothing of the try remains and the loop runs as an unknown one. */
function followed(
  m: Machine,
  follow: (frame: Frame, goesOn: () => boolean) => Condition | null,
  otherwise: () => Condition,
): Condition {
  // A part of what is left: so loops in loops end, too, and something stays for what follows.
  const end = m.counters.step + budget(m) / 4;
  const goesOn = (): boolean => step(m) && m.counters.step < end;
  const launches = m.launches.length;
  const assignments = m.assignments.length;
  const notes = m.notes.length;
  const outer = m.state;
  const attempt = outer.fork();
  m.state = attempt;
  const result = inFrame(m, 'loop', (frame) => {
    const status = follow(frame, goesOn);
    if (status !== null) m.status = status;
    return status;
  });
  m.state = outer;
  if (result !== null && m.launches.length - launches <= EXECUTION_LIMIT) {
    for (const [name, cell] of attempt.changes) write(m, name, cell);
    outer.dead = attempt.dead;
    if (!attempt.dead) outer.way = attempt.way;
    return m.status;
  }
  m.launches.length = launches;
  m.assignments.length = assignments;
  m.notes.length = notes;
  return otherwise();
}

/** One round: `continue` joins back at its end. */
function round(m: Machine, source: Source, frame: Frame, body: CompoundList): Condition {
  m.status = runList(m, source, body);
  rejoin(m, frame, ['continue']);
  return m.status;
}

export function runFor(m: Machine, source: Source, node: For): Condition {
  const name = source.text.slice(node.name.pos, node.name.end);
  const at = loopPlace(source, node);
  const words =
    node.wordlist === undefined
      ? positionalFields(m, at)
      : node.wordlist.flatMap((word) => expandWord(m, source, word));
  return forWords(m, source, name, words, node.body, at);
}

function forWords(
  m: Machine,
  source: Source,
  name: string,
  words: readonly FieldItem[],
  body: CompoundList,
  at: Location,
): Condition {
  const lists = waysOfFields(words, 8);
  const unknownList = (): Condition => repeatedly(m, source, at, body, [name]);
  if (lists === null || leaves(lists).some((list) => list.some((item) => item.kind !== 'field'))) return unknownList();
  if (leaves(lists).some((list) => list.length > ROUND_LIMIT)) return unknownList();
  const follow = (list: readonly FieldItem[]): Condition =>
    followed(
      m,
      (frame, goesOn) => {
        let condition: Condition = yes;
        for (const item of list) {
          if (m.state.dead) break;
          if (!goesOn()) return null;
          if (item.kind !== 'field') return null;
          assign(m, name, { kind: 'scalar', text: item.text });
          condition = within(m, at, item, () => round(m, source, frame, body));
        }
        return condition;
      },
      unknownList,
    );
  if (lists.leaf) return follow(lists.value);
  // Lists that depend on a condition: those ways one after the other, each on its own state.
  const walk = (tree: Tree<readonly FieldItem[]>): Condition => {
    if (tree.leaf) return follow(tree.value);
    const run = (index: number): Condition => {
      const alt = tree.alts[index];
      if (alt === undefined) return yes;
      if (index === tree.alts.length - 1) return walk(alt);
      const alts = tree.alts.map((_, i) => leaf(i === index));
      return branch(
        m,
        { leaf: false, choice: tree.choice, alts },
        () => walk(alt),
        () => run(index + 1),
      );
    };
    return run(0);
  };
  return walk(lists);
}

function within<T>(m: Machine, at: Location, item: Field | null, body: () => T): T {
  const value = item === null ? null : knownText(item.text);
  m.via.push({ kind: 'loop', location: at, ...(value === null ? {} : { value }) });
  const result = body();
  m.via.pop();
  return result;
}

export function runWhile(m: Machine, source: Source, node: While): Condition {
  const at = loopPlace(source, node);
  const test = (): Condition => {
    const condition = runList(m, source, node.clause);
    return node.kind === 'until' ? flatMapTree(condition, (holds) => leaf(!holds)) : condition;
  };
  return counted(m, source, node.body, at, test, () => undefined);
}

export function runArithmeticFor(m: Machine, source: Source, node: ArithmeticFor): Condition {
  const at = loopPlace(source, node);
  if (node.initialize !== undefined) arithmeticCondition(m, source, node.initialize, rangeOf(node.initialize));
  const test = (): Condition =>
    node.test === undefined ? yes : arithmeticCondition(m, source, node.test, rangeOf(node.test));
  const update = (): void => {
    if (node.update !== undefined) arithmeticCondition(m, source, node.update, rangeOf(node.update));
  };
  return counted(m, source, node.body, at, test, update);
}

/** A loop that goes on while a condition holds: round by round as long as that can be decided. */
function counted(
  m: Machine,
  source: Source,
  body: CompoundList,
  at: Location,
  test: () => Condition,
  update: () => void,
): Condition {
  return followed(
    m,
    (frame, goesOn) => {
      let status: Condition = yes;
      for (let rounds = 0; rounds <= ROUND_LIMIT && goesOn(); rounds++) {
        if (m.state.dead) return yes;
        const holds = decision(m, test());
        if (holds === null) return null;
        if (!holds) return status;
        status = within(m, at, null, () => round(m, source, frame, body));
        if (!hasEnded(m)) update();
      }
      return null;
    },
    () => repeatedly(m, source, at, body, [], test, update),
  );
}

export function runSelect(m: Machine, source: Source, node: Select): Condition {
  const name = source.text.slice(node.name.pos, node.name.end);
  return repeatedly(m, source, loopPlace(source, node), node.body, [name, 'REPLY']);
}

/** Nesting of unknown loops past which a loop's body is not entered: each level runs its body twice. */
const UNKNOWN_NESTING_LIMIT = 6;

/**
 * A loop of which nobody knows how often it goes round: what its body sets is not known, in the body and after it. The body
 * runs once to see what it sets, and once more for its launches.
 */
function repeatedly(
  m: Machine,
  source: Source,
  at: Location,
  body: CompoundList,
  names: readonly string[],
  test: () => Condition = () => yes,
  update: () => void = () => undefined,
): Condition {
  if (m.repeated >= UNKNOWN_NESTING_LIMIT || exhausted(m)) return yes;
  const written = new Set<string>(names);
  const marks = [m.launches.length, m.assignments.length, m.notes.length] as const;
  const outer = m.state;
  const once = (): void => {
    m.repeated++;
    m.status = anyCondition(m);
    inFrame(m, 'loop', (frame) => {
      test();
      m.via.push({ kind: 'loop', location: at });
      if (!m.state.dead) round(m, source, frame, body);
      m.via.pop();
      if (!m.state.dead) update();
    });
    m.repeated--;
  };
  m.written.push(written);
  const before = canonical(folderOf(m, at));
  m.state = outer.fork();
  once();
  const stays = !m.state.dead && canonical(folderOf(m, at)) === before;
  m.state = outer;
  m.written.pop();
  if (stays) for (const name of [slots.folder, slots.oldFolder]) written.delete(name);
  m.launches.length = marks[0];
  m.assignments.length = marks[1];
  m.notes.length = marks[2];
  for (const name of written) forget(m, name, unknown('unknown-condition', name), serial(m, 'loop'));
  const state = outer.fork();
  m.state = state;
  m.conditional++;
  once();
  m.conditional--;
  m.state = outer;
  keepFunctions(m, state);
  for (const name of written) {
    const flags = joinFlags([m.state.get(name), state.get(name)]);
    forget(m, name, unknown('unknown-condition', name), serial(m, 'loop'));
    const cell = m.state.get(name);
    if (cell !== undefined && !name.startsWith(' ')) write(m, name, { value: cell.value, flags });
  }
  return undecided(newChoice(m));
}

/** Functions that a body defines exist after the loop if it went round at all. */
function keepFunctions(m: Machine, after: State): void {
  for (const [name, cell] of after.changes) {
    if (cell.value.kind !== 'function' && cell.value.kind !== 'choice') continue;
    if (!name.startsWith(' function')) continue;
    const before = m.state.get(name)?.value ?? { kind: 'unset' as const };
    write(m, name, { value: mergeValues(newChoice(m), [cell.value, before]), flags: cell.flags });
  }
}

/** The way may have ended in a body that ran meanwhile. */
function hasEnded(m: Machine): boolean {
  return m.state.dead;
}

function loopPlace(
  source: Source,
  node: { readonly pos: number; readonly end: number; readonly body: CompoundList },
): Location {
  const end = node.end > node.pos ? node.end : Math.max(node.body.end, node.pos);
  return source.location({ start: node.pos, end });
}
