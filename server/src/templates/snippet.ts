import type { TemplateKind } from './kinds.ts';

/** A snippet as editors read it from a JSON file. */
export interface Snippet {
  readonly prefix: string;
  readonly description: string;
  readonly body: readonly string[];
}

/**
 * The template of a kind as a snippet: its stops become tab stops, in their order, each where it stands first.
 *
 * @throws Error when a stop does not stand in the template, or within another
 */
export function snippetOf(kind: TemplateKind, template: string): Snippet {
  const places = kind.stops
    .map((stop, index) => ({ stop, number: index + 1, start: placeOf(stop, template) }))
    .sort((a, b) => a.start - b.start);
  let body = '';
  let at = 0;
  for (const { stop, number, start } of places) {
    if (start < at) throw new Error(`${kind.file} has no '${stop}' in a place of its own`);
    body += `${escaped(template.slice(at, start))}\${${number}:${escaped(stop).replaceAll('}', '\\}')}}`;
    at = start + stop.length;
  }
  body += escaped(template.slice(at).trimEnd());
  return { prefix: `openrlhf-${kind.id}`, description: `${kind.title}. ${kind.detail}.`, body: body.split('\n') };
}

/** Where a stop stands, or -1. A number counts only where it is assigned, so that 3 is not found in 30 or in a comment. */
function placeOf(stop: string, template: string): number {
  if (!/^\d/.test(stop)) return template.indexOf(stop);
  for (let at = template.indexOf(stop); at >= 0; at = template.indexOf(stop, at + 1)) {
    if (/(?:= |: |default=)$/.test(template.slice(0, at)) && !/^[\d.]/.test(template.slice(at + stop.length)))
      return at;
  }
  return -1;
}

function escaped(text: string): string {
  return text.replaceAll(/[\\$]/g, '\\$&');
}
