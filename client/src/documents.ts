/** Ends all lines of documents in LF; the server puts it into its fix. */
export const LINE_FEED_COMMAND = 'openrlhf.useLineFeeds';

/** Shows places in the peek of references; the server puts it into its code lenses. */
export const REFERENCES_COMMAND = 'openrlhf.showReferences';

/** Tries a reward function or an agent; the server puts it into its code lenses. */
export const TRY_COMMAND = 'openrlhf.tryFile';

/** Scripts that the server looks at: bash in files, untitled buffers and read-only views of other versions. */
export const DOCUMENTS = [{ language: 'shellscript' }];

/** Python files; the server says nothing of those that are not for OpenRLHF to load. */
export const PYTHON_DOCUMENTS = [{ language: 'python' }];

/** Scheme of read-only documents about jobs, clusters and launches. */
export const RAY_DOCUMENTS = 'openrlhf-ray';

/** Scheme of the read-only documents that show what is known of the launches of a script. */
export const MODEL_DOCUMENTS = 'openrlhf-model';

/** Shows a place, with `StatusPlace`; links of launch models and of the language status lead there. */
export const PLACE_COMMAND = 'openrlhf.showPlace';
