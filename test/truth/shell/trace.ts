import type { LaunchCommand } from '../../../server/src/shell/model.ts';
import type { Location } from '../../../server/src/text/location.ts';
import { isEntryPoint } from './launches.ts';
import { pathOf } from './model.ts';

/** A call of a function or a `source` that bash was in: where it was made, and the file that then ran. */
export interface Frame {
  readonly kind: 'call' | 'source';
  readonly line: number;
  /** File name of the command that made it. */
  readonly from: string;
  /** File name of what ran. */
  readonly file: string;
}

/** A launch as `set -x` traced it. */
export interface TracedLaunch {
  readonly file: string;
  readonly line: number;
  /** Outermost first. */
  readonly frames: readonly Frame[];
  /** What the names of `for` loops held. */
  readonly loopValues: ReadonlyMap<string, string>;
}

const deepest = 8;
const separator = '\u001f';
const record = '\u001e';

/** Names of the `for NAME in …` loops of texts. */
export function loopNames(texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap((text) => [...text.matchAll(/\bfor (\w+)\b/g)].map((match) => match[1] ?? '')))];
}

/**
 * A file for BASH_ENV: bash writes every command to `traceFile`, with its line, its stack of calls and the values of `names`.
 * (A prompt in the environment would not do: bash does not take PS4 over when root runs it.)
 */
export function traceSetup(traceFile: string, names: readonly string[]): string {
  const stack = Array.from({ length: deepest }, (_, i) => [
    `\${FUNCNAME[${i}]-}`,
    `\${BASH_SOURCE[${i}]-}`,
    `\${BASH_LINENO[${i}]-}`,
  ]).flat();
  const fields = [...stack, '$LINENO', ...names.map((name) => `\${${name}-}`), ''];
  return `exec 9>>'${traceFile}'\nBASH_XTRACEFD=9\nPS4='${record}${fields.join(separator)}'\nunset BASH_ENV\nset -x\n`;
}

const fileName = (path: string): string => path.split('/').pop() ?? path;

/** The launches in a trace that `traceSetup` made. A string that `eval` runs is traced once more, as its commands. */
export function tracedLaunches(trace: string, names: readonly string[]): TracedLaunch[] {
  return trace.split(new RegExp(`${record}+`)).flatMap((text) => {
    const fields = text.split(separator);
    const words = (fields.slice(3 * deepest + 1 + names.length).join(separator) || '').trim().split(/\s+/);
    const at = words.findIndex(
      (word, i) => isEntryPoint(word) && (word.endsWith('.py') || /^--?\w*m/.test(words[i - 1] ?? '')),
    );
    if (at < 0 || words[0] === 'eval') return [];
    const frames: Frame[] = [];
    // FUNCNAME is there in functions only.
    for (let i = 0; i + 1 < deepest; i++) {
      const [name = '', file = '', line = ''] = fields.slice(3 * i, 3 * i + 3);
      const from = fileName(fields[3 * i + 4] ?? '');
      if (from === '') break;
      frames.unshift({
        kind: name === 'source' || name === '' ? 'source' : 'call',
        line: Number(line),
        from,
        file: fileName(file),
      });
    }
    const loopValues = new Map(names.map((name, i) => [name, fields[3 * deepest + 1 + i] ?? '']));
    return [{ file: fileName(fields[1] ?? ''), line: Number(fields[3 * deepest]), frames, loopValues }];
  });
}

/** What our steps to a launch say otherwise than the trace of bash. */
export function wrongSteps(ours: LaunchCommand, traced: TracedLaunch, files: ReadonlyMap<string, string>): string[] {
  const wrong: string[] = [];
  const steps = ours.via.filter((step) => step.kind !== 'loop');
  const kinds = (list: readonly { readonly kind: string }[]): string => list.map(({ kind }) => kind).join(' ');
  if (kinds(steps) !== kinds(traced.frames)) return [`bash: ${kinds(traced.frames)}; ours: ${kinds(steps)}`];
  for (const [i, frame] of traced.frames.entries()) {
    const step = steps[i];
    if (step === undefined) continue;
    const [first, last] = linesOf(step.location, files);
    if (frame.line < first || frame.line > last || frame.from !== fileOf(step.location)) {
      wrong.push(`${frame.kind} in ${frame.from}:${frame.line}; ours ${fileOf(step.location)}:${first}-${last}`);
    }
    const inside = steps[i + 1]?.location ?? ours.location;
    if (frame.file !== fileOf(inside)) wrong.push(`${frame.kind} runs ${frame.file}; ours ${fileOf(inside)}`);
  }
  for (const step of ours.via) {
    if (step.kind !== 'loop' || step.value === undefined) continue;
    const name = loopName(step.location, files);
    const value = name === undefined ? undefined : traced.loopValues.get(name);
    if (value !== undefined && value !== step.value) wrong.push(`for ${name ?? ''} is ${value}; ours ${step.value}`);
  }
  return wrong;
}

/** The name that the loop of a step gives its values to. */
export function loopName({ uri, range }: Location, files: ReadonlyMap<string, string>): string | undefined {
  return /^for (\w+)/.exec((files.get(pathOf(uri) ?? '') ?? '').slice(range.start))?.[1];
}

function fileOf({ uri }: Location): string {
  return fileName(pathOf(uri) ?? uri);
}

function linesOf({ uri, range }: Location, files: ReadonlyMap<string, string>): [number, number] {
  const text = files.get(pathOf(uri) ?? '') ?? '';
  const line = (at: number): number => text.slice(0, at).split('\n').length;
  return [line(range.start), line(range.end)];
}
