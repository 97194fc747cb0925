import { effectiveConfig } from '../../config/effective.ts';
import type { Effective } from '../../config/model.ts';
import type { BoundLaunch } from '../../launch/bound.ts';
import { render } from '../../messages/render.ts';
import { pythonText } from '../hoverText.ts';
import { code } from '../markdown.ts';
import { whyUnknown } from '../whyUnknown.ts';
import type { Discretion } from './discretion.ts';
import type { Cell, Page } from './page.ts';
import { oneLine } from './page.ts';

/** Rows of flags with their values, by where the values come from. */
export interface ValueRows {
  readonly given: readonly (readonly Cell[])[];
  readonly forced: readonly (readonly Cell[])[];
  readonly unknown: readonly (readonly Cell[])[];
  readonly defaults: readonly (readonly Cell[])[];
}

/** The values that the program works with, in the order of its parser, over all ways through the launch. */
export function valueRows({ launch, spec, ways }: BoundLaunch, page: Page, discretion: Discretion): ValueRows {
  const rows = { given: [] as Cell[][], forced: [] as Cell[][], unknown: [] as Cell[][], defaults: [] as Cell[][] };
  if (spec === null) return rows;
  const configs = ways.map(({ binding }) => effectiveConfig(launch.entryPoint ?? '', binding));
  const seen = new Set<string>();
  for (const { name, dest } of spec.flags) {
    if (seen.has(dest)) continue;
    seen.add(dest);
    const entries = configs.flatMap((config) => config.get(dest) ?? []);
    if (entries.length === 0) continue;
    const flag: Cell = [code(name)];
    const unknown = entries.find((entry) => !entry.known);
    const known = entries.flatMap((entry) => (entry.known ? [entry] : []));
    const forced = known.find(({ origin }) => origin.kind === 'forced');
    const value: Cell = [either(entries, name, discretion)];
    if (unknown?.known === false) {
      rows.unknown.push([flag, [reasonOf(unknown)]]);
    } else if (forced?.origin.kind === 'forced') {
      rows.forced.push([flag, value, [forced.origin.by.map((by) => code(`--${by}`)).join(', ')]]);
    } else if (known.some(({ origin }) => origin.kind === 'given')) {
      rows.given.push([flag, value, placesOf(known, page)]);
    } else {
      rows.defaults.push([flag, value]);
    }
  }
  return rows;
}

function reasonOf({ why }: Extract<Effective, { known: false }>): string {
  return whyUnknown(why);
}

/** The values that there may be, each once. */
function either(entries: readonly Effective[], flag: string, discretion: Discretion): string {
  const texts = entries.flatMap((entry) =>
    entry.known ? [code(oneLine(discretion.valueOf(flag, pythonText(entry.value))))] : [],
  );
  const [first = '', ...others] = new Set(texts);
  return others.reduce((before, second) => render({ key: 'model-or', args: { first: before, second } }), first);
}

/** Where the values were written. */
function placesOf(entries: readonly Extract<Effective, { known: true }>[], page: Page): Cell {
  const places = entries.flatMap(({ origin }) => {
    if (origin.kind !== 'given') return [];
    const word = origin.use.values.at(-1) ?? origin.use.word;
    return [page.place(word.location)];
  });
  const different = places.filter((place, index) => places.findIndex((other) => same(place, other)) === index);
  return different.flatMap((place, index) => (index === 0 ? [place] : [', ', place]));
}

function same(a: Cell[number], b: Cell[number]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
