import { pinnedRays } from '../../../tools/cache/ray.ts';
import type { RayRelease } from '../../../tools/cache/ray.ts';
import { byLevel } from '../../support/level.ts';

/** The version that OpenRLHF 0.11 pins, and that `npm test` takes. */
export const usualRay: RayRelease = '2.55.0';

/** Versions of Ray on which tests of this level run. */
export function raysOfLevel(): readonly RayRelease[] {
  return byLevel({ fast: [usualRay], default: [usualRay], full: pinnedRays });
}
