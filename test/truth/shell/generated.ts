import { availableParallelism } from 'node:os';
import type { BashResult } from './bash.ts';
import { mapPool } from './bash.ts';
import type { Verdict } from './check.ts';
import { checkScript } from './check.ts';
import type { CorpusScript } from './corpus.ts';
import { environments } from './environments.ts';
import type { GeneratedScript } from './generate.ts';
import { generate } from './generate.ts';
import type { Evaluate } from './model.ts';
import { Sandbox } from './sandbox.ts';
import type { Node } from './tree.ts';
import { render, smaller } from './tree.ts';

/** The file that a generated script sources; each script has a folder of its own. */
const library = 'lib.inc';

export function generateSeed(seed: number): GeneratedScript {
  return generate(seed, library);
}

/** A generated script and its file, as the harness of the corpus takes them. */
export function asScript(generated: GeneratedScript): { script: CorpusScript; files: Map<string, string> } {
  const path = `seed${generated.seed}/main.sh`;
  const text = `${render(generated.body)}\n`;
  const files = new Map([
    [path, text],
    [`seed${generated.seed}/${library}`, `${render(generated.library)}\n`],
  ]);
  const script: CorpusScript = {
    path,
    text,
    constructs: [],
    allKnown: false,
    may: new Set(),
    // Where a script may end early, what follows need not run.
    stops: new Set(/\bexit\b/.test(text) ? environments.map(({ name }) => name) : []),
    anyFolder: false,
    anyOrder: false,
    variables: new Map(),
    args: new Map(),
  };
  return { script, files };
}

/** Runs generated scripts in every environment and compares. */
export async function checkGenerated(
  generated: readonly GeneratedScript[],
  evaluate: Evaluate,
  folder: string,
): Promise<{ verdict: Verdict; results: BashResult[] }[]> {
  const scripts = generated.map(asScript);
  const files = new Map(scripts.flatMap((one) => [...one.files]));
  const sandbox = new Sandbox(folder, files, (script) => {
    const text = files.get(script.path.replace('main.sh', library));
    return text === undefined ? [] : [text];
  });
  const runs = scripts.flatMap(({ script }) => environments.map((environment) => ({ script, environment })));
  const results = await mapPool(runs, availableParallelism() + 1, ({ script, environment }) =>
    sandbox.run(script, environment),
  );
  return scripts.map(({ script, files: own }, i) => {
    const mine = results.slice(i * environments.length, (i + 1) * environments.length);
    return { verdict: checkScript(script, mine, evaluate, own), results: mine };
  });
}

/** What bash says of a script that it gives up: another failure than the one that is made smaller. */
const brokenScript = /syntax error|invalid indirect|bad substitution|operand expected|unexpected/;

/** The smallest script near a failing one that still fails, found by leaving out one piece after the other. */
export async function shrink(
  failing: GeneratedScript,
  evaluate: Evaluate,
  folder: string,
  mostRuns = 400,
): Promise<{ generated: GeneratedScript; report: string }> {
  let runs = 0;
  let mayBeBroken = true;
  const disagreement = async (candidate: GeneratedScript): Promise<string | undefined> => {
    runs++;
    const [checked] = await checkGenerated([candidate], evaluate, folder);
    const broken = checked?.results.some((result) => brokenScript.test(result.stderr)) ?? false;
    if (broken && !mayBeBroken) return undefined;
    mayBeBroken = broken;
    return checked?.verdict.disagreements[0];
  };
  let current = failing;
  let report = (await disagreement(current)) ?? 'it agrees when it runs alone';
  for (let again = true; again;) {
    again = false;
    const candidates: GeneratedScript[] = [
      ...[...smaller(current.body)].map((body: Node[]) => ({ ...current, body })),
      ...[...smaller(current.library)].map((library: Node[]) => ({ ...current, library })),
    ];
    for (const candidate of candidates) {
      if (runs >= mostRuns) return { generated: current, report };
      const still = await disagreement(candidate);
      if (still === undefined) continue;
      current = candidate;
      report = still;
      again = true;
      break;
    }
  }
  return { generated: current, report };
}
