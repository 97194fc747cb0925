import { byPlace } from '../check.ts';
import type { Finding, Sifted, Suppressed } from '../model.ts';
import { RULES } from '../registry.ts';
import { readDirective } from './directive.ts';
import { flagsByPlace } from './flags.ts';
import { hintsOn } from './hints.ts';
import type { Sifting, Use } from './model.ts';
import { IgnoreScopes, type CommentedText } from './scope.ts';

const CODES = new Set(RULES.map(({ id }) => id));

/** Takes away what comments say to ignore, and adds what is wrong with these comments. The order of places stays. */
export function sift(found: readonly Finding[], sifting: Sifting): Sifted {
  const files = new Map<string, { readonly scopes: IgnoreScopes; readonly uses: readonly Use[] } | null>();
  const fileOf = (uri: string) => {
    const known = files.get(uri);
    if (known !== undefined) return known;
    const commented = sifting.commented(uri);
    const file = commented === undefined ? null : readFile(commented);
    files.set(uri, file);
    return file;
  };
  const flagsAt = flagsByPlace(sifting.launches);
  const findings: Finding[] = [];
  const suppressed: Suppressed[] = [];
  for (const finding of found) {
    const file = fileOf(finding.location.uri);
    const by = file?.uses.filter((use) => isIgnored(finding, use, file.scopes, flagsAt)) ?? [];
    const [first] = by;
    if (first === undefined) findings.push(finding);
    else {
      const reason = by.find(({ directive }) => directive.reason !== null)?.directive.reason ?? null;
      suppressed.push({ finding, reason });
    }
  }
  const own = fileOf(sifting.uri);
  if (own === null) return { findings, suppressed };
  const hints = own.uses.flatMap((use) => hintsOn(use, own.scopes, sifting));
  return { findings: hints.length === 0 ? findings : [...findings, ...hints].sort(byPlace), suppressed };
}

function readFile(commented: CommentedText): { readonly scopes: IgnoreScopes; readonly uses: readonly Use[] } {
  const directives = commented.comments.flatMap(
    ({ start, end }) => readDirective(commented.text.slice(start, end), start, (code) => CODES.has(code)) ?? [],
  );
  return {
    scopes: new IgnoreScopes(commented, directives),
    uses: directives.map((directive) => ({ directive, used: new Set() })),
  };
}

/** Whether a comment keeps a finding back; its code and flags then count as used. */
function isIgnored(
  { code, location }: Finding,
  { directive, used }: Use,
  scopes: IgnoreScopes,
  flagsAt: ReturnType<typeof flagsByPlace>,
): boolean {
  const codes = directive.codes.filter(({ text }) => text === code);
  if (codes.length === 0 || !scopes.covers(directive, location)) return false;
  if (directive.flags.length > 0) {
    const there = flagsAt(location);
    const flags = directive.flags.filter(({ text }) => there.includes(text));
    if (flags.length === 0) return false;
    for (const flag of flags) used.add(flag);
  }
  for (const named of codes) used.add(named);
  return true;
}
