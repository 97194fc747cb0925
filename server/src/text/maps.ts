/** Maps that are views of other maps, for tables of which most entries are never looked at. */

/** A map with some of its values replaced: keys, and their order, are those of the map below. */
export class LayeredMap<K, V> implements ReadonlyMap<K, V> {
  readonly #below: ReadonlyMap<K, V>;
  readonly #above: ReadonlyMap<K, V>;

  /** @param above values of keys that are in `below` */
  constructor(below: ReadonlyMap<K, V>, above: ReadonlyMap<K, V>) {
    this.#below = below;
    this.#above = above;
  }

  get size(): number {
    return this.#below.size;
  }

  has(key: K): boolean {
    return this.#below.has(key);
  }

  get(key: K): V | undefined {
    return this.#above.get(key) ?? this.#below.get(key);
  }

  *entries(): Generator<[K, V], undefined> {
    for (const [key, value] of this.#below) yield [key, this.#above.get(key) ?? value];
  }

  keys(): MapIterator<K> {
    return this.#below.keys();
  }

  *values(): Generator<V, undefined> {
    for (const [, value] of this.entries()) yield value;
  }

  forEach(callback: (value: V, key: K, map: ReadonlyMap<K, V>) => void): void {
    for (const [key, value] of this.entries()) callback(value, key, this);
  }

  [Symbol.iterator](): Generator<[K, V], undefined> {
    return this.entries();
  }
}

/** A map whose values are made from those of another one, each when it is first looked at. */
export class DerivedMap<K, From, V> implements ReadonlyMap<K, V> {
  readonly #from: ReadonlyMap<K, From>;
  readonly #derive: (key: K, value: From) => V;
  readonly #made = new Map<K, V>();

  constructor(from: ReadonlyMap<K, From>, derive: (key: K, value: From) => V) {
    this.#from = from;
    this.#derive = derive;
  }

  get size(): number {
    return this.#from.size;
  }

  has(key: K): boolean {
    return this.#from.has(key);
  }

  get(key: K): V | undefined {
    const made = this.#made.get(key);
    if (made !== undefined) return made;
    const value = this.#from.get(key);
    if (value === undefined) return undefined;
    const derived = this.#derive(key, value);
    this.#made.set(key, derived);
    return derived;
  }

  *entries(): Generator<[K, V], undefined> {
    for (const key of this.#from.keys()) {
      const value = this.get(key);
      if (value !== undefined) yield [key, value];
    }
  }

  keys(): MapIterator<K> {
    return this.#from.keys();
  }

  *values(): Generator<V, undefined> {
    for (const [, value] of this.entries()) yield value;
  }

  forEach(callback: (value: V, key: K, map: ReadonlyMap<K, V>) => void): void {
    for (const [key, value] of this.entries()) callback(value, key, this);
  }

  [Symbol.iterator](): Generator<[K, V], undefined> {
    return this.entries();
  }
}
