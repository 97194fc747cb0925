import { type Abstract, type HeapObject, atomsOf, sameAbstract, sameObject, unknown } from './domain.ts';
import { mapObject, mapValues, refsOf, valuesIn, withoutValue } from './values.ts';

/** How far it is from certain that a way can be taken at all. */
export type Doubt =
  /** Somebody wrote it. */
  | 'none'
  /** Reached where a loop over something not known ends without what its body does: nothing is said of the end that falls off. */
  | 'end'
  /** Reached only where code that is not seen does something rare: nothing is said of any value. */
  | 'all';

/** A condition that was decided on this way, with the names that it is about. */
export interface Fact {
  readonly holds: boolean;
  readonly names: readonly string[];
  /** It is about more than names: attributes, items, lengths, which calls can change. */
  readonly deep: boolean;
  /** It is about a value that is not known, which code that gets it can change. */
  readonly fragile: boolean;
}

/** The scope that keeps values of modules' names which were looked up on a way. */
export const MODULE_SCOPE = 0;

/** Names, objects and conditions at one point of one way through a body. */
export class State {
  scopes: Map<number, Map<string, Abstract>>;
  heap: Map<number, HeapObject>;
  /** By the scope and the text of the condition. */
  facts: Map<string, Fact>;
  doubt: Doubt;
  /** Nothing that follows is reached: what was called does not return. */
  dead = false;
  /** Objects around the one that is being told to others, and how many have been told. */
  readonly telling = new Set<number>();
  told = 0;

  constructor() {
    this.scopes = new Map();
    this.heap = new Map();
    this.facts = new Map();
    this.doubt = 'none';
  }

  clone(): State {
    const copy = new State();
    for (const [id, names] of this.scopes) copy.scopes.set(id, new Map(names));
    copy.heap = new Map(this.heap);
    copy.facts = new Map(this.facts);
    copy.doubt = this.doubt;
    copy.dead = this.dead;
    return copy;
  }

  /** Takes over what another state says. */
  become(other: State): void {
    this.scopes = other.scopes;
    this.heap = other.heap;
    this.facts = other.facts;
    this.doubt = other.doubt;
    this.dead = other.dead;
  }

  get(scope: number, name: string): Abstract | undefined {
    return this.scopes.get(scope)?.get(name);
  }

  set(scope: number, name: string, value: Abstract): void {
    const names = this.scopes.get(scope);
    if (names) names.set(name, value);
    else this.scopes.set(scope, new Map([[name, value]]));
    for (const [key, fact] of this.facts) if (fact.names.includes(name)) this.facts.delete(key);
  }

  delete(scope: number, name: string): void {
    this.scopes.get(scope)?.delete(name);
  }

  /** Forgets conditions that a call or a change of an object may have changed. */
  forgetDeepFacts(): void {
    for (const [key, fact] of this.facts) if (fact.deep) this.facts.delete(key);
  }

  object(id: number): HeapObject | undefined {
    return this.heap.get(id);
  }

  put(id: number, object: HeapObject): void {
    this.heap.set(id, object);
    this.forgetDeepFacts();
  }

  /** Forgets conditions on values that are not known, as one of them may have been changed. */
  forgetFragileFacts(): void {
    for (const [key, fact] of this.facts) if (fact.fragile) this.facts.delete(key);
  }

  /** Forgets conditions that others do not hold. */
  keepFacts(others: ReadonlyMap<string, Fact>): void {
    for (const [key, fact] of this.facts) if (others.get(key)?.holds !== fact.holds) this.facts.delete(key);
  }

  /** Forgets the elements of all tensors, as one of them was changed in place and others may share its memory. */
  forgetTensorValues(): void {
    this.forgetDeepFacts();
    const forget = (value: Abstract): Abstract =>
      mapValues(value, (atom) => (atom.kind === 'tensor' ? withoutValue(atom) : atom));
    for (const names of this.scopes.values()) for (const [name, value] of names) names.set(name, forget(value));
    for (const [id, object] of this.heap) this.heap.set(id, mapObject(object, forget));
  }
}

/** Ids of all objects that can be reached from values. */
export function reachable(state: State, values: readonly Abstract[]): Set<number> {
  const reached = new Set<number>();
  const open = values.flatMap(refsOf);
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    const object = state.object(id);
    if (object) open.push(...valuesIn(object).flatMap(refsOf));
  }
  return reached;
}

/** What is left of an object that anybody may have changed: its kind, and the keys that it may still have. */
export function havoc(object: HeapObject): HeapObject {
  switch (object.kind) {
    case 'dict':
      return {
        ...object,
        escaped: true,
        open: true,
        entries: new Map(
          [...object.entries].map(([key, { keyAt }]) => [key, { keyAt, maybe: true, value: unknown(keyAt) }]),
        ),
      };
    case 'list':
    case 'set':
      return { ...object, escaped: true, items: null, element: unknown(object.at) };
    case 'instance':
      return { ...object, escaped: true, attributes: new Map() };
  }
}

/** Code that is not seen gets these values, and may change what they lead to, and what it got before. */
export function escape(state: State, values: readonly Abstract[]): void {
  if (values.some((value) => atomsOf(value).some(({ kind }) => kind === 'unknown'))) state.forgetFragileFacts();
  for (const id of reachable(state, values)) {
    const object = state.object(id);
    if (object) state.put(id, havoc(object));
  }
  havocEscaped(state);
}

/** Code that is not seen runs. */
export function havocEscaped(state: State): void {
  const held = [...state.heap].filter(([, { escaped }]) => escaped).map(([id]) => id);
  const at = new Set<number>();
  for (const id of held) {
    const object = state.object(id);
    for (const inner of object ? reachable(state, valuesIn(object)) : []) at.add(inner);
    at.add(id);
  }
  for (const id of at) {
    const object = state.object(id);
    if (object) state.put(id, havoc(object));
  }
  state.forgetDeepFacts();
}

/** True where both states say the same, conditions and doubt left out. */
export function sameState(a: State, b: State): boolean {
  return sameScopes(a, b) && sameHeap(a, b);
}

/** Scopes that one of them does not have hold values of modules, or belong to calls that are over. */
function sameScopes(a: State, b: State): boolean {
  for (const [id, names] of a.scopes) {
    const others = b.scopes.get(id);
    if (!others || id === MODULE_SCOPE) continue;
    if (others.size !== names.size) return false;
    for (const [name, value] of names) {
      const other = others.get(name);
      if (!other || !sameAbstract(value, other)) return false;
    }
  }
  return true;
}

/** Objects that one of them does not have cannot be reached from names, which are the same. */
function sameHeap(a: State, b: State): boolean {
  for (const [id, object] of a.heap) {
    const other = b.heap.get(id);
    if (other && !sameObject(object, other)) return false;
  }
  return true;
}
