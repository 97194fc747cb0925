import type { LaterRenames, OlderFlag, RenameFile } from '../../server/src/catalogue/renames.ts';

/** `flag_renames.json` of the facts. */
export interface RenameFacts {
  readonly renames: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  readonly later: readonly {
    readonly from: string;
    readonly to: string;
    readonly renames: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
    readonly added?: Readonly<Record<string, readonly string[]>>;
    readonly by_value?: Readonly<Record<string, LaterRenames['byValue'][string]>>;
  }[];
}

interface MigrationRow {
  readonly entry: string;
  readonly old: string;
  readonly new: string;
  readonly last: string;
}

const LAST_FLAT = 'v0.10.1.post2';

/** Rows of `migration.tsv`: entry, old, new, a note, last version with old. */
function readRows(tsv: string): MigrationRow[] {
  const [, ...lines] = tsv.trimEnd().split('\n');
  return lines.map((line) => {
    const [entry = '', old = '', next = '', , last = ''] = line.split('\t');
    return { entry, old, new: next, last };
  });
}

/** The bundled renames, from the facts that were taken from every release of OpenRLHF. */
export function renameFile(facts: RenameFacts, tsv: string): RenameFile {
  const flat: Record<string, Record<string, readonly string[]>> = {};
  const older: Record<string, Record<string, OlderFlag>> = {};
  const unreleased: Record<string, Record<string, readonly string[]>> = {};
  const at = <T>(record: Record<string, Record<string, T>>, entry: string) => (record[entry] ??= {});
  const rows = readRows(tsv);
  const dead = new Set(
    rows.filter((row) => row.last === LAST_FLAT && row.new === '').map(({ entry, old }) => `${entry} ${old}`),
  );
  for (const [entry, renames] of Object.entries(facts.renames)) {
    for (const [old, names] of Object.entries(renames)) {
      if (names.length === 1 && names[0] === old) continue;
      // A flag that did nothing has no successor, whatever looks alike: setting that one would change the run.
      at(flat, entry)[old] = dead.has(`${entry} ${old}`) ? [] : names;
    }
  }
  for (const { entry, old, new: next, last } of rows) {
    if (last.startsWith('dev:')) at(unreleased, entry)[old] = flagsIn(next);
    else if (/^v0\.\d/.test(last) && last !== LAST_FLAT && !old.includes('.'))
      at(older, entry)[old] = olderFlag(entry, next, last);
  }
  return { flat, older, unreleased, later: facts.later.map(laterRenames) };
}

const flagsIn = (text: string): string[] => text.match(/--[\w.]+/g) ?? [];

function olderFlag(entry: string, next: string, last: string): OlderFlag {
  const [before = '', sum] = next.split(' (= ');
  // `--actor.x / --model.x` names the successor per kind of trainer.
  const choices = before.split(' / ');
  const chosen = choices.find((name) => name.startsWith('--actor.') === (entry === 'train_ppo_ray')) ?? before;
  const value = /^--\S+ (\S+)$/.exec(chosen)?.[1];
  return {
    last: last.slice(1),
    to: flagsIn(chosen),
    ...(value === undefined ? {} : { value }),
    ...(sum === undefined
      ? {}
      : {
          sumOf: sum
            .replace(/\)$/, '')
            .split(' + ')
            .map((name) => `--${name}`),
        }),
  };
}

function laterRenames(step: RenameFacts['later'][number]): LaterRenames {
  const removed = Object.entries(step.renames).map(([entry, renames]) => {
    const gone = Object.entries(renames).filter(([old, names]) => !names.includes(old));
    return [entry, Object.fromEntries(gone)] as const;
  });
  return {
    from: step.from.slice(1),
    to: step.to.slice(1),
    added: step.added ?? {},
    removed: Object.fromEntries(removed),
    byValue: step.by_value ?? {},
  };
}
