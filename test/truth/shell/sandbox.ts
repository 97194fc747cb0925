import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { BashResult } from './bash.ts';
import { runBash } from './bash.ts';
import type { CorpusScript } from './corpus.ts';
import type { Environment } from './environments.ts';
import { environments, variablesRead } from './environments.ts';

/** A folder per environment that holds the files of the corpus, for scripts to run in. */
export class Sandbox {
  readonly #root: string;
  readonly #files: ReadonlyMap<string, string>;
  #dumps = 0;

  readonly #helpersOf: (script: CorpusScript) => readonly string[];

  /** `helpersOf` gives the texts of the files that a script may source: they read variables too. */
  constructor(
    root: string,
    files: ReadonlyMap<string, string>,
    helpersOf: (script: CorpusScript) => readonly string[] = (script) => filesBeside(script, files),
  ) {
    this.#root = root;
    this.#files = files;
    this.#helpersOf = helpersOf;
    for (const environment of environments) {
      const folders = new Set<string>(['elsewhere']);
      for (const [path, text] of files) {
        this.write(environment, path, text);
        folders.add(dirname(path));
      }
      for (const folder of folders) {
        for (const file of environment.files) this.write(environment, join(folder, file), '');
      }
      // A login shell sets PATH anew; this gives the fakes back.
      this.write(environment, join(environment.home, '.bash_profile'), 'PATH=$TRUTH_PATH\n');
    }
  }

  write(environment: Environment, path: string, text: string): void {
    const file = join(this.#root, environment.name, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  /** Runs a script in one environment; `overrides` replaces the text of files for this run only, `more` sets variables. */
  async run(
    script: CorpusScript,
    environment: Environment,
    overrides: ReadonlyMap<string, string> = new Map(),
    more: Readonly<Record<string, string>> = {},
  ): Promise<BashResult> {
    const root = join(this.#root, environment.name);
    const texts = [script.text, ...this.#helpersOf(script)];
    const env: Record<string, string> = {
      HOME: join(root, environment.home),
      TRUTH_CLOCK: String(environment.clock),
      TRUTH_HOST: environment.host,
      TRUTH_GPUS: String(environment.gpus),
    };
    for (const name of variablesRead(texts)) {
      const own = script.variables.get(environment.name)?.get(name);
      const value = own === undefined ? environment.variable : own;
      if (value !== null) env[name] = value;
    }
    const elsewhere = script.anyFolder && environment.name === 'C';
    for (const [path, text] of overrides) this.write(environment, path, text);
    try {
      return await runBash({
        argv: [
          elsewhere ? join(root, script.path) : (script.path.split('/').pop() ?? script.path),
          ...(script.args.get(environment.name) ?? environment.args),
        ],
        cwd: elsewhere ? join(root, 'elsewhere') : join(root, dirname(script.path)),
        env: { ...env, ...more },
        dump: join(this.#root, `dump-${this.#dumps++}`),
      });
    } finally {
      for (const path of overrides.keys()) {
        const text = this.#files.get(path);
        if (text === undefined) rmSync(join(root, path), { force: true });
        else this.write(environment, path, text);
      }
    }
  }
}

/** Texts of the files in the script's folder and below that are no scripts. */
function filesBeside(script: CorpusScript, files: ReadonlyMap<string, string>): string[] {
  const folder = dirname(script.path);
  return [...files]
    .filter(([path]) => path !== script.path && path.startsWith(`${folder}/`) && !path.endsWith('.sh'))
    .map(([, text]) => text);
}
