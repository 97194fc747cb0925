// Runs the editor tests in one editor: `node --import tsx tools/editor/main.ts --vscode 1.139.1 [--report FILE]
// [--grep PATTERN] [--suite NAME] [--verbose]`. `VSCODE_EXECUTABLE` names a desktop VS Code to use instead.
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { ensureChromium } from '../cache/chromium.ts';
import { ensureServedEditor } from '../cache/servedEditor.ts';
import { usualRay } from '../cache/ray.ts';
import { pretendTrainingEnvironment } from '../pretendTraining/environment.ts';
import { startHead } from '../ray/head.ts';
import type { Head } from '../ray/head.ts';
import { total } from '../test/phase.ts';
import type { Counts } from '../test/phase.ts';
import { versions } from '../versions.mjs';
import { bundleEditorTests } from './bundleTests.ts';
import type { HostSettings } from './hostSettings.ts';
import { runSuite } from './runSuite.ts';
import { suites } from './suites.ts';

const { values } = parseArgs({
  options: {
    vscode: { type: 'string', default: versions.editors[1].vscode },
    report: { type: 'string' },
    grep: { type: 'string', default: '' },
    suite: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
});

async function chosenEditor(): Promise<HostSettings['editor']> {
  const executable = process.env['VSCODE_EXECUTABLE'];
  if (executable !== undefined && executable !== '') return { kind: 'desktop', executable };
  const version = versions.editors.find(({ vscode }) => vscode === values.vscode);
  if (version === undefined) throw new Error(`VS Code ${values.vscode} is not in tools/versions.mjs`);
  const chromium = await ensureChromium();
  return { kind: 'served', chromium, ...(await ensureServedEditor(version)) };
}

const editor = await chosenEditor();
await bundleEditorTests();
const counts: Counts[] = [];
const chosen = suites.filter(({ name }) => values.suite === undefined || name === values.suite);
for (const suite of chosen) {
  console.log(`--- ${suite.name}`);
  const start = Date.now();
  let ray: Head | undefined;
  try {
    ray = suite.needsRay === true ? await startHeadOfSuite() : undefined;
    const result = await runSuite(suite, editor, { ...values, ray });
    if (ray && result.failed > 0) console.error(`What Ray printed:\n${ray.output().slice(-4000)}`);
    counts.push(result);
  } catch (error) {
    console.error(error);
    counts.push({ passed: 0, failed: 1 });
  } finally {
    await ray?.stop();
  }
  console.log(`${suite.name} took ${((Date.now() - start) / 1000).toFixed(0)} s`);
}

/** A head on any free port, in whose jobs OpenRLHF pretends to train for some seconds. */
async function startHeadOfSuite(): Promise<Head> {
  const env = await pretendTrainingEnvironment({ seconds: 4 });
  return startHead({ version: usualRay, gpus: 8, cpus: 16, env });
}
const sum = total(counts);
if (values.report !== undefined) await writeFile(values.report, JSON.stringify(sum));
console.log(`${sum.passed} passed, ${sum.failed} failed`);
process.exitCode = sum.failed === 0 && sum.passed > 0 ? 0 : 1;
