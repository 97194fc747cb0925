import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';

/** A process of this machine. */
export interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  /** Process group and session; 0 where there is no such thing. */
  readonly group: number;
  readonly session: number;
  /** Tells it from a later process of the same number. */
  readonly started: string;
  /** Bytes in memory; `null` where they are read apart. */
  readonly resident: number | null;
}

/** Reads the processes of a machine of this platform. */
export interface ProcessTable {
  list(): Promise<readonly ProcessRow[]>;
  /** Bytes of one process in memory; 0 if it is gone. */
  residentOf(row: ProcessRow): Promise<number>;
  /** Whether a process was started with this in its environment, also by way of others; `false` where it cannot be seen. */
  hasMark(row: ProcessRow, mark: string): Promise<boolean>;
}

export function processTable(platform: NodeJS.Platform): ProcessTable {
  if (platform === 'linux') return LINUX;
  if (platform === 'win32') return printedTable('powershell.exe', WINDOWS_WORDS, readWindows);
  return printedTable('ps', ['-axo', 'pid=,ppid=,pgid=,rss=,stat=,lstart='], readPs);
}

const LINUX: ProcessTable = {
  async list() {
    const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
    const texts = await Promise.all(names.map((name) => read(`/proc/${name}/stat`)));
    return texts.flatMap((text) => readStat(text) ?? []);
  },
  async residentOf({ pid }) {
    const kilobytes = /^VmRSS:\s*(\d+) kB$/m.exec(await read(`/proc/${pid}/status`))?.[1];
    return Number(kilobytes ?? 0) * 1024;
  },
  async hasMark({ pid }, mark) {
    return (await read(`/proc/${pid}/environ`)).split('\0').includes(mark);
  },
};

/** A file of `/proc`; empty when the process is gone, or of another user. */
async function read(path: string): Promise<string> {
  try {
    return await readFile(path, 'latin1');
  } catch {
    return '';
  }
}

/** `/proc/PID/stat` (proc(5)); nothing for a process that has ended and waits for its parent to look. */
export function readStat(text: string): ProcessRow | undefined {
  // The name in brackets may have brackets and spaces itself.
  const end = text.lastIndexOf(')');
  const pid = Number.parseInt(text, 10);
  const fields = text.slice(end + 2).split(' ');
  const [state, parent, group, session] = fields;
  if (end < 0 || Number.isNaN(pid) || state === 'Z' || state === 'X') return undefined;
  return {
    pid,
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    started: fields[19] ?? '',
    resident: null,
  };
}

/** Lines of `ps -axo pid=,ppid=,pgid=,rss=,stat=,lstart=`, as macOS has them; `rss` is in KiB. */
export function readPs(text: string): readonly ProcessRow[] {
  return text.split('\n').flatMap((line) => {
    const match = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.+?)\s*$/.exec(line);
    if (!match || match[5]?.startsWith('Z') === true) return [];
    const [pid = 0, parent = 0, group = 0, kilobytes = 0] = match.slice(1, 5).map(Number);
    return [{ pid, parent, group, session: 0, started: match[6] ?? '', resident: kilobytes * 1024 }];
  });
}

const WINDOWS_WORDS = [
  '-NoProfile',
  '-NonInteractive',
  '-Command',
  'Get-CimInstance Win32_Process | ForEach-Object { "$($_.ProcessId) $($_.ParentProcessId) $($_.WorkingSetSize) $($_.CreationDate.Ticks)" }',
];

/** Lines `pid parent bytes ticks` of the query above. */
export function readWindows(text: string): readonly ProcessRow[] {
  const rows = text.split('\n').flatMap((line) => {
    const match = /^(\d+) (\d+) (\d+) (\d*)\s*$/.exec(line);
    if (!match) return [];
    const [pid = 0, parent = 0, resident = 0] = match.slice(1, 4).map(Number);
    return [{ pid, parent, group: 0, session: 0, started: match[4] ?? '', resident }];
  });
  const tickOf = new Map(rows.map(({ pid, started }) => [pid, BigInt(started || 0)]));
  // The number of a parent that is gone may be another process's by now, one that began later.
  return rows.map((row) => ((tickOf.get(row.parent) ?? 0n) > BigInt(row.started || 0) ? { ...row, parent: 0 } : row));
}

function printedTable(
  program: string,
  words: readonly string[],
  readRows: (text: string) => readonly ProcessRow[],
): ProcessTable {
  return {
    list: () =>
      new Promise((resolve) => {
        execFile(program, [...words], { windowsHide: true, maxBuffer: 16_000_000, timeout: 20_000 }, (_, stdout) => {
          resolve(readRows(stdout));
        });
      }),
    residentOf: ({ resident }) => Promise.resolve(resident ?? 0),
    hasMark: () => Promise.resolve(false),
  };
}

/**
 * The processes that belong to one: itself, what it has started and these in turn, its group and session, and those that were seen
 * to belong before. @param known start by number
 */
export function membersOf(
  rows: readonly ProcessRow[],
  root: number,
  known: ReadonlyMap<number, string>,
): readonly ProcessRow[] {
  const members = new Map<number, ProcessRow>();
  for (const row of rows) {
    const seen = known.get(row.pid) === row.started;
    // What has the number of the root later on is another process, once the root was seen.
    const isRoot = row.pid === root && !known.has(root);
    if (seen || isRoot || row.group === root || row.session === root) members.set(row.pid, row);
  }
  for (let before = -1; before !== members.size;) {
    before = members.size;
    for (const row of rows) if (members.has(row.parent)) members.set(row.pid, row);
  }
  return [...members.values()];
}
