import type { PyValue } from './values.ts';

/** Names of a module, class body or function call. */
export class Scope {
  readonly names = new Map<string, PyValue>();
  /** Names that a `global` or `nonlocal` statement sends to an outer scope. */
  readonly outer = new Set<string>();
  readonly parent: Scope | null;
  /** The body of a class, whose names its functions do not see. */
  readonly ofClass: boolean;

  constructor(parent: Scope | null, ofClass = false) {
    this.parent = parent;
    this.ofClass = ofClass;
  }

  get(name: string): PyValue | undefined {
    return this.names.get(name) ?? this.parent?.get(name);
  }

  set(name: string, value: PyValue): void {
    if (this.outer.has(name)) {
      for (let scope = this.parent; scope; scope = scope.parent) {
        if (scope.names.has(name) || !scope.parent) {
          scope.names.set(name, value);
          return;
        }
      }
    }
    this.names.set(name, value);
  }

  /** The scopes from here outwards with what they hold now, to be put back or compared later. */
  snapshot(): Map<Scope, Map<string, PyValue>> {
    const saved = this.parent?.snapshot() ?? new Map<Scope, Map<string, PyValue>>();
    return saved.set(this, new Map(this.names));
  }
}

/** Puts the names of a snapshot back. */
export function restore(saved: ReadonlyMap<Scope, ReadonlyMap<string, PyValue>>): void {
  for (const [scope, names] of saved) {
    scope.names.clear();
    for (const [name, value] of names) scope.names.set(name, value);
  }
}
