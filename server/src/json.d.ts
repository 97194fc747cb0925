/** Bundled data files. Their shape is proved by a test, so the importer states it once (`catalogue/data.ts`). */
declare module '*.json' {
  const value: unknown;
  export default value;
}
