import type { CodeLens, Location } from 'vscode-languageserver-types';
import { render } from '../../messages/render.ts';
import type { PythonRole } from '../../rules/python/context.ts';
import { lspRange } from '../document.ts';
import type { PythonAnalysis } from './analysis.ts';
import { ENTRY_NAMES, nameRange } from './places.ts';

/** Lenses over the functions and classes that OpenRLHF takes from the file: each tries it. @param command runs it, with `TryCommandArguments` */
export function tryLenses({ document, file, context }: PythonAnalysis, command: string): CodeLens[] {
  return (context?.roles ?? []).flatMap((role) => {
    const definition = file.names.get(ENTRY_NAMES[role]);
    if (definition === undefined) return [];
    const { start } = lspRange(document.lines, nameRange(definition));
    const title = render({ key: 'lens-try' });
    return [{ range: { start, end: start }, command: { title, command, arguments: [{ uri: document.uri }] } }];
  });
}

/**
 * A lens over the function or class that launches lead to.
 * @param places of a role's launches, in LSP's terms
 * @param command shows places: URI, position, locations
 */
export function useLenses(
  { document, file, named, context }: PythonAnalysis,
  places: (role: PythonRole) => Location[],
  command: string,
): CodeLens[] {
  return (context?.roles ?? []).flatMap((role) => {
    const definition = file.names.get(ENTRY_NAMES[role]);
    const uses = named.filter(({ use }) => use.role === role);
    const commands = new Set(uses.map(({ launch: { location } }) => `${location.uri} ${location.range.start}`));
    if (definition === undefined || commands.size === 0) return [];
    const { start } = lspRange(document.lines, nameRange(definition));
    const title =
      commands.size === 1
        ? render({ key: 'lens-used' })
        : render({ key: 'lens-used-many', args: { count: commands.size } });
    const locations = places(role);
    return [{ range: { start, end: start }, command: { title, command, arguments: [document.uri, start, locations] } }];
  });
}
