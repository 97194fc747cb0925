import { spawn } from 'node:child_process';
import { join } from 'node:path';

const folder = import.meta.dirname;

/**
 * Runs a program of `test/ray/submit/` with a Python, one JSON text a line in and out.
 *
 * @throws Error with what it printed if it fails or does not answer every line
 */
export async function askPython(
  python: string,
  program: string,
  args: readonly string[],
  questions: readonly unknown[],
  cwd: string,
): Promise<readonly unknown[]> {
  const output = await new Promise<string>((resolve, reject) => {
    const child = spawn(python, [join(folder, program), ...args], { cwd, stdio: ['pipe', 'pipe', 'pipe'] });
    let out = '';
    let errors = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(out);
      else reject(new Error(`${program} ended with ${String(code)}:\n${errors.slice(-2000)}`));
    });
    child.stdin.end(questions.map((question) => `${asciiJson(question)}\n`).join(''));
  });
  const lines = output.split('\n').filter((line) => line !== '');
  if (questions.length > 0 && lines.length !== questions.length)
    throw new Error(`${program} answered ${lines.length} of ${questions.length} lines`);
  // `NaN` is JSON to Python only.
  return lines.map((line): unknown => JSON.parse(line.replace(/(?<=[[:,] ?)(?:NaN|-?Infinity)(?=[,}\]])/g, 'null')));
}

/** JSON in ASCII only, so that no half of a character is lost on the way. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
