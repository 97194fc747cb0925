import { openLastLines, logFileName } from '../ray/log/source.ts';
import type { RayHttp } from '../ray/http.ts';
import type { Job } from '../ray/model.ts';

/** Bytes of a log that are looked at; a line of progress bars can be long. */
const LIMIT = 256 * 1024;
/** Milliseconds that the end of a log may take before a message is shown without it. */
const PATIENCE = 10_000;

/**
 * The last lines of what a job printed, for a message: without colours, progress bars as they ended, long lines cut. Empty
 * where nothing is to be had.
 */
export async function lastLines(http: RayHttp, job: Job, count: number): Promise<readonly string[]> {
  const fromLog = await endOfLog(http, job, count).catch(() => '');
  // A job that failed before its start has no log, but Ray says why.
  return endOf(fromLog === '' ? (job.message ?? '') : fromLog, count);
}

/** The last lines of a text as a terminal would show them. */
export function endOf(text: string, count: number): readonly string[] {
  return plain(text)
    .split('\n')
    .map((line) => (line.trimEnd().split('\r').at(-1) ?? '').trimEnd())
    .filter((line) => line.trim() !== '' && !isTraceOfSignal(line))
    .slice(-count)
    .map((line) => (line.length > 200 ? `${line.slice(0, 199)}…` : line));
}

/** What Ray's processes print when they get a signal (`ray/util/logging.cc`): addresses, which tell a person nothing. */
function isTraceOfSignal(line: string): boolean {
  return /^(?:\[[^\]]*\] logging\.cc:\d+: )?\s*(?:\*\*\* SIG[A-Z]+ received at time=|(?:PC: )?@ +0x[0-9a-f]+ )/.test(
    line,
  );
}

/** Without the sequences that colour text and move the cursor. */
function plain(text: string): string {
  return text.replace(new RegExp(String.raw`\u001b\[[0-9;?]*[A-Za-z]|\u001b\][^\u0007]*\u0007`, 'g'), '');
}

async function endOfLog(http: RayHttp, job: Job, count: number): Promise<string> {
  if (job.submissionId === null || job.driverNodeId === null) return '';
  const file = { node: job.driverNodeId, name: logFileName(job.submissionId), agent: null };
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of await openLastLines(http, file, count + 5, AbortSignal.timeout(PATIENCE))) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > LIMIT) chunks.splice(0, chunks.length, Buffer.concat(chunks).subarray(-LIMIT));
    size = Math.min(size, LIMIT);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
