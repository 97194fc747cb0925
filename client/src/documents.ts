/** Ends all lines of documents in LF; the server puts it into its fix. */
export const LINE_FEED_COMMAND = 'openrlhf.useLineFeeds';

/** Documents that the server looks at: bash in files, untitled buffers and read-only views of other versions. */
export const DOCUMENTS = [{ language: 'shellscript' }];
