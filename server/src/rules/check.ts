import type { BoundLaunch } from '../launch/bound.ts';
import type { Message, MessageArgs } from '../messages/catalogue.ts';
import type { ScriptNote } from '../shell/model.ts';
import { sameLocation, type Location } from '../text/location.ts';
import type { Draft, RuleContext, RuleRow, View } from './context.ts';
import { say } from './finding.ts';
import type { Finding, Fix, SeverityOverrides } from './model.ts';
import type { PythonContext } from './python/context.ts';
import { LAUNCH_FAMILIES, PYTHON_FAMILIES, RULES, SCRIPT_FAMILIES } from './registry.ts';
import { createLikeness, type Likeness } from './likeness.ts';
import { redacted } from '../text/keys.ts';
import { createFixGuard } from './shared.ts';
import type { Occurrence, Occurrences } from './shared.ts';

/** A finding under way: one problem, with all the ways and launches that have it. */
interface Group {
  readonly row: RuleRow;
  readonly draft: Draft;
  readonly occurrences: Map<View | null, Occurrence>;
}

/** Collects drafts: the same problem met in several ways or launches at one place is one finding. */
class Collector {
  readonly #rows = new Map(RULES.map((row) => [row.id, row]));
  readonly #groups = new Map<string, Group>();
  readonly #severities: SeverityOverrides;

  constructor(severities: SeverityOverrides) {
    this.#severities = severities;
  }

  add(draft: Draft, view: View | null): void {
    const row = this.#rows.get(draft.code);
    if (!row) throw new Error(`no rule is called ${draft.code}`);
    if (this.#severities[draft.code] === 'off') return;
    const key = keyOf(draft);
    const group = this.#groups.get(key) ?? { row, draft, occurrences: new Map<View | null, Occurrence>() };
    this.#groups.set(key, group);
    const occurrence = group.occurrences.get(view) ?? { subjects: new Set(), fixes: new Set() };
    group.occurrences.set(view, occurrence);
    for (const word of draft.subjects) occurrence.subjects.add(word);
    for (const fix of draft.fixes ?? []) occurrence.fixes.add(JSON.stringify(fix));
  }

  /** Sorted by place; with the fixes that touch nothing beyond their finding in these ways. */
  findings(views: readonly View[]): Finding[] {
    const guard = createFixGuard(
      views,
      [...this.#groups.values()].flatMap(({ draft }) => draft.fixes ?? []),
    );
    return [...this.#groups.values()].map((group) => toFinding(group, this.#severities, guard)).sort(byPlace);
  }
}

/**
 * All findings of a file's launches and script, sorted by place. The same problem met in several ways or launches at one
 * place is one finding; `related` names the other launches. A fix that would change any word beyond its finding's own,
 * such as the literal of a variable that another launch uses too, is left out.
 */
export function check(context: RuleContext, severities: SeverityOverrides = {}): Finding[] {
  const collector = new Collector(severities);
  const alike = createLikeness(context.release.release);
  const views = context.launches.flatMap((judged) => viewsOf(judged, alike));
  for (const view of views) {
    for (const family of LAUNCH_FAMILIES) {
      for (const draft of family.check(view, context)) if (!isTold(draft, context.notes)) collector.add(draft, view);
    }
  }
  for (const family of SCRIPT_FAMILIES) for (const draft of family.check(context)) collector.add(draft, null);
  return collector.findings(views);
}

/** All findings of a Python file, sorted by place. */
export function checkPython(context: PythonContext, severities: SeverityOverrides = {}): Finding[] {
  const collector = new Collector(severities);
  for (const family of PYTHON_FAMILIES) for (const draft of family.check(context)) collector.add(draft, null);
  return collector.findings([]);
}

/** A note on the script tells the cause of it: the words are not what their author wrote. */
function isTold({ location, subjects }: Draft, notes: readonly ScriptNote[]): boolean {
  return notes.some((note) => {
    if (note.location.uri !== location.uri) return false;
    if (note.kind === 'crlf') return subjects.some((word) => word.kind === 'known' && word.value.includes('\r'));
    const { start, end } = note.location.range;
    return note.kind === 'continuation-cut' && start < location.range.end && location.range.start < end;
  });
}

function viewsOf({ launch, spec, ways }: BoundLaunch, alike: Likeness): View[] {
  if (!spec || launch.entryPoint === null) return [];
  const { entryPoint } = launch;
  const open = launch.wrapper === true || spec.incomplete === true;
  return ways.map(({ way, binding }) => ({
    launch,
    entryPoint,
    spec,
    way,
    binding,
    open,
    alike: (flag) => alike(spec, flag),
  }));
}

function keyOf({ code, location, message }: Draft): string {
  return JSON.stringify([code, location.uri, location.range.start, location.range.end, message]);
}

function toFinding(
  { row, draft, occurrences }: Group,
  severities: SeverityOverrides,
  guard: (fix: Fix, occurrences: Occurrences) => boolean,
): Finding {
  const override = severities[row.id];
  const launches = new Map(
    [...occurrences.keys()].flatMap((view) => (view ? [[view.launch.id, view.launch] as const] : [])),
  );
  const [first, ...others] = launches.values();
  const also = others
    .filter((launch) => !first || !sameLocation(launch.location, first.location))
    .map((launch) => ({ location: launch.location, message: say('related-launch') }));
  return {
    code: row.id,
    severity: override && override !== 'off' ? override : (draft.severity ?? row.severity),
    stage: draft.stage ?? row.stage,
    location: draft.location,
    message: discreet(draft.message),
    entryPoint: first?.entryPoint ?? null,
    related: uniquePlaces([...(draft.related ?? []), ...also]),
    fixes: firstOfTitle((draft.fixes ?? []).filter((fix) => guard(fix, occurrences))).map((fix) => ({
      ...fix,
      title: discreet(fix.title),
    })),
  };
}

/** The message without keys. */
function discreet(message: Message): Message {
  if (!message.args) return message;
  const args = Object.entries(message.args).map(([name, value]) => [
    name,
    typeof value === 'string' ? redacted(value) : typeof value === 'object' ? discreet(value) : value,
  ]);
  return { ...message, args: Object.fromEntries(args) as MessageArgs };
}

/** Of fixes with the same title, which are ways to do the same, the first that is left. */
function firstOfTitle(fixes: readonly Fix[]): Fix[] {
  const titles = fixes.map(({ title }) => JSON.stringify(title));
  return fixes.filter((_, index) => titles.indexOf(titles[index] ?? '') === index);
}

/** Places that begin at one character look the same to the reader, as those of a command in a string that is run twice. */
function uniquePlaces<T extends { readonly location: Location }>(places: readonly T[]): T[] {
  const byStart = new Map<string, T>();
  for (const place of places) {
    const start = `${place.location.range.start} ${place.location.uri}`;
    if (!byStart.has(start)) byStart.set(start, place);
  }
  return [...byStart.values()];
}

/** Sorts by file, then by place. */
export function byPlace(a: Finding, b: Finding): number {
  const x = a.location;
  const y = b.location;
  if (x.uri !== y.uri) return x.uri < y.uri ? -1 : 1;
  return x.range.start - y.range.start || x.range.end - y.range.end;
}
