/** How many tests or checks of a phase passed and failed. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

/** One part of a test run. */
export interface Phase {
  readonly name: string;
  /**
   * Runs it; `print` takes lines to show below the phase's heading. A thrown error counts as one failure. It ends early
   * when `interrupted` is aborted.
   */
  readonly run: (print: (text: string) => void, interrupted: AbortSignal) => Promise<Counts>;
}

/** Adds up. */
export function total(counts: readonly Counts[]): Counts {
  return counts.reduce((sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }), {
    passed: 0,
    failed: 0,
  });
}

/**
 * Runs a phase to its end. What it prints is held back until then, so that phases can run side by side. A phase in
 * which nothing ran has failed.
 */
export async function runPhase({ name, run }: Phase, interrupted: AbortSignal): Promise<Counts> {
  const started = performance.now();
  const lines: string[] = [];
  let counts: Counts;
  try {
    counts = await run((text) => lines.push(text), interrupted);
    if (counts.passed + counts.failed === 0) {
      lines.push('no test ran');
      counts = { passed: 0, failed: 1 };
    }
  } catch (error) {
    lines.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
    counts = { passed: 0, failed: 1 };
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${counts.failed === 0 ? '✔' : '✖'} ${name}: ${describe(counts)} (${seconds} s)`);
  for (const line of lines) console.log(line.trimEnd().replace(/^/gm, '    '));
  return counts;
}

function describe({ passed, failed }: Counts): string {
  return failed === 0 ? `${passed} passed` : `${passed} passed, ${failed} FAILED`;
}

/** Runs phases one after the other, and no further one after an interruption. */
export async function runInTurn(phases: readonly Phase[], interrupted: AbortSignal): Promise<Counts> {
  const counts: Counts[] = [];
  for (const phase of phases) {
    if (interrupted.aborted) break;
    counts.push(await runPhase(phase, interrupted));
  }
  return total(counts);
}
