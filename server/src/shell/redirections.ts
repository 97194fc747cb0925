import type { Redirection } from 'unbash';
import type { Condition } from './branches.ts';
import { substitutionText, unknownOutput } from './expand/substitution.ts';
import { expandText, heredocText, rangeOf } from './expand/word.ts';
import type { Machine } from './machine.ts';
import { noteOutput } from './outputs.ts';
import { serial, unknown } from './machine.ts';
import type { Source } from './source.ts';
import { slots } from './state.ts';
import type { Piece, Text } from './values.ts';

/** Runs a command with its redirections: heredocs and here-strings are its input, printed text may go to a file. */
export function withRedirections(
  m: Machine,
  source: Source,
  redirects: readonly Redirection[],
  run: () => Condition,
): Condition {
  if (redirects.length === 0) return run();
  const inputBefore = m.state.get(slots.input);
  const outputBefore = m.state.get(slots.output);
  let input: Text | undefined;
  let silent = false;
  for (const redirect of redirects) {
    if (redirect.type === 'Redirect') {
      const process = redirect.operator === '<' && redirect.target?.parts?.[0]?.type === 'ProcessSubstitution';
      const target = redirect.target === undefined || process ? undefined : expandText(m, source, redirect.target);
      const descriptor = redirect.descriptor?.type === 'FileDescriptor' ? redirect.descriptor.value : undefined;
      const reads = redirect.operator === '<' || redirect.operator === '<>' || redirect.operator === '<&';
      if (reads && (descriptor ?? 0) === 0)
        input = processInput(m, source, redirect) ?? [unknownInput(m, source, redirect, target)];
      else if (!reads && (descriptor === undefined || descriptor === 1)) silent = true;
      if (!reads && target !== undefined) noteOutput(m, target);
    } else if (
      redirect.descriptor === undefined ||
      (redirect.descriptor.type === 'FileDescriptor' && redirect.descriptor.value === 0)
    ) {
      input = inputText(m, source, redirect);
    }
  }
  if (input !== undefined) m.state.set(slots.input, { value: { kind: 'scalar', text: input }, flags: '' });
  const state = m.state;
  const condition = run();
  if (state === m.state) {
    if (input !== undefined) m.state.set(slots.input, inputBefore ?? { value: { kind: 'unset' }, flags: '' });
    if (silent && outputBefore !== undefined) m.state.set(slots.output, outputBefore);
  }
  return condition;
}

/** `< <(commands)`: what they print. */
function processInput(m: Machine, source: Source, redirect: Redirection): Text | undefined {
  const part = redirect.type === 'Redirect' && redirect.operator === '<' ? redirect.target?.parts?.[0] : undefined;
  if (part?.type !== 'ProcessSubstitution' || part.operator !== '<') return undefined;
  const text = substitutionText(m, source, rangeOf(part), part.script);
  return text.length === 0 ? [] : [...text, { kind: 'text', text: '\n', at: source.location(rangeOf(part)) }];
}

function unknownInput(m: Machine, source: Source, redirect: Redirection, target: Text | undefined): Piece {
  const at = source.location(rangeOf(redirect));
  const name = target?.map((piece) => (piece.kind === 'text' ? piece.text : '…')).join('');
  return { kind: 'unknown', why: unknown('read-at-run-time', name), at, symbol: serial(m, 'file'), shape: 'any' };
}

/** The text of a heredoc or here-string. */
export function inputText(m: Machine, source: Source, redirect: Redirection): Text {
  const newline: Piece = { kind: 'text', text: '\n', at: source.location(rangeOf(redirect)) };
  if (redirect.type === 'HereString')
    return [...(redirect.target === undefined ? [] : expandText(m, source, redirect.target)), newline];
  if (redirect.type !== 'HereDoc') return [unknownOutput(m, newline.at)];
  const range = rangeOf(redirect.body);
  const quoted = redirect.delimiter?.quoted === true;
  const text: Text = quoted
    ? source.pieces(range, source.literal(range))
    : heredocText(m, source, range, redirect.body.parts);
  return redirect.operator === '<<-' ? withoutTabs(text) : text;
}

/** `<<-`: tabs at the start of each line are dropped. */
function withoutTabs(text: Text): Text {
  let atStart = true;
  return text.flatMap((piece): Text => {
    if (piece.kind !== 'text') {
      atStart = false;
      return [piece];
    }
    const out: Piece[] = [];
    let from = 0;
    for (let i = 0; i < piece.text.length;) {
      if (atStart && piece.text.charAt(i) === '\t') {
        if (i > from) out.push(slicePiece(piece, from, i));
        while (piece.text.charAt(i) === '\t') i++;
        from = i;
        atStart = false;
        continue;
      }
      atStart = piece.text.charAt(i) === '\n';
      i++;
    }
    if (from < piece.text.length) out.push(slicePiece(piece, from, piece.text.length));
    return out;
  });
}

function slicePiece(piece: Extract<Piece, { kind: 'text' }>, start: number, end: number): Piece {
  return sliceText(piece, start, end);
}
import { sliceText } from './values.ts';
