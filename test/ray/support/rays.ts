import { pinnedRays, usualRay } from '../../../tools/cache/ray.ts';
import type { RayRelease } from '../../../tools/cache/ray.ts';
import { byLevel } from '../../support/level.ts';

/** Versions of Ray on which tests run: those that `RAY_TEST_VERSIONS` names, else those of this level. */
export function raysOfLevel(): readonly RayRelease[] {
  const named = process.env['RAY_TEST_VERSIONS'] ?? '';
  if (named !== '') return raysNamed(named);
  return byLevel({ fast: [usualRay], default: [usualRay], full: pinnedRays });
}

/**
 * Reads versions with commas between them, such as `2.48.0,2.60.0`; each is taken once, oldest first.
 *
 * @throws Error that names one that the project does not pin
 */
export function raysNamed(text: string): readonly RayRelease[] {
  const names = text.split(',').map((name) => name.trim());
  const isPinned = (name: string): boolean => pinnedRays.some((pinned) => pinned === name);
  const wrong = names.find((name) => !isPinned(name));
  if (wrong !== undefined) {
    throw new Error(
      `RAY_TEST_VERSIONS names "${wrong}"; expected versions with commas between them, of ${pinnedRays.join(', ')}.`,
    );
  }
  return pinnedRays.filter((pinned) => names.includes(pinned));
}
