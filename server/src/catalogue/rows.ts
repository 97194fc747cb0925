import type { Catalogue, DefaultValue, EntryPointSpec, FlagSpec } from './schema.ts';

/** One flag as the bundled files keep it: what can be told from the other fields is left out. */
export interface FlagRow {
  readonly name: string;
  readonly aliases?: readonly string[];
  /** Left out where it is the name without dashes. */
  readonly dest?: string;
  readonly type?: 'int' | 'float' | 'str' | 'bool';
  /** Left out where it is `null`, or 0 for an action without a value. */
  readonly nargs?: number | '?' | '*' | '+';
  readonly choices?: readonly (string | number)[];
  /** Left out where it is the action's own: `null`, `false` for `store_true`, `true` for `store_false`. */
  readonly default?: DefaultValue;
  /** Left out where JSON shows it: a whole number is an `int`, an array a `list`. */
  readonly defaultType?: string;
  readonly defaultComputed?: string;
  readonly action?: FlagSpec['action'];
  readonly required?: true;
}

/** A bundled file: the flags of each entry point in the parser's order. */
export interface CatalogueFile {
  readonly entryPoints: Readonly<Record<string, readonly FlagRow[]>>;
}

/** The default that argparse gives an action when the source names none. */
export function impliedDefault(action: FlagSpec['action']): DefaultValue {
  switch (action) {
    case 'store_true':
      return false;
    case 'store_false':
      return true;
    case 'store':
    case 'boolean_optional':
    case 'other':
      return null;
  }
}

/** `nargs` where a row names none. */
export function impliedNargs(action: FlagSpec['action']): 0 | null {
  return action === 'store' || action === 'other' ? null : 0;
}

/** The Python type that a JSON value shows by itself. */
export function shownType(value: DefaultValue): string {
  if (value === null) return 'NoneType';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'string') return 'str';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float';
  return 'list';
}

/** `dest` as argparse makes it from an option string. */
export function impliedDest(name: string): string {
  return name.replace(/^-+/, '').replaceAll('-', '_');
}

function toFlag(row: FlagRow): FlagSpec {
  const action = row.action ?? 'store';
  const value = row.default === undefined ? impliedDefault(action) : row.default;
  return {
    name: row.name,
    aliases: row.aliases ?? [],
    dest: row.dest ?? impliedDest(row.name),
    type: row.type ?? null,
    nargs: row.nargs ?? impliedNargs(action),
    choices: row.choices ?? null,
    default: value,
    defaultType: row.defaultType ?? shownType(value),
    ...(row.defaultComputed === undefined ? {} : { defaultComputed: row.defaultComputed }),
    action,
    required: row.required ?? false,
  };
}

/** Full flag specs of a bundled file. */
export function toCatalogue(file: CatalogueFile): Catalogue {
  const entryPoints: Record<string, EntryPointSpec> = {};
  for (const [name, rows] of Object.entries(file.entryPoints)) entryPoints[name] = { name, flags: rows.map(toFlag) };
  return { entryPoints };
}
