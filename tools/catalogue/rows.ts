import { impliedDefault, impliedDest, impliedNargs, shownType, type FlagRow } from '../../server/src/catalogue/rows.ts';
import type { EntryPointSpec, FlagSpec } from '../../server/src/catalogue/schema.ts';

/** A flag without what `toCatalogue` fills in again. Help texts are OpenRLHF's and stay there. */
export function toRow(flag: FlagSpec): FlagRow {
  const { name, aliases, dest, type, nargs, choices, defaultType, defaultComputed, action, required } = flag;
  const value = flag.default;
  return {
    name,
    ...(aliases.length > 0 ? { aliases } : {}),
    ...(dest === impliedDest(name) ? {} : { dest }),
    ...(type === null ? {} : { type }),
    ...(nargs === null || nargs === impliedNargs(action) ? {} : { nargs }),
    ...(choices === null ? {} : { choices }),
    ...(value === impliedDefault(action) ? {} : { default: value }),
    ...(defaultType === shownType(value) ? {} : { defaultType }),
    ...(defaultComputed === undefined ? {} : { defaultComputed }),
    ...(action === 'store' ? {} : { action }),
    ...(required ? { required: true } : {}),
  };
}

/** The text of a bundled file: one line per flag, so that a change of upstream is a change of lines. */
export function fileText(entryPoints: readonly EntryPointSpec[]): string {
  const blocks = entryPoints.map(({ name, flags }) => {
    const rows = flags.map((flag) => `   ${JSON.stringify(toRow(flag))}`).join(',\n');
    return `  ${JSON.stringify(name)}: [\n${rows}\n  ]`;
  });
  return `{\n "entryPoints": {\n${blocks.join(',\n')}\n }\n}\n`;
}

/** An object or array as JSON with one line for each value of its first `depth` levels. */
export function linesText(value: unknown, depth: number, indent = ''): string {
  if (depth === 0 || value === null || typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indent} `;
  const array = Array.isArray(value);
  const items = Object.entries(value).map(
    ([key, item]: [string, unknown]) =>
      inner + (array ? '' : `${JSON.stringify(key)}: `) + linesText(item, depth - 1, inner),
  );
  const [open, close] = array ? '[]' : '{}';
  return items.length === 0
    ? `${String(open)}${String(close)}`
    : `${String(open)}\n${items.join(',\n')}\n${indent}${String(close)}`;
}
