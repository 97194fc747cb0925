import { run } from './run.ts';

/** A reader that has seen enough (`| head`) is no failure of ours. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

const colour = process.stdout.isTTY && process.env['NO_COLOR'] === undefined && process.env['TERM'] !== 'dumb';
const output = {
  out: (text: string) => process.stdout.write(text),
  err: (text: string) => process.stderr.write(text),
  colour,
};

void run(process.argv.slice(2), output).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`openrlhf-lint: this should not happen: ${reason}\nPlease report it with the file.\n`);
    process.exitCode = 2;
  },
);
