import { similarity } from '../../catalogue/distance.ts';
import type { Message } from '../../messages/catalogue.ts';
import type { OffsetRange } from '../../text/location.ts';
import { fix, say } from '../finding.ts';
import type { Finding, Fix } from '../model.ts';
import { RULES } from '../registry.ts';
import { IGNORE_KINDS, type Directive, type Mistake } from './directive.ts';
import type { Sifting, Use } from './model.ts';
import type { IGNORE_RULES } from './rows.ts';
import type { IgnoreScopes } from './scope.ts';

type HintCode = (typeof IGNORE_RULES)[number]['id'];

/** Likeness from which a name is offered for another. */
const NEAR = 0.6;

const CODES = RULES.map(({ id }) => id);
const KNOWN = new Set(CODES);

/** What is wrong with a comment: words that say nothing, and codes and flags that keep no finding back. */
export function hintsOn({ directive, used }: Use, scopes: IgnoreScopes, sifting: Sifting): Finding[] {
  const { uri, rules, complete } = sifting;
  const hint = (code: HintCode, range: OffsetRange, message: Message, fixes: readonly Fix[]): Finding[] => {
    const severity = rules[code] ?? 'hint';
    if (severity === 'off') return [];
    const related: Finding['related'] = [];
    return [{ code, severity, stage: null, location: { uri, range }, message, entryPoint: null, related, fixes }];
  };
  const replace = (range: OffsetRange, newText: string): Fix[] => [
    fix(say('fix-value', { value: newText }), [{ location: { uri, range }, newText }], true),
  ];
  const remove = (range: OffsetRange, text: string): Fix[] => {
    const alone =
      directive.codes.length === 1 || directive.codes.every((code) => KNOWN.has(code.text) && !used.has(code));
    const isCode = directive.codes.some((code) => code.start === range.start);
    const whole = alone && isCode;
    const from = whole ? commentRange(scopes, directive) : partRange(scopes, range);
    if (from === undefined) return [];
    const title = whole ? say('fix-ignore-remove') : say('fix-ignore-remove-part', { text });
    return [fix(title, [{ location: { uri, range: from }, newText: '' }], true)];
  };
  const mistakes = directive.mistakes.flatMap((mistake) =>
    hint(
      'ignore-malformed',
      mistake,
      sentenceOn(mistake),
      mend(mistake, replace, (title, at, newText) => [
        fix(title, [{ location: { uri, range: { start: at, end: at } }, newText }], true),
      ]),
    ),
  );
  const unknown = directive.codes
    .filter(({ text }) => !KNOWN.has(text))
    .flatMap((code) => {
      const near = nearestOf(code.text, CODES);
      if (near === undefined) {
        return hint(
          'ignore-unknown-code',
          code,
          say('ignore-unknown-code', { code: code.text }),
          remove(code, code.text),
        );
      }
      const message = say('ignore-unknown-code-near', { code: code.text, suggestion: near });
      return hint('ignore-unknown-code', code, message, replace(code, near));
    });
  // A comment that does not say what it covers, or is not understood in full, is not yet finished.
  if (!complete || directive.mistakes.length > 0 || unknown.length > 0) return [...mistakes, ...unknown];
  const unused = directive.codes.filter((code) => !used.has(code) && rules[code.text] !== 'off');
  const isMisplaced = directive.kind === 'ignore' && scopes.isAlone(directive);
  const idle = unused.flatMap((code) => {
    const message = isMisplaced ? say('ignore-unused-alone') : say('ignore-unused', { code: code.text });
    return hint('ignore-unused', code, message, remove(code, code.text));
  });
  const flags = unused.length === directive.codes.length ? [] : directive.flags.filter((flag) => !used.has(flag));
  const idleFlags = flags.flatMap((flag) =>
    hint('ignore-unused', flag, say('ignore-unused-flag', { flag: flag.text }), remove(flag, flag.text)),
  );
  return [...idle, ...idleFlags];
}

function sentenceOn({ why, text }: Mistake): Message {
  switch (why) {
    case 'kind':
      return say('ignore-kind', { text });
    case 'no-code':
      return say('ignore-no-code');
    case 'flag':
      return say('ignore-flag', { text });
    case 'reason':
      return say('ignore-reason', { text });
    case 'word':
      return say('ignore-word', { text });
  }
}

function mend(
  { why, text, start, end }: Mistake,
  replace: (range: OffsetRange, newText: string) => Fix[],
  insert: (title: Message, at: number, newText: string) => Fix[],
): Fix[] {
  switch (why) {
    case 'kind': {
      const near = nearestOf(text.replaceAll('_', '-'), IGNORE_KINDS);
      return near === undefined ? [] : replace({ start, end }, near);
    }
    case 'flag': {
      const bare = /^(--[A-Za-z][\w.-]*)=/.exec(text)?.[1];
      return bare === undefined ? [] : replace({ start, end }, bare);
    }
    case 'reason':
      return insert(say('fix-ignore-colon'), start, ': ');
    case 'no-code':
    case 'word':
      return [];
  }
}

function nearestOf(text: string, names: readonly string[]): string | undefined {
  const scored = names.map((name) => ({ name, score: similarity(text.toLowerCase(), name) }));
  const [best] = scored.sort((a, b) => b.score - a.score);
  return best !== undefined && best.score >= NEAR ? best.name : undefined;
}

/** The comment with its line, or with the blanks before it; `undefined` where the line above would then go on in the next one. */
function commentRange({ lines }: IgnoreScopes, { range }: Directive): OffsetRange | undefined {
  const { line, character } = lines.position(range.start);
  const start = lines.lineStart(line);
  const before = lines.lineText(line).slice(0, character);
  if (before.trim() !== '') return { start: start + before.trimEnd().length, end: range.end };
  if (line > 0 && lines.lineText(line - 1).endsWith('\\')) return undefined;
  return { start, end: lines.lineStart(line + 1) };
}

/** A code or flag with the blanks and commas before it. */
function partRange({ lines }: IgnoreScopes, { start, end }: OffsetRange): OffsetRange {
  const gap = /[\s,]*$/.exec(lines.text.slice(0, start))?.[0].length ?? 0;
  const before = lines.text.slice(0, start - gap);
  // The first code gives up the blank behind it instead.
  if (!/ignore(?:-next-line|-file)?$/.test(before)) return { start: start - gap, end };
  const after = /^[\s,]*/.exec(lines.text.slice(end))?.[0].length ?? 0;
  return { start, end: end + after };
}
