import { render } from '../messages/render.ts';
import type { Unknown } from '../text/items.ts';

/** Why a value is not known before the script runs, in a sentence. */
export function whyUnknown({ reason, name }: Unknown): string {
  return name === undefined ? render({ key: `why-${reason}` }) : render({ key: `why-${reason}-named`, args: { name } });
}
