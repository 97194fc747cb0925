import { pinnedRays, usualRay } from '../../../tools/cache/ray.ts';
import type { RayRelease } from '../../../tools/cache/ray.ts';
import { byLevel } from '../../support/level.ts';

/** Versions of Ray on which tests of this level run. */
export function raysOfLevel(): readonly RayRelease[] {
  return byLevel({ fast: [usualRay], default: [usualRay], full: pinnedRays });
}
