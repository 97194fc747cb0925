import { bundledFiles, bundledLines, bundledReleases } from './data.ts';
import { EntryPoint } from './entryPoint.ts';
import { toCatalogue } from './rows.ts';
import type { Catalogue } from './schema.ts';
import { bundledRelease, compareReleases } from './versions.ts';

/** The flags of one release. */
export class ReleaseCatalogue {
  readonly release: string;
  /** Ray version that the release's wheel pins; `null` for a catalogue that is not a bundled release. */
  readonly ray: string | null;
  readonly #entryPoints: ReadonlyMap<string, EntryPoint>;

  /** @param lines by entry point, the source line of each flag in the parser's order */
  constructor(
    release: string,
    catalogue: Catalogue,
    ray: string | null = null,
    lines: Readonly<Record<string, readonly number[]>> = {},
  ) {
    this.release = release;
    this.ray = ray;
    const entryPoints = new Map<string, EntryPoint>();
    for (const [name, spec] of Object.entries(catalogue.entryPoints)) {
      const numbers = lines[name] ?? [];
      const byName = new Map<string, number>();
      spec.flags.forEach((flag, index) => {
        const line = numbers[index];
        if (line !== undefined) byName.set(flag.name, line);
      });
      entryPoints.set(name, new EntryPoint(release, spec, byName));
    }
    this.#entryPoints = entryPoints;
  }

  /** In the order of `ENTRY_POINTS`. */
  get entryPoints(): readonly EntryPoint[] {
    return [...this.#entryPoints.values()];
  }

  /** @param name below `openrlhf.cli`, such as `train_sft` */
  entryPoint(name: string): EntryPoint | undefined {
    return this.#entryPoints.get(name);
  }

  /** Entry points that have exactly this option, in the order of `ENTRY_POINTS`. */
  entryPointsWith(option: string): readonly string[] {
    return this.entryPoints.filter((entryPoint) => entryPoint.flag(option)).map(({ name }) => name);
  }
}

const BUNDLED: readonly string[] = bundledReleases.map(({ release }) => release);

/** All bundled releases, and the user's own copy of OpenRLHF where there is one. */
export class Catalogues {
  /** Oldest first. */
  readonly releases: readonly string[];
  /** The newest bundled release. */
  readonly newest: string;
  readonly #copy: ReleaseCatalogue | undefined;
  readonly #loaded = new Map<string, ReleaseCatalogue>();

  /** @param copy stands in place of the bundled release of that name, or beside them if there is none */
  constructor(copy?: ReleaseCatalogue) {
    const newest = BUNDLED.at(-1);
    if (newest === undefined) throw new Error('no catalogue is bundled');
    this.newest = newest;
    this.#copy = copy;
    if (copy) this.#loaded.set(copy.release, copy);
    this.releases =
      copy === undefined || BUNDLED.includes(copy.release) ? BUNDLED : [...BUNDLED, copy.release].sort(compareReleases);
  }

  /** The release that stands for a version as people write it: the copy if it is exactly that; else see `bundledRelease`. */
  resolve(text: string): string | undefined {
    const asked = text.trim().replace(/^v/, '');
    return asked === this.#copy?.release ? asked : bundledRelease(text, BUNDLED);
  }

  /** The flags of exactly this release. */
  forRelease(release: string): ReleaseCatalogue | undefined {
    const known = this.#loaded.get(release);
    if (known) return known;
    const row = bundledReleases.find((candidate) => candidate.release === release);
    const file = row && bundledFiles[row.data];
    if (!file) return undefined;
    const loaded = new ReleaseCatalogue(release, toCatalogue(file), row.ray, bundledLines[release]);
    this.#loaded.set(release, loaded);
    return loaded;
  }

  entryPoint(release: string, name: string): EntryPoint | undefined {
    return this.forRelease(release)?.entryPoint(name);
  }

  /** Releases in which the entry point has exactly this option, oldest first. */
  releasesWith(entryPoint: string, option: string): readonly string[] {
    return this.releases.filter((release) => this.entryPoint(release, entryPoint)?.flag(option));
  }

  /** Entry points of a release that have exactly this option. */
  entryPointsWith(release: string, option: string): readonly string[] {
    return this.forRelease(release)?.entryPointsWith(option) ?? [];
  }
}

/** A fresh set of all bundled catalogues, and of a copy; each release is decoded when it is first asked for. */
export function createCatalogues(copy?: ReleaseCatalogue): Catalogues {
  return new Catalogues(copy);
}
