import { agentOf, scriptOf } from './documents.ts';
import { ourServer, percentile } from './editing.ts';
import { BenchServer } from './server.ts';
import { median, type BenchOptions, type SectionResult } from './table.ts';

const LINES = 1000;
const KEYSTROKES = 200;

/** Types into an agent of 1,000 lines beside a launch script of 1,000 lines, both in our language server. */
export async function benchTyping({ runs }: BenchOptions): Promise<SectionResult> {
  const script: number[][] = [];
  const agent: number[][] = [];
  for (let run = 0; run < runs; run++) {
    script.push(await typed(scriptOf(LINES)));
    agent.push(await typed(agentOf(LINES)));
  }
  return {
    title: `typing into an agent of ${LINES.toLocaleString('en')} lines`,
    peer: 'a launch script as long',
    rows: [
      { what: 'keystroke to diagnostics', unit: 'ms', peer: script.map(median), ours: agent.map(median) },
      {
        what: 'the same, 95 % of them',
        unit: 'ms',
        peer: script.map((times) => percentile(times, 0.95)),
        ours: agent.map((times) => percentile(times, 0.95)),
      },
    ],
  };
}

/** Types a comment into a new server, character by character. */
async function typed({ name, languageId, text, line, lineText }: ReturnType<typeof scriptOf>): Promise<number[]> {
  const uri = `file:///bench/${name}`;
  const server = await BenchServer.start(ourServer());
  try {
    await server.open(uri, languageId, text);
    const times: number[] = [];
    for (let stroke = 0; stroke < KEYSTROKES; stroke++) {
      const letter = stroke === 0 && lineText === '' ? '#' : 'x';
      times.push(await server.type(uri, { line, character: lineText.length + stroke }, letter));
    }
    return times;
  } finally {
    await server.stop();
  }
}
