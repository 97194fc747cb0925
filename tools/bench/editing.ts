import { stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { packageExtension } from '../editor/installed.ts';
import { projectFolder } from '../project.ts';
import { scriptOf, type BenchDocument } from './documents.ts';
import { BenchServer, type ServerProgram } from './server.ts';
import { median, type BenchOptions, type Comparison, type SectionResult } from './table.ts';

/** Lines of the scripts, and how many characters are typed into each. */
const SIZES = [
  { lines: 100, keystrokes: 100 },
  { lines: 2_000, keystrokes: 100 },
  { lines: 20_000, keystrokes: 20 },
] as const;

/** What is typed behind the value of a flag, again and again. */
const TYPED = ' --algo.kl.estimator k3 --train.seed 42';
/** Where completion is asked for. */
const HALF_TYPED = ' --algo.adv';
const QUESTIONS = 10;

/** What one server did in one run, in milliseconds and bytes. */
interface Measured {
  /** From the start of the process to the diagnostics of the shortest script. */
  readonly start: number;
  readonly sizes: readonly MeasuredSize[];
}

interface MeasuredSize {
  readonly keystrokes: readonly number[];
  readonly completion: readonly number[];
  readonly hover: readonly number[];
  readonly memory: number;
}

/**
 * Types into launch scripts of three lengths, in our language server and in bash-language-server, in turn and each in a process of
 * its own. ShellCheck is off, and nothing is analysed in the background.
 */
export async function benchEditing({ runs, scratch }: BenchOptions): Promise<SectionResult> {
  const peer: Measured[] = [];
  const ours: Measured[] = [];
  for (let run = 0; run < runs; run++) {
    peer.push(await measure(bashLanguageServer(), SIZES));
    ours.push(await measure(ourServer(), SIZES));
  }
  const { size } = await stat(await packageExtension(scratch));
  return {
    title: 'typing into a launch script',
    peer: 'bash-language-server',
    rows: [
      row('start to the first diagnostics', 'ms', peer, ours, ({ start }) => start),
      ...SIZES.flatMap(({ lines }, index) => rowsOf(lines, index, peer, ours)),
      {
        what: 'keystroke, 20,000 lines by 2,000 lines',
        unit: '×',
        peer: peer.map(growth),
        ours: ours.map(growth),
        compared: false,
      },
      { what: 'the packaged extension', unit: 'MB', peer: [], ours: [size / 1e6] },
    ],
  };
}

function rowsOf(
  lines: number,
  index: number,
  peer: readonly Measured[],
  ours: readonly Measured[],
): readonly Comparison[] {
  const of = (what: string, unit: Comparison['unit'], value: (size: MeasuredSize) => number): Comparison =>
    row(`${what}, ${lines.toLocaleString('en')} lines`, unit, peer, ours, ({ sizes }) => {
      const size = sizes[index];
      return size === undefined ? NaN : value(size);
    });
  return [
    of('keystroke to diagnostics', 'ms', ({ keystrokes }) => median(keystrokes)),
    of('the same, 95 % of them', 'ms', ({ keystrokes }) => percentile(keystrokes, 0.95)),
    of('completion of a flag', 'ms', ({ completion }) => median(completion)),
    of('hover', 'ms', ({ hover }) => median(hover)),
    of('memory of the server (PSS)', 'MB', ({ memory }) => memory / 1e6),
  ];
}

function row(
  what: string,
  unit: Comparison['unit'],
  peer: readonly Measured[],
  ours: readonly Measured[],
  value: (run: Measured) => number,
): Comparison {
  return { what, unit, peer: peer.map(value), ours: ours.map(value) };
}

function growth({ sizes }: Measured): number {
  const [, middle, long] = sizes;
  return middle === undefined || long === undefined ? NaN : median(long.keystrokes) / median(middle.keystrokes);
}

/** The value that a share of all values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? NaN;
}

async function measure(program: ServerProgram, sizes: typeof SIZES): Promise<Measured> {
  const began = performance.now();
  const server = await BenchServer.start(program);
  try {
    const first = scriptOf(sizes[0].lines);
    await server.open('file:///bench/first.sh', first.languageId, first.text);
    const start = performance.now() - began;
    await server.close('file:///bench/first.sh');
    const measured: MeasuredSize[] = [];
    for (const { lines, keystrokes } of sizes) measured.push(await measureSize(server, scriptOf(lines), keystrokes));
    return { start, sizes: measured };
  } finally {
    await server.stop();
  }
}

async function measureSize(server: BenchServer, document: BenchDocument, count: number): Promise<MeasuredSize> {
  const { name, languageId, text, line, lineText } = document;
  const uri = `file:///bench/${name}`;
  await server.open(uri, languageId, text);
  const keystrokes: number[] = [];
  let character = lineText.length;
  for (const letter of TYPED.repeat(Math.ceil(count / TYPED.length)).slice(0, count)) {
    keystrokes.push(await server.type(uri, { line, character }, letter));
    character++;
  }
  await server.type(uri, { line, character }, HALF_TYPED);
  character += HALF_TYPED.length;
  const completion: number[] = [];
  const hover: number[] = [];
  for (let question = 0; question < QUESTIONS; question++) {
    // Each about a text that is new.
    await server.type(uri, { line, character }, 'antage.'.charAt(question % 7));
    character++;
    completion.push((await server.completion(uri, { line, character })).time);
    hover.push((await server.hover(uri, { line, character: lineText.indexOf('--') + 5 })).time);
  }
  const memory = server.memory();
  await server.close(uri);
  return { keystrokes, completion, hover, memory };
}

export function ourServer(): ServerProgram {
  return { args: [path.join(projectFolder, 'dist', 'openrlhf-language-server.cjs'), '--stdio'] };
}

function bashLanguageServer(): ServerProgram {
  const cli = createRequire(import.meta.url).resolve('bash-language-server/out/cli.js');
  return {
    args: [cli, 'start'],
    initializationOptions: { shellcheckPath: '', backgroundAnalysisMaxFiles: 0, shfmt: { path: '' } },
    env: { SHELLCHECK_PATH: '', BACKGROUND_ANALYSIS_MAX_FILES: '0' },
  };
}
