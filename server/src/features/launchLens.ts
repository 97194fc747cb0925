import type { CodeLens } from 'vscode-languageserver-types';
import { render } from '../messages/render.ts';
import type { Analysis } from './analysis.ts';
import { lspRange } from './document.ts';

/** A lens over each command of the document that launches something; one where it is run several times. */
export function launchLenses({ document, launches }: Analysis, command: string): CodeLens[] {
  const byPlace = new Map<number, CodeLens>();
  for (const { launch } of launches) {
    const { uri, range } = launch.location;
    if (uri !== document.uri || launch.entryPoint === null) continue;
    const { start } = lspRange(document.lines, range);
    if (byPlace.has(start.line)) continue;
    byPlace.set(start.line, {
      range: { start, end: start },
      command: { title: render({ key: 'lens-launch' }), command, arguments: [{ uri, id: launch.id }] },
    });
  }
  return [...byPlace.values()];
}
