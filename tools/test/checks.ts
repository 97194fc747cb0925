import path from 'node:path';
import { runProgram } from '../cache/process.ts';
import { projectFolder } from '../project.ts';
import type { Phase } from './phase.ts';

/** A Node program of `node_modules` or of the project, with its arguments. */
type Program = readonly [file: string, ...args: string[]];

const tsc: Program = ['node_modules/typescript/bin/tsc', '-b'];
const eslint: Program = ['node_modules/eslint/bin/eslint.js', '.'];
const prettier: Program = ['node_modules/prettier/bin/prettier.cjs', '--check', '.'];

export const build: Phase = programs('build', ['tools/build.mjs']);
export const typecheck: Phase = programs('typecheck', tsc);
export const lint: Phase = programs('lint', [...eslint, '--max-warnings=0'], prettier);

/** A phase in which each program counts as one check, passed when it ends with 0. */
function programs(name: string, ...list: readonly Program[]): Phase {
  return {
    name,
    run: async (print) => {
      let failed = 0;
      for (const [file, ...args] of list) {
        const { status, output } = await runProgram(process.execPath, [path.join(projectFolder, file), ...args], {
          cwd: projectFolder,
        });
        if (status === 0) continue;
        failed += 1;
        print(`${[path.basename(file), ...args].join(' ')} ended with ${status}:\n${output}`);
      }
      return { passed: list.length - failed, failed };
    },
  };
}
