/** What a launch says of a variable; the pieces of a value are text, or what another variable holds here. */
export interface LaunchedVariable {
  readonly name: string;
  readonly value: readonly (string | { readonly variable: string; readonly otherwise?: string })[] | null;
  /** Ray puts variables of the worker into it. */
  readonly expands: boolean;
}

/** The environment of a trial. */
export interface LaunchedEnvironment {
  /** What the launch sets, by name. */
  readonly env: Readonly<Record<string, string>>;
  /** Names of those whose value is not known here. */
  readonly unknownEnv: readonly string[];
}

/**
 * What a launch sets, where variables of this environment stand in for those of the one in which it will be run.
 *
 * @param folder where the script is run, for `PWD`
 */
export function launchedEnvironment(
  variables: readonly LaunchedVariable[],
  here: Readonly<Record<string, string | undefined>>,
  folder: string,
): LaunchedEnvironment {
  // Only own members: `__proto__` is a name like any other.
  const env = new Map<string, string>();
  const unknown = new Set<string>();
  for (const { name, value, expands } of variables) {
    const texts = value?.map((piece) => {
      if (typeof piece === 'string') return piece;
      const { variable, otherwise } = piece;
      const found = variable === 'PWD' ? folder : here[variable];
      // `${NAME:-x}` takes x for an empty value too.
      return found === undefined || (found === '' && otherwise !== undefined) ? otherwise : found;
    });
    if (
      texts === undefined ||
      texts.includes(undefined) ||
      name === '' ||
      /[=\0]/.test(name) ||
      texts.join('').includes('\0')
    ) {
      env.delete(name);
      unknown.add(name);
      continue;
    }
    const text = texts.join('');
    unknown.delete(name);
    env.set(name, expands ? expanded(text, (other) => env.get(other) ?? here[other]) : text);
  }
  return { env: Object.fromEntries(env), unknownEnv: [...unknown] };
}

/**
 * `os.path.expandvars` of Python, and nothing for `${NAME}` in capitals that is not set: `update_envs` of
 * `ray/_private/utils.py`, 2.48.0 to 2.60.0.
 */
function expanded(text: string, valueOf: (name: string) => string | undefined): string {
  return text
    .replace(/\$(?:(\w+)|\{([^}]*)\})/g, (all, plain: string | undefined, braced: string | undefined) => {
      return valueOf(plain ?? braced ?? '') ?? all;
    })
    .replace(/\$\{[A-Z0-9_]+\}/g, '');
}
