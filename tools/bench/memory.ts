import { readdirSync, readFileSync } from 'node:fs';

/** Bytes of a process that are its own share (PSS); 0 where it has ended. */
export function pssOf(pid: number): number {
  const text = contentOf(`/proc/${pid}/smaps_rollup`);
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * 1024;
}

/** The same of a process and all that it started. */
export function pssOfTree(root: number): number {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    const parent = Number(/\) \S (\d+)/.exec(contentOf(`/proc/${name}/stat`))?.[1] ?? 0);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  let sum = 0;
  const open = [root];
  for (let pid = open.pop(); pid !== undefined; pid = open.pop()) {
    sum += pssOf(pid);
    open.push(...(children.get(pid) ?? []));
  }
  return sum;
}

/** The largest value while something goes on. */
export class Peak {
  value: number;
  private readonly timer: NodeJS.Timeout;

  constructor(read: () => number) {
    this.value = read();
    this.timer = setInterval(() => {
      this.value = Math.max(this.value, read());
    }, 250);
  }

  stop(): number {
    clearInterval(this.timer);
    return this.value;
  }
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
