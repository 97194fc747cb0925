import { stripVTControlCharacters } from 'node:util';

/** Who printed a line, as Ray's driver writes it before what it passes on (`_private/worker.py`, Ray 2.55). */
export interface LinePrefix {
  /** Class or function of the actor or task; empty for a process that has no name, `autoscaler` for that. */
  readonly name: string;
  /** `null` for the autoscaler. */
  readonly pid: number | null;
  /** Node on which it runs, where that is not the driver's. */
  readonly ip: string | null;
  /** Where in the line the text begins. */
  readonly length: number;
}

const escape = String.fromCharCode(0x1b);
const colour = `(?:${escape}\\[[\\d;]*m)`;
const prefix = new RegExp(
  `^${colour}?\\((?:(?<name>[^()]*?) )?(?:pid=(?<pid>\\d+)(?:, ip=(?<ip>[^)]+))?|(?<autoscaler>autoscaler) \\+[^)]+)\\)${colour}? ?`,
);

/** Reads Ray's prefix at the beginning of a line, with or without colours; `null` where there is none. */
export function readPrefix(line: string): LinePrefix | null {
  const match = prefix.exec(line);
  if (match === null) return null;
  const { name, pid, ip, autoscaler } = match.groups ?? {};
  return {
    name: autoscaler ?? name ?? '',
    pid: pid === undefined ? null : Number(pid),
    ip: ip ?? null,
    length: match[0].length,
  };
}

/**
 * What is left of a line on a terminal: the text behind its last carriage return. Ray's prefix stays, since progress bars of
 * actors come as prefix, carriage return, bar.
 */
export function overwritten(raw: string): string {
  const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
  const last = line.lastIndexOf('\r');
  if (last < 0) return line;
  const before = readPrefix(line);
  const head = before === null || last < before.length ? '' : line.slice(0, before.length);
  return head + line.slice(last + 1);
}

/** A line that Ray's workers write for Ray itself (`:job_id:01000000`, `:actor_name:Trainer`), not meant for people. */
export interface MarkerLine {
  readonly marker: string;
  readonly value: string;
}

/** Reads a marker line; `null` for every other. */
export function readMarker(line: string): MarkerLine | null {
  const match = /^:(job_id|actor_name|task_name):(.*)$/.exec(line);
  return match === null ? null : { marker: match[1] ?? '', value: match[2] ?? '' };
}

/** The text without colours and other control sequences of terminals. */
export function stripAnsi(text: string): string {
  return stripVTControlCharacters(text);
}
