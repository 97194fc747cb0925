/** The two programs in one bundle, as they share nearly all of their code; each loads only its own part. */
export function run(program: 'lint' | 'language-server'): Promise<unknown> {
  return program === 'lint' ? import('./cli/main.ts') : import('./lsp/main.ts');
}
