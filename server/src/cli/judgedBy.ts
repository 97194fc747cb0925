import type { Catalogues } from '../catalogue/lookup.ts';
import { parseVersion } from '../catalogue/versions.ts';
import { readOpenrlhfCopy } from '../node/openrlhfCopy.ts';
import { reasonOf } from '../node/text.ts';
import type { JudgedBy } from './session.ts';

/** What `--openrlhf` names: a release, or the folder of a copy; a sentence where it is neither. A folder that is named like a release is `./0.11.2`. */
export function judgedBy(option: string | undefined, bundled: Catalogues): JudgedBy | undefined | string {
  if (option === undefined) return undefined;
  if (parseVersion(option)) {
    if (bundled.resolve(option) !== undefined) return { option };
    return `older than every known release; these are ${bundled.releases.join(', ')}`;
  }
  try {
    const copy = readOpenrlhfCopy(option);
    return { option: copy.release, copy };
  } catch (error) {
    return `${reasonOf(error)}; name a release (${bundled.releases.join(', ')}) or the folder of a copy of OpenRLHF`;
  }
}
