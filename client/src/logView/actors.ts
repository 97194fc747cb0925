import { plainText } from './controls.ts';

/** Lines that no actor wrote, but the driver itself. */
export const driverName = '';

/**
 * Who wrote a line: the name in front of what Ray ships from a worker to the driver, `(PolicyModelActor pid=12, ip=10.0.0.2)`
 * (`python/ray/_private/worker.py`, `print_worker_logs`), or {@link driverName}.
 */
export function actorOf(line: string): string {
  const plain = plainText(line).trimStart();
  return /^\((?:([^()]*?) )?pid=\d+(?:, ip=[^)]+)?\)/.exec(plain)?.[1] ?? driverName;
}

const mostActors = 200;

/** The names that a log has shown so far, at most 200, with the number of their lines. */
export class ActorsSeen {
  private readonly lines = new Map<string, number>();

  add(line: string): void {
    const name = actorOf(line);
    if (this.lines.size >= mostActors && !this.lines.has(name)) return;
    this.lines.set(name, (this.lines.get(name) ?? 0) + 1);
  }

  /** Those with the most lines first. */
  get all(): readonly { readonly name: string; readonly lines: number }[] {
    return [...this.lines].map(([name, lines]) => ({ name, lines })).sort((one, other) => other.lines - one.lines);
  }
}
