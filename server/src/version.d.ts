/** Version of the package, put in by the bundler. */
declare const OPENRLHF_TOOLS_VERSION: string;
