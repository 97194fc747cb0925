import type { Launch } from '../../launch/model.ts';
import { readRaySubmit } from '../../ray/submit.ts';
import type { TextOf } from '../../rules/words.ts';
import type { Item, UnknownWord } from '../../text/items.ts';
import type { Location } from '../../text/location.ts';
import { submitOptions, type ReadFile } from '../launchPlan/submitOptions.ts';
import { variablesOf } from '../launchPlan/variables.ts';

/** A piece of a value: text, or what a variable of the environment holds in which the script is run. */
export type TryPiece = string | { readonly variable: string; readonly otherwise?: string };

/** An environment variable that a launch gives to the processes which load the file. */
export interface TryVariable {
  readonly name: string;
  /** `null` where it is not known before the script runs. */
  readonly value: readonly TryPiece[] | null;
  /** Of a runtime environment: Ray puts variables of the worker in the place of `$NAME` and `${NAME}`. */
  readonly expands: boolean;
}

/**
 * The variables of a launch: those that the script exports or sets in front of it, or `env_vars` of the runtime environment where it is
 * behind `ray job submit`, as the script's own end at Ray's client then.
 */
export async function tryEnvironment(launch: Launch, textOf: TextOf, readFile: ReadFile): Promise<TryVariable[]> {
  const own = variablesOf(launch, textOf).map(({ name, item }) => ({
    name,
    value: piecesOf(item, textOf),
    expands: false,
  }));
  return [...own, ...(await ofRuntimeEnvironment(launch, textOf, readFile))];
}

async function ofRuntimeEnvironment(launch: Launch, textOf: TextOf, readFile: ReadFile): Promise<TryVariable[]> {
  const submit = readRaySubmit(launch);
  const known = (await submitOptions(launch, readFile))?.runtimeEnv['env_vars'];
  if (known !== undefined) return variablesIn(known, []);
  const json = submit?.options.find(({ spec, counts }) => counts && spec.name === '--runtime-env-json')?.value;
  if (json === undefined || json === null) return [];
  const pieces = piecesOf(json.word, textOf);
  if (pieces === null) return [];
  // Pieces stand in the JSON under a character that no JSON has of itself, each with its number.
  const gaps = pieces.filter((piece) => typeof piece !== 'string');
  let gap = 0;
  const text = pieces.map((piece) => (typeof piece === 'string' ? piece : `${MARK}${gap++}${MARK}`)).join('');
  try {
    const environment: unknown = JSON.parse(text.slice(json.from));
    return isObject(environment) ? variablesIn(environment['env_vars'], gaps) : [];
  } catch {
    return [];
  }
}

const MARK = '\ue000';

function variablesIn(variables: unknown, gaps: readonly TryPiece[]): TryVariable[] {
  if (!isObject(variables)) return [];
  return Object.entries(variables).flatMap(([name, value]) => {
    if (typeof value !== 'string' || name.includes(MARK)) return [];
    const pieces = value.split(MARK).map((text, at) => (at % 2 === 0 ? text : (gaps[Number(text)] ?? '')));
    return [{ name, value: pieces.filter((piece) => piece !== ''), expands: true }];
  });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a word is made of; `null` where a piece hangs on more than the environment. */
function piecesOf(item: Item, textOf: TextOf): TryPiece[] | null {
  if (item.kind === 'known') return [item.value];
  if (item.kind !== 'unknown') return null;
  const parts = item.parts ?? [];
  const pieces = parts.length > 0 ? parts : [{ text: null, location: item.location }];
  const found = pieces.map(({ text, location }) => text ?? variableAt(location, item, textOf));
  return found.includes(undefined) ? null : found.flatMap((piece) => piece ?? []);
}

const REFERENCE = /^"?\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)(?::?-([^{}$`"'\\]*))?\})"?$/;

/** The variable of the environment that is read at a place, if nothing in the script may have set it before. */
function variableAt({ uri, range }: Location, { why }: UnknownWord, textOf: TextOf): TryPiece | undefined {
  const script = textOf(uri) ?? '';
  const text = script.slice(range.start, range.end);
  if (/^"?(?:\$\(pwd\)|\$PWD|\$\{PWD\})"?$/.test(text)) return { variable: 'PWD' };
  const [, plain, inBraces, otherwise] = REFERENCE.exec(text) ?? [];
  const variable = plain ?? inBraces;
  if (variable === undefined || why.reason === 'missing-source') return undefined;
  const sets = [...script.matchAll(new RegExp(`(?:^|[\\s;&|(])${variable}\\+?=`, 'gm'))].length;
  const words = 'read|for|select|mapfile|readarray|unset|-v';
  if (new RegExp(`\\b(?:${words})\\b[^\\n;]*\\b${variable}\\b`).test(script)) return undefined;
  // `NAME=more:$NAME`, `NAME=${NAME:-x}`: what it was before.
  const line = script.slice(script.lastIndexOf('\n', range.start - 1) + 1, range.start);
  const isOwn = new RegExp(`(?:^|[\\s;&|(])${variable}=(?:"[^"]*|[^\\s"']*)$`).test(line);
  if (sets > (isOwn ? 1 : 0)) return undefined;
  if (otherwise !== undefined) return { variable, otherwise };
  // A search path that is not set adds nothing to one that is.
  return isOwn && variable.endsWith('PATH') ? { variable, otherwise: '' } : { variable };
}
