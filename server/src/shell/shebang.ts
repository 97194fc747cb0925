import { basename } from './paths.ts';

/** The shell that a file is written for, where its first line names one that is not read as bash is. */
export function foreignShell(text: string): string | undefined {
  const line = /^\uFEFF?#![^\n\r]*/.exec(text)?.[0];
  if (line === undefined) return undefined;
  const words = line.replace(/^\uFEFF?#!\s*/, '').split(/\s+/);
  const program = basename(words[0] ?? '');
  const name =
    program === 'env' ? words.slice(1).find((word) => !word.startsWith('-') && !word.includes('=')) : program;
  const shell = basename(name ?? '');
  return /^(?:zsh|fish|csh|tcsh|elvish|nu|xonsh|pwsh)$/.test(shell) ? shell : undefined;
}
