import type { FakeHead } from './head.ts';
import { noReason, plain } from './model.ts';
import type { FakeAnswer, SeenRequest } from './model.ts';

/** Lines where a request says nothing, or 0. */
const usualLines = 1000;

/** `GET /api/v0/logs/file`: the last lines of a log, byte for byte; no position, no range. */
export function logFile(head: FakeHead, query: URLSearchParams): FakeAnswer {
  const node = query.get('node_id') ?? (query.has('node_ip') ? head.nodeId : undefined);
  const lines = Number(query.get('lines') ?? usualLines);
  if (!Number.isInteger(lines) || query.has('interval')) return noReason;
  const name = nameOf(head, query);
  if (node === undefined || name === undefined) return noReason;
  if (node !== head.nodeId) return plain(500, `Agent for node id: ${node} doesn't exist.`);
  const bytes = logOf(head, name);
  if (bytes === undefined) return plain(500, `A file is not found at: /fake/${head.sessionName}/logs/${name}`);
  // The handler of 2.48 and 2.55 ends an answer that it has not begun.
  if (bytes.length === 0 && head.isBefore('2.60')) return noReason;
  return {
    status: 200,
    headers: { 'content-type': 'text/plain', 'content-disposition': 'attachment; filename="file.txt"' },
    body: lines < 0 ? bytes : lastLines(bytes, lines === 0 ? usualLines : lines),
  };
}

function nameOf(head: FakeHead, query: URLSearchParams): string | undefined {
  const id = query.get('submission_id');
  if (id === null) return query.get('filename') ?? undefined;
  return head.jobs.get(id)?.details.driver_node_id === null ? undefined : `job-driver-${id}.log`;
}

/** The log of a job by the name of its file. */
export function logOf(head: FakeHead, name: string): Buffer | undefined {
  const id = /^job-driver-(.*)\.log$/.exec(name)?.[1];
  return id === undefined ? undefined : head.jobs.get(id)?.log;
}

/** A last line without its end counts as one. */
function lastLines(bytes: Buffer, lines: number): Buffer {
  let end = bytes.at(-1) === 10 ? bytes.length - 1 : bytes.length;
  for (let count = 0; count < lines; count++) {
    if (end <= 0) return bytes;
    end = bytes.lastIndexOf(10, end - 1);
    if (end < 0) return bytes;
  }
  return bytes.subarray(end + 1);
}

/** `GET /logs/NAME` of a node's agent, which alone serves ranges of bytes. */
export function agentLog(head: FakeHead, { method, path, headers }: SeenRequest): FakeAnswer {
  const bytes =
    method === 'GET' && path.startsWith('/logs/') ? logOf(head, decodeURIComponent(path.slice(6))) : undefined;
  if (bytes === undefined) return plain(404, '404: Not Found');
  const range = /^bytes=(\d+)-(\d*)$/.exec(String(headers['range'] ?? ''));
  if (range === null) return { status: 200, headers: { 'content-type': 'text/plain' }, body: bytes };
  const from = Number(range[1]);
  if (from >= bytes.length) {
    return { status: 416, headers: { 'content-range': `bytes */${bytes.length}` }, body: Buffer.alloc(0) };
  }
  const to = range[2] === '' ? bytes.length : Math.min(bytes.length, Number(range[2]) + 1);
  const place = `bytes ${from}-${to - 1}/${bytes.length}`;
  return {
    status: 206,
    headers: { 'content-type': 'text/plain', 'content-range': place },
    body: bytes.subarray(from, to),
  };
}
