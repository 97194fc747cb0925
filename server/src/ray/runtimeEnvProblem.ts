/** Something in the JSON of a runtime environment; `message` is the key of its sentence. */
export interface RuntimeEnvProblem {
  readonly message:
    | 'runtime-env-object'
    | 'runtime-env-key'
    | 'runtime-env-key-gone'
    | 'runtime-env-setup-commands'
    | 'runtime-env-config-key'
    | 'runtime-env-managers'
    | 'runtime-env-alone'
    | 'runtime-env-vars'
    | 'runtime-env-var'
    | 'runtime-env-conda'
    | 'runtime-env-hook'
    | 'runtime-env-packages'
    | 'runtime-env-packages-missing'
    | 'runtime-env-packages-field'
    | 'runtime-env-type'
    | 'runtime-env-timeout'
    | 'runtime-env-folder-text'
    | 'runtime-env-folder-home'
    | 'runtime-env-folder-variable'
    | 'runtime-env-folder-scheme'
    | 'runtime-env-folder-archive'
    | 'runtime-env-folder-local'
    | 'runtime-env-excludes-all';
  /** In the text of the JSON. */
  readonly range: { readonly start: number; readonly end: number };
  readonly args?: Readonly<Record<string, string>>;
  /** The key that is not known, for which like names may be offered. */
  readonly unknownKey?: string;
  /** Writing it in quotes mends it. */
  readonly quote?: true;
  /** Text that mends it in the place of the range. */
  readonly instead?: string;
}
