/** What the launcher in place of `code` has to know beyond the arguments of `code`. */
export interface HostSettings {
  /** The served VS Code, or the executable of a desktop one. */
  readonly editor:
    | { readonly kind: 'served'; readonly server: string; readonly node: string; readonly chromium: string }
    | { readonly kind: 'desktop'; readonly executable: string };
  readonly trusted: boolean;
  readonly verbose: boolean;
}

const variable = 'OPENRLHF_EDITOR_HOST';

/** The settings as an environment variable of the launcher. */
export function toEnvironment(settings: HostSettings): Readonly<Record<string, string>> {
  return { [variable]: JSON.stringify(settings) };
}

/**
 * Reads what {@link toEnvironment} wrote.
 *
 * @throws Error when it is not there
 */
export function fromEnvironment(environment: NodeJS.ProcessEnv): HostSettings {
  const text = environment[variable];
  if (text === undefined) throw new Error(`${variable} is not set: this program is started by the editor tests`);
  return JSON.parse(text) as HostSettings;
}
