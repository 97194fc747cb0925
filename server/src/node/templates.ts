import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TemplateKind } from '../templates/kinds.ts';

/**
 * The text of a template, from the folder `templates` of the package.
 *
 * @throws Error when the package is not complete
 */
export function readTemplate({ file }: TemplateKind): string {
  return readFileSync(join(packageFolder(file), 'templates', file), 'utf8');
}

/** The folder above this file or the bundle that it is part of which has the templates. */
function packageFolder(file: string): string {
  for (let at = import.meta.dirname; ; at = dirname(at)) {
    if (existsSync(join(at, 'templates', file))) return at;
    if (dirname(at) === at) throw new Error(`templates/${file} is missing; install openrlhf-tools again`);
  }
}
