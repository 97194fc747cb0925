import type { Machine } from './machine.ts';
import { basename } from './paths.ts';
import type { FieldItem, Text } from './values.ts';
import { knownText } from './values.ts';

/** Stands in an output for text that is not known before the script runs. A private-use character: nobody types it. */
export const ANY = '\uE002';

/** Programs that write the files that their words name, or files of the same names elsewhere. */
const WRITERS = new Set(
  'cp mv ln tee install wget curl aria2c scp rsync sed envsubst touch dd split aws gsutil gcloud azcopy rclone ossutil hdfs'.split(
    ' ',
  ),
);

/** Programs that may write files of any name, and what makes the others of their commands harmless. */
const MAKERS: Readonly<Record<string, RegExp>> = {
  git: /^(?:clone|pull|checkout|switch|reset|restore|submodule|worktree|merge|rebase|apply|am|cherry-pick|stash|sparse-checkout|lfs)$/,
  tar: /./,
  unzip: /./,
  '7z': /./,
  patch: /./,
  make: /./,
  svn: /./,
  hg: /./,
  hf: /^download$/,
  'huggingface-cli': /^download$/,
  modelscope: /^download$/,
};

/** Notes where output is redirected to. */
export function noteOutput(m: Machine, target: Text): void {
  m.outputs.add(pattern(target));
}

/**
 * Notes what a program may write. Of a program that is not known, a word that is known may name its output: a word that is
 * not would name any.
 */
export function noteProgram(m: Machine, name: string | null, words: readonly FieldItem[]): void {
  const program = name === null ? '' : basename(name);
  const patterns = words.slice(1).flatMap(patternsOf);
  const making = MAKERS[program];
  if (making !== undefined && patterns.some((word) => word.includes(ANY) || making.test(word))) m.outputs.add(ANY);
  const writes = WRITERS.has(program);
  for (const word of patterns) if (writes || !word.includes(ANY)) m.outputs.add(word);
}

function patternsOf(item: FieldItem): string[] {
  switch (item.kind) {
    case 'field':
      return [pattern(item.text)];
    case 'many':
      return [ANY];
    case 'choice':
      return item.alts.flatMap((alt) => alt.flatMap(patternsOf));
  }
}

function pattern(text: Text): string {
  return knownText(text) ?? text.map((piece) => (piece.kind === 'text' ? piece.text : ANY)).join('');
}
