import type { TextEdit } from './model.ts';
import type { TextOf } from './words.ts';

/**
 * Inserts `# openrlhf: release 0.11.0` at the top of a script: behind the shebang and the comment lines that follow it,
 * so that `#SBATCH` lines stay where Slurm looks for them.
 */
export function stateRelease(uri: string, release: string, textOf: TextOf): TextEdit[] | undefined {
  return headComment(uri, `# openrlhf: release ${release}`, textOf);
}

/** Inserts a comment at the same place. */
export function headComment(uri: string, comment: string, textOf: TextOf): TextEdit[] | undefined {
  const text = textOf(uri);
  if (text === undefined) return undefined;
  const head = /^\uFEFF?(?:#[^\n]*\n)*/.exec(text)?.[0] ?? '';
  const lineBreak = /^[^\n]*\r\n/.test(text) ? '\r\n' : '\n';
  const range = { start: head.length, end: head.length };
  return [{ location: { uri, range }, newText: `${comment}${lineBreak}` }];
}
