// `npm run try`: the built extension in an editor on the examples. With --check nobody has to look.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runProgram } from '../cache/process.ts';
import { projectFolder } from '../project.ts';
import { check } from './check.ts';
import { desktopEditor, openDesktop } from './desktop.ts';
import { rayBeside } from './localRay.ts';
import { serve } from './serve.ts';

const usage = `npm run try [-- options]
  --check        without showing it: fix the mistakes of an example, ask OpenRLHF's own parser, launch and stop jobs
  --served       serve VS Code for the browser even where a desktop VS Code is installed
  --port NUMBER  port of the served VS Code
  --no-ray       without the local Ray`;

async function build(): Promise<void> {
  const program = path.join(projectFolder, 'tools', 'build.mjs');
  const { status, output } = await runProgram(process.execPath, [program], { cwd: projectFolder });
  if (status !== 0) throw new Error(`the build failed:\n${output}`);
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      check: { type: 'boolean', default: false },
      served: { type: 'boolean', default: false },
      port: { type: 'string', default: '8760' },
      'no-ray': { type: 'boolean', default: false },
    },
  });
  await build();
  if (values.check) return check();
  const desktop = values.served ? undefined : await desktopEditor();
  const ray = values['no-ray'] ? undefined : rayBeside();
  try {
    return await (desktop === undefined ? serve(Number(values.port)) : openDesktop(desktop));
  } finally {
    await ray?.stop();
  }
}

/** Whether `parseArgs` refused an argument. */
function isUsageError(error: unknown): boolean {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  if (isUsageError(error)) console.error(usage);
  process.exitCode = 1;
}
