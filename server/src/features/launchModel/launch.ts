import type { BoundLaunch } from '../../launch/bound.ts';
import type { Launch } from '../../launch/model.ts';
import { render } from '../../messages/render.ts';
import { fileOfUri } from '../../text/uri.ts';
import type { Analysis } from '../analysis.ts';
import { workingDirOf } from '../launchIndex/workingDir.ts';
import { demandOf } from '../launchPlan/demand.ts';
import { findingsOf, type Judge } from '../launchPlan/findings.ts';
import { GapSource } from '../launchPlan/gapSource.ts';
import { code } from '../markdown.ts';
import { Discretion } from './discretion.ts';
import { oneLine, type Cell, type Page, type Piece } from './page.ts';
import { valueRows, type ValueRows } from './values.ts';
import { wordRows, wordText, type WordContext } from './words.ts';

/** Writes all that is known of one launch. */
export function writeLaunch(page: Page, bound: BoundLaunch, number: number, analysis: Analysis, judge: Judge): void {
  const { launch } = bound;
  const source = new GapSource(analysis.document.uri, launch.location, analysis.script.assignments, judge.textOf);
  const context: WordContext = { page, source, discretion: new Discretion(bound) };
  const name = launch.entryPoint ?? launch.module;
  page.heading(2, render({ key: 'model-launch', args: { number, name } }), ', ', page.place(launch.moduleLocation));
  item(page, 'model-started-by', startedBy(launch, page));
  item(page, 'model-runs', [runs(launch)]);
  const reached = reachedBy(launch, page);
  if (reached.length > 0) item(page, 'model-reached', reached);
  item(page, 'model-folder', [folderOf(bound, context)]);
  item(page, 'model-gpus', [demandText(bound)]);
  writeFindings(page, bound, analysis, judge, context);
  const rows = writeValues(page, bound, context);
  words(page, context, 'model-arguments', launch.argv);
  writeEnvironment(page, launch, context);
  words(page, context, 'model-launcher', [...(launch.submit ?? []), ...launch.launcher]);
  const head = [render({ key: 'model-flag' }), render({ key: 'model-value' })];
  section(page, 'model-defaults', head, rows.defaults);
}

function item(
  page: Page,
  key: 'model-started-by' | 'model-runs' | 'model-reached' | 'model-folder' | 'model-gpus',
  pieces: readonly Piece[],
): void {
  page.line(`- **${render({ key })}**: `, ...pieces);
}

/** `ray job submit` (line 4) → `python3 -m …` (line 9). */
function startedBy({ wrappers, launcher, module, moduleLocation }: Launch, page: Page): Piece[] {
  const around = wrappers.flatMap(({ kind, location }): Piece[] => [code(kind), ' (', page.place(location), ') → ']);
  const last = launcher.slice(-2).flatMap((word) => (word.kind === 'known' ? [word.value] : []));
  const program = last.length === 2 ? `${last.join(' ')} ${module}` : module;
  return [...around, code(oneLine(program)), ' (', page.place(moduleLocation), ')'];
}

function runs({ conditional, repeated }: Launch): string {
  const texts = [
    ...(conditional ? [render({ key: 'model-runs-maybe' })] : []),
    ...(repeated ? [render({ key: 'model-runs-often' })] : []),
  ];
  return texts.length > 0 ? texts.join(', ') : render({ key: 'model-runs-once' });
}

function reachedBy({ via }: Launch, page: Page): Piece[] {
  return via.flatMap(({ kind, location, value }, index): Piece[] => {
    const piece = page.place(location);
    const place = typeof piece === 'string' ? piece : piece.text;
    const text =
      kind === 'loop' && value !== undefined
        ? render({ key: 'model-reached-loop-value', args: { place, value: code(oneLine(value)) } })
        : render({ key: `model-reached-${kind}`, args: { place } });
    const at = text.indexOf(place);
    const before = index === 0 ? [] : [' → '];
    return [...before, text.slice(0, at), piece, text.slice(at + place.length)];
  });
}

function folderOf({ launch, ways }: BoundLaunch, { discretion }: WordContext): string {
  const way = ways[0]?.way ?? { taken: new Map<string, number>(), words: [] };
  const dir = workingDirOf(launch, way, () => null);
  switch (dir.kind) {
    case 'folder': {
      const folder = code(oneLine(discretion.text(dir.path)));
      return render({ key: 'model-folder-job', args: { folder } });
    }
    case 'cluster':
      return render({ key: 'model-folder-cluster' });
    case 'unknown':
      return render({ key: 'model-folder-unknown' });
    case 'script':
      if (launch.elsewhere === true) return render({ key: 'model-folder-elsewhere' });
      return launch.folder === undefined ? render({ key: 'model-folder-script' }) : code(fileOfUri(launch.folder));
  }
}

function demandText(bound: BoundLaunch): string {
  const demand = demandOf(bound);
  switch (demand.kind) {
    case 'known': {
      const list = demand.requests.map(({ owner, gpus }) => `${owner} ${gpus}`).join(', ');
      return render({ key: 'model-gpus-known', args: { gpus: demand.gpus, cpus: demand.cpus, list } });
    }
    case 'unknown':
      return render({ key: 'model-gpus-unknown', args: { flags: demand.flags.map(code).join(', ') } });
    case 'fails':
      return render({
        key: 'model-gpus-fails',
        args: { exception: demand.failure.exception, what: demand.failure.what },
      });
    case 'none':
      return render({ key: 'model-gpus-none' });
  }
}

function writeFindings(
  page: Page,
  bound: BoundLaunch,
  analysis: Analysis,
  judge: Judge,
  { discretion }: WordContext,
): void {
  const findings = findingsOf(bound, analysis, judge);
  const label = `- **${render({ key: 'model-findings' })}**: `;
  if (findings.length === 0) {
    page.line(`${label}${render({ key: 'model-findings-none' })}`);
    return;
  }
  page.line(`${label}${findings.length}`);
  for (const { severity, code: rule, message, uri, line, character } of findings) {
    const offset = judge.linesOf(uri)?.offset({ line, character }) ?? 0;
    const piece = page.place({ uri, range: { start: offset, end: offset } });
    const place = typeof piece === 'string' ? piece : piece.text;
    const text = render({
      key: 'model-finding',
      args: { severity, code: code(rule), place, message: oneLine(discretion.text(message)) },
    });
    const at = text.indexOf(place);
    page.line('  - ', text.slice(0, at), piece, text.slice(at + place.length));
  }
}

function words(
  page: Page,
  context: WordContext,
  key: 'model-launcher' | 'model-arguments',
  items: Launch['argv'],
): void {
  if (items.length === 0) return;
  page.heading(3, render({ key }));
  page.table(
    [render({ key: 'model-word' }), render({ key: 'model-where' }), render({ key: 'model-note' })],
    wordRows(items, context),
  );
}

function writeEnvironment(page: Page, { env }: Launch, context: WordContext): void {
  if (env.length === 0) return;
  page.heading(3, render({ key: 'model-environment' }));
  const rows = env.map(({ name, item: value }): Cell[] => {
    const at = value.kind === 'branches' ? [] : [page.place(value.location)];
    return [[code(name)], [wordText(value, context)], at];
  });
  page.table([render({ key: 'model-variable' }), render({ key: 'model-value' }), render({ key: 'model-where' })], rows);
}

/** All values but the defaults, which are many and come last. */
function writeValues(page: Page, bound: BoundLaunch, { discretion }: WordContext): ValueRows {
  const rows = valueRows(bound, page, discretion);
  if (bound.spec === null) {
    page.line();
    page.line(render({ key: 'status-model-no-values' }));
    return rows;
  }
  const refused = bound.ways.every(({ binding }) => binding.problems.length > 0);
  const notes = [
    ...(refused ? [render({ key: 'status-model-refused' })] : []),
    ...(bound.complete ? [] : [render({ key: 'status-model-ways' })]),
  ];
  const flag = render({ key: 'model-flag' });
  const value = render({ key: 'model-value' });
  const where = render({ key: 'model-where' });
  section(page, 'model-given', [flag, value, where], rows.given, notes);
  section(page, 'model-forced', [flag, value, render({ key: 'model-because' })], rows.forced);
  section(page, 'model-not-known', [flag, render({ key: 'model-why' })], rows.unknown);
  return rows;
}

function section(
  page: Page,
  key: 'model-given' | 'model-forced' | 'model-not-known' | 'model-defaults',
  head: readonly string[],
  rows: readonly (readonly Cell[])[],
  notes: readonly string[] = [],
): void {
  if (rows.length === 0 && notes.length === 0) return;
  page.heading(3, render({ key }));
  for (const note of notes) {
    page.line(note);
    page.line();
  }
  page.table(head, rows);
}
