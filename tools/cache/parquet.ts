import path from 'node:path';
import { versions } from '../versions.mjs';
import { ensureVenv } from './venv.ts';

/** What reads .parquet files. */
export type ParquetReader = Extract<keyof typeof versions.parquetReaders, string>;

export const parquetReaders = Object.keys(versions.parquetReaders) as readonly ParquetReader[];

/** A Python that reads .parquet files with these packages alone. @throws Error see `ensureVenv` */
export async function ensureParquetPython(reader: ParquetReader): Promise<string> {
  return path.join(await ensureVenv('parquet', versions.parquetReaders[reader]), 'python');
}
