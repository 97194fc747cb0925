import type { JsonNode, JsonProblem, JsonReading } from '../../ray/json.ts';
import { HOLE, membersOf, readJson } from '../../ray/json.ts';
import type { SubmitUse, SubmitValue } from '../../ray/model.ts';
import type { ValueText } from '../../ray/valueText.ts';
import { valueText, writtenThere } from '../../ray/valueText.ts';
import type { Location, OffsetRange } from '../../text/location.ts';
import type { Draft, RuleContext } from '../context.ts';
import { fix, say } from '../finding.ts';
import type { Fix, Message } from '../model.ts';

/** The JSON that an option was given, with the places of its characters. */
export interface JsonValue {
  readonly option: string;
  readonly value: SubmitValue;
  readonly text: ValueText;
  readonly reading: JsonReading;
}

/** Reads the JSON of an option; `null` where nothing of it is known. */
export function jsonValue({ spec }: SubmitUse, value: SubmitValue, { textOf }: RuleContext): JsonValue | null {
  const text = valueText(value, textOf);
  return text === null ? null : { option: spec.name, value, text, reading: readJson(text.text) };
}

/** Where a part of the JSON is written; the whole word where that is not clear. */
export function jsonPlace({ text, value }: JsonValue, range: OffsetRange): Location {
  const place = text.map.location(range);
  return place === undefined || place.range.end <= place.range.start ? value.word.location : place;
}

/** What Python's `json.loads` refuses. */
export function* syntax(json: JsonValue, code: string, { textOf }: RuleContext): Iterable<Draft> {
  const { problem } = json.reading;
  if (problem === null) return;
  const fixes = syntaxFix(json, problem, textOf);
  const location = jsonPlace(json, problem);
  yield { code, location, message: syntaxMessage(json, problem, textOf), fixes, subjects: [json.value.word] };
}

function syntaxMessage(json: JsonValue, problem: JsonProblem, textOf: RuleContext['textOf']): Message {
  const { option } = json;
  const text = json.text.text.slice(problem.start, problem.end);
  switch (problem.code) {
    case 'no-quotes': {
      const { uri, range } = json.value.word.location;
      const raw = textOf(uri)?.slice(range.start, range.end) ?? '';
      const taken = raw.includes('"') && !json.text.text.includes('"');
      return say(taken ? 'ray-json-no-quotes-shell' : 'ray-json-no-quotes', { option, text });
    }
    case 'python-constant':
      return say('ray-json-python-constant', { option, text, instead: CONSTANTS[text] ?? 'null' });
    case 'escape':
      return say('ray-json-escape', { option, text });
    case 'empty':
    case 'single-quotes':
    case 'trailing-comma':
    case 'comment':
    case 'control-character':
    case 'more-text':
    case 'ends-early':
    case 'comma-missing':
    case 'colon-missing':
    case 'unexpected':
      return say(`ray-json-${problem.code}`, { option });
  }
}

const CONSTANTS: Readonly<Record<string, string>> = { True: 'true', False: 'false', None: 'null' };

function syntaxFix(json: JsonValue, problem: JsonProblem, textOf: RuleContext['textOf']): Fix[] {
  const { text } = json;
  const place = text.map.location(problem);
  if (place === undefined) return [];
  const written = text.text.slice(problem.start, problem.end);
  switch (problem.code) {
    case 'trailing-comma': {
      const nothing = writtenThere(text, problem, '');
      return nothing === undefined ? [] : [fix(say('fix-comma'), [{ location: place, newText: '' }], true)];
    }
    case 'python-constant': {
      const newText = writtenThere(text, problem, CONSTANTS[written] ?? 'null');
      return newText === undefined ? [] : [fix(say('fix-value', { value: newText }), [{ location: place, newText }])];
    }
    case 'single-quotes':
      return swappedQuotes(json, textOf);
    case 'no-quotes':
    case 'empty':
    case 'comment':
    case 'control-character':
    case 'escape':
    case 'more-text':
    case 'ends-early':
    case 'comma-missing':
    case 'colon-missing':
    case 'unexpected':
      return [];
  }
}

/** `"{'a': 'b'}"` becomes `'{"a": "b"}'`, where that is JSON and the same for the shell otherwise. */
function swappedQuotes({ text, value }: JsonValue, textOf: RuleContext['textOf']): Fix[] {
  if (/["\\$`!]/.test(text.text) || text.text.includes(HOLE)) return [];
  const swapped = text.text.replaceAll("'", '"');
  if (readJson(swapped).problem !== null) return [];
  const place = text.map.location({ start: 0, end: text.text.length });
  const file = place === undefined ? undefined : textOf(place.uri);
  if (place === undefined || file === undefined || value.word.use !== undefined) return [];
  const { start, end } = place.range;
  if (file.slice(start, end) !== text.text) return [];
  if (file.charAt(start - 1) !== '"' || file.charAt(end) !== '"') return [];
  const location = { uri: place.uri, range: { start: start - 1, end: end + 1 } };
  return [fix(say('fix-json-quotes'), [{ location, newText: `'${swapped}'` }])];
}

const EXAMPLES: Readonly<Record<string, string>> = {
  '--metadata-json': '{"team": "rl"}',
  '--entrypoint-resources': '{"node_type_a": 1}',
  '--entrypoint-label-selector': '{"ray.io/accelerator-type": "H100"}',
  '--headers': '{"Authorization": "Bearer …"}',
};

/** An option whose JSON is an object of texts or numbers: metadata, resources, labels, headers. */
export function* objectOption(use: SubmitUse, value: SubmitValue, context: RuleContext): Iterable<Draft> {
  const json = jsonValue(use, value, context);
  if (json === null) return;
  const code = 'ray-option-value';
  if (json.reading.problem !== null) {
    yield* syntax(json, code, context);
    return;
  }
  const { root } = json.reading;
  const subjects = [value.word];
  const { name: option } = use.spec;
  if (root.kind !== 'object') {
    // Headers that are null count as none.
    const none = option === '--headers' && root.kind === 'constant' && root.value === null;
    if (root.kind === 'unknown' || none) return;
    const message = say('ray-json-object', { option, example: EXAMPLES[option] ?? '{}' });
    yield { code, location: jsonPlace(json, root), message, subjects };
    return;
  }
  for (const { key, value: member } of membersOf(root)) {
    const message = memberMessage(option, key.value ?? '', member);
    if (message === undefined) continue;
    const quoted = option === '--metadata-json' ? quoteFix(json, member) : [];
    yield { code, location: jsonPlace(json, member), message, fixes: quoted, subjects };
  }
}

function memberMessage(option: string, key: string, node: JsonNode): Message | undefined {
  if (node.kind === 'unknown') return undefined;
  if (option === '--metadata-json' && node.kind !== 'text') return say('ray-metadata-text', { option, key });
  if (option !== '--entrypoint-resources') return undefined;
  // Python's True is a number too.
  const isNumber = node.kind === 'number' || (node.kind === 'constant' && node.value !== null);
  return isNumber ? undefined : say('ray-resource-number', { option, key });
}

/** Puts a number or constant in quotes. */
export function quoteFix(json: JsonValue, node: OffsetRange): Fix[] {
  const { text } = json;
  const location = text.map.location(node);
  const written = text.text.slice(node.start, node.end);
  if (location === undefined || !/^[\w.+-]+$/.test(written)) return [];
  const newText = writtenThere(text, node, `"${written}"`);
  return newText === undefined ? [] : [fix(say('fix-quote'), [{ location, newText }], /^[\d.+-]/.test(written))];
}
