import schema0102 from './data/0.10.2.json' with { type: 'json' };
import schema0111 from './data/0.11.1.json' with { type: 'json' };
import schema0112 from './data/0.11.2.json' with { type: 'json' };
import lineIndex from './data/lines.json' with { type: 'json' };
import releaseIndex from './data/releases.json' with { type: 'json' };
import type { CatalogueFile } from './rows.ts';

/** A bundled release. */
interface ReleaseRow {
  readonly release: string;
  /** The file that holds its flags, named by the first release that has them. */
  readonly data: string;
  /** Ray version that the wheel's METADATA pins. */
  readonly ray: string;
}

/** Bundled releases, oldest first. */
export const bundledReleases = releaseIndex as readonly ReleaseRow[];

/** Bundled files by name. */
export const bundledFiles: Readonly<Record<string, CatalogueFile>> = {
  '0.10.2': schema0102 as CatalogueFile,
  '0.11.1': schema0111 as CatalogueFile,
  '0.11.2': schema0112 as CatalogueFile,
};

/** By release and entry point, the line (from 1) that names each flag, in the parser's order. */
export const bundledLines = lineIndex as Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>;
