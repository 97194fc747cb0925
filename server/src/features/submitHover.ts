import { membersOf, readJson, type JsonNode } from '../ray/json.ts';
import { keysAt, type KeyDoc } from '../ray/keys.ts';
import type { SubmitUse } from '../ray/model.ts';
import { readRaySubmit } from '../ray/submit.ts';
import { valueText, type ValueText } from '../ray/valueText.ts';
import type { Launch } from '../launch/model.ts';
import { waysThrough } from '../launch/ways.ts';
import type { Word } from '../text/items.ts';
import type { Location, OffsetRange } from '../text/location.ts';
import type { SourceDocument } from './document.ts';
import { code } from './markdown.ts';
import { keyMarkdown, optionDetail, optionMarkdown } from './submitText.ts';

/** What hover says of a place, and the place. */
export interface SubmitHover {
  readonly range: OffsetRange;
  readonly markdown: string;
}

/** Hover of an option of `ray job submit`, or of a key in the JSON of its runtime environment. */
export function submitHover(
  document: SourceDocument,
  launch: Launch,
  isHere: (location: Location) => boolean,
  ray: string,
): SubmitHover | undefined {
  for (const { taken } of waysThrough(launch.submit ?? launch.launcher, 16).ways) {
    for (const use of readRaySubmit(launch, taken)?.options ?? []) {
      const found = keyHover(document, use, isHere, ray) ?? optionHover(document, use, isHere);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function optionHover(
  document: SourceDocument,
  use: SubmitUse,
  isHere: (location: Location) => boolean,
): SubmitHover | undefined {
  const { spec, word, value } = use;
  const words: readonly Word[] = value === null || value.word === word ? [word] : [word, value.word];
  const place = words.flatMap(placesOf).find((one) => one.uri === document.uri && isHere(one));
  if (place === undefined) return undefined;
  const heading = `**${code(spec.name)}** · ${optionDetail(spec)} · of ray job submit`;
  return { range: place.range, markdown: `${heading}\n\n${optionMarkdown(spec)}` };
}

function placesOf({ location, use, parts = [] }: Word): readonly Location[] {
  return [location, ...(use === undefined ? [] : [use]), ...parts.map((part) => part.location)];
}

function keyHover(
  document: SourceDocument,
  { spec, value }: SubmitUse,
  isHere: (location: Location) => boolean,
  ray: string,
): SubmitHover | undefined {
  if (spec.name !== '--runtime-env-json' || value === null) return undefined;
  const text = valueText(value, (uri) => (uri === document.uri ? document.text : undefined));
  if (text === null) return undefined;
  return keyIn(readJson(text.text).root, [], text, (place) => place.uri === document.uri && isHere(place), ray);
}

function keyIn(
  node: JsonNode,
  path: readonly string[],
  text: ValueText,
  isHere: (location: Location) => boolean,
  ray: string,
): SubmitHover | undefined {
  const docs = keysAt(path, ray);
  for (const { key, value } of membersOf(node)) {
    if (key.value === null) continue;
    const doc = docs.find((one) => one.key === key.value);
    const place = text.map.location(key);
    if (doc !== undefined && place !== undefined && isHere(place))
      return { range: place.range, markdown: hoverOf(doc, path) };
    const inner = keyIn(value, [...path, key.value], text, isHere, ray);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

function hoverOf(doc: KeyDoc, path: readonly string[]): string {
  const owner = path.length === 0 ? 'a runtime environment' : path.join('.');
  return `**${code(doc.key)}** · of ${owner}\n\n${keyMarkdown(doc)}`;
}
