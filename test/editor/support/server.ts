import { execFileSync } from 'node:child_process';

/** The process ids of the language servers that this extension host has started. */
export function serverProcesses(): readonly number[] {
  const list = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  return list.split('\n').flatMap((line) => {
    const match = /^\s*(\d+)\s+(\d+)\s.*openrlhf-language-server\.cjs/.exec(line);
    return match && Number(match[2]) === process.pid ? [Number(match[1])] : [];
  });
}
