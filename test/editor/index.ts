// Runs inside the extension host: the tests of one suite, with mocha. The counts go to the console and to a file.
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

function required(variable: string): string {
  const value = process.env[variable];
  if (value === undefined) throw new Error(`${variable} is not set`);
  return value;
}

/**
 * The entry that VS Code calls.
 *
 * @throws Error when a test failed or was skipped, which makes the window end with 1
 */
export async function run(): Promise<void> {
  const { default: Mocha } = await import('mocha');
  const mocha = new Mocha({ ui: 'bdd', color: false, timeout: 90_000, forbidOnly: true, reporter: 'spec' });
  const grep = process.env['EDITOR_TESTS_GREP'];
  if (grep !== undefined && grep !== '') mocha.grep(new RegExp(grep));
  const folder = required('EDITOR_TESTS');
  for (const file of readdirSync(folder)) {
    if (file.endsWith('.test.cjs')) mocha.addFile(path.join(folder, file));
  }
  const counts = { passed: 0, failed: 0 };
  await new Promise<void>((resolve) => {
    mocha
      .run(() => {
        resolve();
      })
      .on('pass', () => (counts.passed += 1))
      .on('fail', (_test, error: unknown) => {
        // The reporter tells the reason only at the very end.
        console.error(error instanceof Error ? error.message : error);
        counts.failed += 1;
      })
      .on('pending', (test) => {
        console.error(`'${test.fullTitle()}' is skipped; no test may be`);
        counts.failed += 1;
      });
  });
  writeFileSync(required('EDITOR_TESTS_REPORT'), JSON.stringify(counts));
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
  if (counts.failed > 0) throw new Error(`${counts.failed} failed`);
}
