import path from 'node:path';
import { inspect } from 'node:util';
import type { TestEvent } from 'node:test/reporters';
import { projectFolder } from '../project.ts';
import type { Counts } from './phase.ts';

/** What `test:pass` and `test:fail` have in common. */
interface TestResult {
  readonly name: string;
  readonly nesting: number;
  readonly file?: string;
  readonly line?: number;
  readonly skip?: string | boolean;
  readonly todo?: string | boolean;
  readonly details: { readonly type?: string | undefined; readonly error?: Error };
}

const ownSummary = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$/;

/**
 * Counts the events of `node:test`: leaf tests only, not suites, files or tests that only hold others. A skipped or todo
 * test has failed, and so has a file without a test or one that could not be loaded.
 */
export class NodeTestReport {
  private passed = 0;
  private failed = 0;
  /** How many results at each depth came since the last one above them. */
  private readonly children: number[] = [];
  private readonly output = new Map<string, string>();
  private readonly print: (text: string) => void;
  private readonly verbose: boolean;

  /** Files of which no test has been seen yet. */
  private readonly unseen: Set<string>;

  /** @param files each of which has at least one test */
  constructor(print: (text: string) => void, verbose: boolean, files: readonly string[] = []) {
    this.print = print;
    this.verbose = verbose;
    this.unseen = new Set(files);
  }

  /** Counts the files of which no test was seen as failed; after the last event. */
  missing(): void {
    for (const file of this.unseen) {
      this.failed += 1;
      this.print(`✖ ${path.relative(projectFolder, file)}\n  none of its tests was run`);
    }
  }

  counts(): Counts {
    return { passed: this.passed, failed: this.failed };
  }

  take(event: TestEvent): void {
    if (event.type === 'test:pass') this.takeResult(event.data, undefined);
    if (event.type === 'test:fail') this.takeResult(event.data, event.data.details.error);
    if (event.type === 'test:stdout' || event.type === 'test:stderr') this.takeOutput(event.data);
    if (event.type === 'test:diagnostic' && this.verbose && !ownSummary.test(event.data.message)) {
      this.print(event.data.message);
    }
  }

  private takeOutput({ file, message }: { readonly file: string; readonly message: string }): void {
    if (this.verbose) this.print(message);
    else this.output.set(file, (this.output.get(file) ?? '') + message);
  }

  private takeResult(result: TestResult, error: Error | undefined): void {
    if (result.file !== undefined) this.unseen.delete(result.file);
    const holdsOthers = (this.children[result.nesting + 1] ?? 0) > 0 || result.details.type === 'suite';
    this.children[result.nesting + 1] = 0;
    this.children[result.nesting] = (this.children[result.nesting] ?? 0) + 1;
    if (error !== undefined) {
      // The failure of a child is already counted.
      if (!(holdsOthers && failureType(error) === 'subtestsFailed')) this.fail(result, describeError(error));
    } else if (isSet(result.skip)) {
      if (!isLeftOutByName(result.skip)) this.fail(result, 'is skipped; no test may be');
    } else if (isSet(result.todo)) {
      this.fail(result, 'is to be done; no test may be');
    } else if (result.name === result.file) {
      this.fail(result, 'holds no test');
    } else if (!holdsOthers) {
      this.passed += 1;
    }
  }

  private fail({ name, file, line }: TestResult, reason: string): void {
    this.failed += 1;
    const place = file === undefined ? '' : path.relative(projectFolder, file);
    this.print(`✖ ${name === file ? place : `${name}\n  ${place}:${String(line ?? 1)}`}\n${indent(reason)}`);
    const printed = file === undefined ? undefined : this.output.get(file);
    if (file === undefined || printed === undefined) return;
    this.output.delete(file);
    this.print(indent(`printed:\n${printed}`));
  }
}

function isSet(mark: string | boolean | undefined): boolean {
  return mark !== undefined && mark !== false;
}

/** `--grep` leaves tests out as skipped ones. */
function isLeftOutByName(mark: string | boolean | undefined): boolean {
  return typeof mark === 'string' && mark.includes('does not match pattern');
}

function failureType(error: Error): unknown {
  return 'failureType' in error ? error.failureType : undefined;
}

function describeError(error: Error): string {
  const { cause } = error;
  if (cause instanceof Error) return cause.stack ?? cause.message;
  return cause === undefined ? error.message : inspect(cause);
}

function indent(text: string): string {
  return text.trimEnd().replace(/^/gm, '  ');
}
