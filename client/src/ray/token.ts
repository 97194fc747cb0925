import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';

/** Where a token was found on this machine. */
export interface FoundToken {
  /** For a person: `RAY_AUTH_TOKEN` or the path of a file. */
  readonly source: string;
  readonly token: string;
}

/** A place that is said to hold a token and does not. */
export interface TokenProblem {
  readonly source: string;
  readonly problem: string;
}

/** What of this machine is looked at. */
export interface TokenPlaces {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly homeDirectory: string;
  /** Rejects when there is no such file; a code `ENOENT` says so. */
  readonly readFile: (path: string) => Promise<string>;
}

/**
 * Tokens on this machine in the order in which Ray's own client takes them (`_private/authentication/`, Ray 2.55): `RAY_AUTH_TOKEN`,
 * the file that `RAY_AUTH_TOKEN_PATH` names, `~/.ray/auth_token`. Ray goes no further when the file of the variable cannot be
 * read; so that is told, and the others are offered.
 */
export async function searchTokens({ env, homeDirectory, readFile }: TokenPlaces = thisMachine()): Promise<{
  readonly tokens: readonly FoundToken[];
  readonly problems: readonly TokenProblem[];
}> {
  const tokens: FoundToken[] = [];
  const problems: TokenProblem[] = [];
  const direct = env['RAY_AUTH_TOKEN']?.trim() ?? '';
  if (direct !== '') tokens.push({ source: 'RAY_AUTH_TOKEN', token: direct });
  const named = env['RAY_AUTH_TOKEN_PATH']?.trim() ?? '';
  if (named !== '') {
    const file = named.replace(/^~(?=$|[\\/])/, homeDirectory);
    const source = `RAY_AUTH_TOKEN_PATH (${file})`;
    const found = await read(readFile, file);
    if (typeof found === 'string') tokens.push({ source, token: found });
    else problems.push({ source, problem: found.problem });
  }
  const usual = path.join(homeDirectory, '.ray', 'auth_token');
  const found = await read(readFile, usual);
  if (typeof found === 'string') tokens.push({ source: usual, token: found });
  else if (!found.isMissing) problems.push({ source: usual, problem: found.problem });
  return { tokens, problems };
}

/** The tokens alone. */
export async function tokensOnThisMachine(places?: TokenPlaces): Promise<readonly FoundToken[]> {
  return (await searchTokens(places)).tokens;
}

function thisMachine(): TokenPlaces {
  return { env: process.env, homeDirectory: homedir(), readFile: async (file) => readFile(file, 'utf8') };
}

async function read(
  readFile: TokenPlaces['readFile'],
  file: string,
): Promise<string | { readonly problem: string; readonly isMissing: boolean }> {
  try {
    const token = (await readFile(file)).trim();
    return token === '' ? { problem: 'The file is empty.', isMissing: false } : token;
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    const reason = error instanceof Error ? error.message : String(error);
    return { problem: isMissing ? 'There is no such file.' : `The file cannot be read: ${reason}`, isMissing };
  }
}
