import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const fakes = fileURLToPath(new URL('../oracle/fakebin', import.meta.url));

/** For each script, the words that each launcher got under real bash: the launcher's name first. Equal scripts run once. */
export function argvsOf(scripts: readonly string[]): string[][][] {
  const distinct = [...new Set(scripts)];
  const results = new Map(run(distinct).map((launches, index) => [distinct[index] ?? '', launches]));
  return scripts.map((text) => results.get(text) ?? []);
}

function run(scripts: readonly string[]): string[][][] {
  const folder = mkdtempSync(path.join(tmpdir(), 'openrlhf-rules-'));
  try {
    scripts.forEach((text, index) => {
      writeFileSync(path.join(folder, `${index}.sh`), text);
      writeFileSync(path.join(folder, `${index}.dump`), '');
    });
    const loop = `for ((i = 0; i < ${scripts.length}; i++)); do ORACLE_DUMP=$PWD/$i.dump bash $i.sh </dev/null >/dev/null 2>&1; done; true`;
    const { status, error, stderr } = spawnSync('bash', ['--norc', '-c', loop], {
      stdio: ['ignore', 'ignore', 'pipe'],
      cwd: folder,
      env: { PATH: `${fakes}:/usr/bin:/bin`, LC_ALL: 'C.UTF-8' },
      encoding: 'utf8',
    });
    if (error) throw error;
    if (stderr !== '' && status !== 0) throw new Error(stderr);
    return scripts.map((_, index) => recordsOf(readFileSync(path.join(folder, `${index}.dump`), 'utf8')));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Words ended by NUL, records ended by the word `\x1e`. */
function recordsOf(dump: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  for (const word of dump.split('\0').slice(0, -1)) {
    if (word === '\x1e') {
      records.push(record);
      record = [];
    } else record.push(word);
  }
  return records;
}
