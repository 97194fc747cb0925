import type { RayVersion } from '../model.ts';

/** What leaves files out of a package, besides `excludes`. */
export interface PackageRules {
  /** Whether `.gitignore` files count. */
  readonly gitignore: boolean;
  /** Whether `.rayignore` files count. */
  readonly rayignore: boolean;
  /** Put before `excludes` for a `working_dir`; Ray does not use them for `py_modules`. */
  readonly defaultExcludes: readonly string[];
}

/**
 * What Ray's client does since 2.54, and what we do for a cluster of any version: the server never checks a name, so
 * leaving out more than an old client would is safe.
 */
export const usualRules: PackageRules = {
  gitignore: true,
  rayignore: true,
  // `RAY_RUNTIME_ENV_DEFAULT_EXCLUDES` of `ray/_private/ray_constants.py`, 2.55 and 2.60.
  defaultExcludes: ['.git', '.venv', 'venv', '__pycache__'],
};

/**
 * What the client of this version of Ray does by itself, for packages with the very name that it would give:
 * `.rayignore` came with 2.53, the default excludes with 2.54.
 */
export function rulesOfRay(rayVersion: RayVersion['rayVersion']): PackageRules {
  return {
    gitignore: true,
    rayignore: isAtLeast(rayVersion, 2, 53),
    defaultExcludes: isAtLeast(rayVersion, 2, 54) ? usualRules.defaultExcludes : [],
  };
}

/** The two variables of Ray's client that change its rules, read from an environment that the caller chooses. */
export function rulesFromEnvironment(environment: Readonly<Record<string, string | undefined>>): PackageRules {
  const replaced = environment['RAY_OVERRIDE_RUNTIME_ENV_DEFAULT_EXCLUDES'];
  return {
    ...usualRules,
    gitignore: environment['RAY_RUNTIME_ENV_IGNORE_GITIGNORE'] !== '1',
    defaultExcludes:
      replaced === undefined
        ? usualRules.defaultExcludes
        : replaced
            .split(',')
            .map((one) => one.trim())
            .filter((one) => one !== ''),
  };
}

/** True as well for a version that cannot be read: it is a newer one. */
export function isAtLeast(rayVersion: string, major: number, minor: number): boolean {
  const match = /^(\d+)\.(\d+)/.exec(rayVersion);
  if (match === null) return true;
  const [, first, second] = match.map(Number);
  return first !== undefined && second !== undefined && (first > major || (first === major && second >= minor));
}
