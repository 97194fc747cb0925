import { fstatSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { run } from './run.ts';

// A reader that has seen enough (`| head`) is no failure of ours.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

/** Standard input to its end; Node takes a folder there for an empty file. */
async function readStdin(): Promise<Uint8Array> {
  if (fstatSync(0).isDirectory()) throw new Error('is a folder');
  return buffer(process.stdin);
}

/** https://no-color.org: any text but an empty one. */
const plain = (process.env['NO_COLOR'] ?? '') !== '' || process.env['TERM'] === 'dumb';

void run(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  readInput: readStdin,
  colour: process.stdout.isTTY && !plain,
}).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`openrlhf-lint: this should not happen, please report it: ${reason}\n`);
    process.exitCode = 2;
  },
);
