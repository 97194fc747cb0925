import { execFileSync } from 'node:child_process';
import { evaluateScript } from '../../server/src/shell/evaluate.ts';
import type { LaunchCommand, ScriptModel } from '../../server/src/shell/model.ts';
import type { Item } from '../../server/src/text/items.ts';
import type { Location } from '../../server/src/text/location.ts';

export const SCRIPT = 'file:///work/run.sh';

/** The model of a script; `files` are texts by path beside it. */
export function modelOf(text: string, files: Readonly<Record<string, string | null>> = {}): ScriptModel {
  return evaluateScript({
    uri: SCRIPT,
    text,
    file: (uri) => files[uri.replace('file:///work/', '')],
    recognises: (name) => /^openrlhf\.cli\.\w+$/.test(name) || /(?:^|\/)openrlhf\/cli\/\w+\.py$/.test(name),
  });
}

/** An item in one line: the text, `?` for a word that is not known, `…` for any number of words, `{c: a | b}` for branches. */
export function show(item: Item): string {
  switch (item.kind) {
    case 'known':
      return /^[^\s'"{}|?…]+$/.test(item.value) ? item.value : JSON.stringify(item.value);
    case 'unknown':
      return '?';
    case 'many':
      return '…';
    case 'branches':
      return `{${item.choice}: ${item.oneOf.map((items) => items.map(show).join(' ')).join(' | ')}}`;
  }
}

export function showAll(items: readonly Item[]): string {
  return items.map(show).join(' ');
}

/** The words of every launch, one launch a line. */
export function argvs(text: string, files: Readonly<Record<string, string | null>> = {}): string[] {
  return modelOf(text, files).launches.map((launch) => showAll(launch.argv));
}

/** The words of the only launch. */
export function argv(text: string, files: Readonly<Record<string, string | null>> = {}): string {
  const all = argvs(text, files);
  if (all.length !== 1) throw new Error(`${all.length} launches in:\n${text}`);
  return all[0] ?? '';
}

export function onlyLaunch(text: string, files: Readonly<Record<string, string | null>> = {}): LaunchCommand {
  const [launch, ...more] = modelOf(text, files).launches;
  if (launch === undefined || more.length > 0) throw new Error(`not one launch in:\n${text}`);
  return launch;
}

/** The text of a place in a script. */
export function textAt(text: string, location: Location): string {
  return text.slice(location.range.start, location.range.end);
}

/**
 * What real bash passes to the launch of each script, all scripts in one run. Each is a subshell with a clean environment; words
 * are read back between control characters.
 */
export function bashArgvs(scripts: readonly string[]): string[][] {
  const bodies = scripts.map((script) => `(\n${script}\n) </dev/null\nprintf '\\036'\n`);
  const launcher = 'python3() { shift 2; [ $# -gt 0 ] && printf \'%s\\037\' "$@"; return 0; }\nexport -f python3\n';
  const output = execFileSync('bash', ['--norc', '--noprofile', '-s'], {
    input: launcher + bodies.join(''),
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', HOME: '/home/me' },
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  return output
    .split('\x1e')
    .slice(0, -1)
    .map((record) => record.split('\x1f').slice(0, -1));
}
