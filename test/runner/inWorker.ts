import { tryFile, type TryOptions } from '../../runner/src/tryFile.ts';
import { USUAL_SAMPLE, type Trial, type TryRequest } from '../../runner/src/model.ts';
import { problemsOf } from '../../runner/src/problems.ts';
import { Folder } from '../support/folder.ts';

/** A generous limit; a test that is about a smaller one gives its own. */
const SECONDS = 120;

/** Runs `rewards/file.py` of this text from the folder above it, where `files` are too. */
export async function trial(
  text: string,
  given: Partial<TryRequest> & { readonly files?: Readonly<Record<string, string | Uint8Array>> } = {},
  options: TryOptions = {},
): Promise<Trial> {
  const { files = {}, ...request } = given;
  using folder = new Folder({ 'rewards/file.py': text, ...files });
  const data = request.data;
  // The folder goes once it has ended, not before.
  return await tryFile(
    {
      file: folder.at('rewards/file.py'),
      role: 'reward',
      python: 'python3',
      folder: folder.path,
      samples: [USUAL_SAMPLE],
      responses: [],
      seconds: SECONDS,
      memory: 2 ** 40,
      executors: 'own',
      ...request,
      ...(data === undefined ? {} : { data: { ...data, path: folder.at(data.path) } }),
    },
    options,
  );
}

/** What it has shown: severity, rule or else exception or sentence, and line. */
export function shown(found: Trial): readonly string[] {
  return problemsOf(found).map(({ severity, rule, place, message }) => {
    const exception = /^\w*(?:Error|Exit|Exception|Interrupt)\b/.exec(message)?.[0];
    return `${severity} ${rule ?? exception ?? message} ${place?.line ?? '-'}`;
  });
}
