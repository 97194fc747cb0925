import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { root } from './built.ts';

const setting = z.looseObject({ type: z.string(), default: z.unknown(), scope: z.string() });

const schema = z.looseObject({
  name: z.string(),
  version: z.string(),
  publisher: z.string(),
  license: z.string(),
  repository: z.object({ url: z.string() }),
  main: z.string(),
  bin: z.record(z.string(), z.string()),
  engines: z.object({ vscode: z.string(), node: z.string() }),
  activationEvents: z.array(z.string()),
  dependencies: z.optional(z.record(z.string(), z.string())),
  devDependencies: z.record(z.string(), z.string()),
  files: z.array(z.string()),
  scripts: z.record(z.string(), z.string()),
  contributes: z.looseObject({
    commands: z.array(z.object({ command: z.string(), title: z.string(), category: z.string() })),
    grammars: z.array(z.object({ scopeName: z.string(), path: z.string(), injectTo: z.array(z.string()) })),
    configuration: z.object({ title: z.string(), properties: z.record(z.string(), setting) }),
  }),
});

export type Manifest = z.infer<typeof schema>;

/** What of package.json the tests speak of. */
export const manifest: Manifest = schema.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
