import { statSync } from 'node:fs';
import path from 'node:path';
import type { TryRows } from './model.ts';

/** What a launch says of its prompts. */
export interface LaunchedData {
  /** `data.prompt_dataset`; absent where it is not known. */
  readonly dataset?: string;
  readonly inputKey: string;
  readonly labelKey?: string;
  readonly template?: string;
  readonly chat: boolean;
}

/** Rows of the data set of a launch, or why there are none. @param folders that a relative path may start from */
export function localRows(data: LaunchedData, rows: number, folders: readonly string[]): TryRows | string {
  const { dataset, inputKey, labelKey, template, chat } = data;
  if (dataset === undefined) return 'the launch names no data set that is known before it runs';
  const found = folders.map((folder) => path.resolve(folder, dataset)).find(isDataFile);
  if (found === undefined) return `${dataset} is no local .jsonl, .json, .csv or .parquet file`;
  return {
    path: found,
    rows,
    inputKey,
    chat,
    ...(labelKey === undefined ? {} : { labelKey }),
    ...(template === undefined ? {} : { template }),
  };
}

/** Whether rows can be read of a file of this machine. */
export function isDataFile(file: string): boolean {
  return /\.(?:jsonl|json|csv|parquet)$/i.test(file) && statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}
