/** Put in by the bundler from the version of package.json; it stands nowhere else. */
declare const OPENRLHF_TOOLS_VERSION: string | undefined;

/** Version of the package; a program that runs from its sources, unbundled, calls itself `source`. */
export const VERSION = typeof OPENRLHF_TOOLS_VERSION === 'string' ? OPENRLHF_TOOLS_VERSION : 'source';
