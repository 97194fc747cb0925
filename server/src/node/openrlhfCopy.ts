import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createCatalogues, ReleaseCatalogue, type Catalogues } from '../catalogue/lookup.ts';
import { ENTRY_POINTS, type Catalogue, type EntryPointSpec } from '../catalogue/schema.ts';
import { extractEntryPoint, type Extraction } from '../python/arguments.ts';
import { copyVersion } from './copyVersion.ts';
import { decodeText } from './text.ts';

/** Where a copy of OpenRLHF lies. */
interface CopyPlace {
  /** The folder that holds the package: a checkout, or `site-packages`. */
  readonly root: string;
  /** The package itself, usually `openrlhf`. */
  readonly package: string;
}

/**
 * The flags of a copy of OpenRLHF on disk, read from the source of its entry points; nothing of it runs. `folder` is a
 * checkout, a `site-packages` folder or the package itself.
 *
 * @throws Error that says in plain words why there is none
 */
export function readOpenrlhfCopy(folder: string): ReleaseCatalogue {
  const place = findCopy(folder);
  const readModule = moduleReader(place);
  const entryPoints: Record<string, EntryPointSpec> = {};
  const lines: Record<string, readonly number[]> = {};
  for (const name of entryPointNames(place)) {
    const text = decodeText(readFileSync(join(place.package, 'cli', `${name}.py`)));
    const extraction = extractEntryPoint(text, { name, readModule });
    entryPoints[name] = extraction.complete ? extraction.spec : { ...extraction.spec, incomplete: true };
    lines[name] = ownLines(extraction);
  }
  const catalogue: Catalogue = { entryPoints };
  const release = copyVersion(place.root, place.package) ?? likeRelease(catalogue, createCatalogues());
  return new ReleaseCatalogue(release, catalogue, null, lines);
}

function findCopy(folder: string): CopyPlace {
  if (!statSync(folder).isDirectory()) throw new Error('is no folder');
  const root = resolve(folder);
  const places: readonly CopyPlace[] = [
    { root, package: join(root, 'openrlhf') },
    { root: dirname(root), package: root },
  ];
  const place = places.find((candidate) => ENTRY_POINTS.some((name) => existsSync(sourceOf(candidate, name))));
  if (!place) throw new Error('holds no OpenRLHF: there is no openrlhf/cli/train_ppo_ray.py in it');
  return place;
}

function sourceOf(place: CopyPlace, entryPoint: string): string {
  return join(place.package, 'cli', `${entryPoint}.py`);
}

/** The usual entry points first, in their order, then what a fork adds. */
function entryPointNames({ package: folder }: CopyPlace): string[] {
  const names = readdirSync(join(folder, 'cli'))
    .filter((name) => /^(?!__)\w+\.py$/.test(name))
    .map((name) => name.slice(0, -'.py'.length))
    .sort();
  const usual: string[] = ENTRY_POINTS.filter((name) => names.includes(name));
  return [...usual, ...names.filter((name) => !usual.includes(name))];
}

/** Texts of the modules that entry points import: the package's own and, in a checkout, those that lie beside it. */
function moduleReader({ root, package: folder }: CopyPlace): (name: string) => string | undefined {
  // Beside an installed package lie all others, which have no say in its flags.
  const installed = readdirSync(root).some((name) => name.endsWith('.dist-info'));
  return (name) => {
    const [top, ...below] = name.split('.');
    if (top !== 'openrlhf' && installed) return undefined;
    const path = top === 'openrlhf' ? join(folder, ...below) : join(root, ...name.split('.'));
    for (const file of [`${path}.py`, join(path, '__init__.py')]) {
      try {
        return decodeText(readFileSync(file));
      } catch {
        // The other form, or none: the extractor says what it could not see.
      }
    }
    return undefined;
  };
}

/** Lines in the entry point's own file, in the parser's order; none if an option is added elsewhere. */
function ownLines({ spec, lines }: Extraction): readonly number[] {
  const own = spec.flags.flatMap(({ name }) => {
    const at = lines.get(name);
    return at?.module === `openrlhf.cli.${spec.name}` ? [at.line] : [];
  });
  return own.length === spec.flags.length ? own : [];
}

/** The newest bundled release with the same flags; the newest of all if there is none. */
function likeRelease(catalogue: Catalogue, bundled: Catalogues): string {
  const wanted = shapeOf(Object.values(catalogue.entryPoints));
  const same = bundled.releases.findLast((release) => {
    const entryPoints = bundled.forRelease(release)?.entryPoints ?? [];
    return shapeOf(entryPoints.map(({ spec }) => spec)) === wanted;
  });
  return same ?? bundled.newest;
}

/** What tells the command lines of two releases apart. */
function shapeOf(entryPoints: readonly EntryPointSpec[]): string {
  return JSON.stringify(
    entryPoints.map(({ name, flags }) => [
      name,
      flags.map((flag) => [flag.name, flag.aliases, flag.dest, flag.type, flag.nargs, flag.choices, flag.default]),
    ]),
  );
}
