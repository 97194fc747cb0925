import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { FakeHead } from './fake/head.ts';
import { agentLog } from './fake/logFile.ts';
import type {
  FakeAnswer,
  FakeDetails,
  FakeJob,
  FakeRayOptions,
  Fault,
  FaultTarget,
  SeenRequest,
} from './fake/model.ts';
import { dashboard } from './fake/routes.ts';

/** A dashboard of Ray that does on demand what a real one does not. `test/ray/jobs.test.ts` holds it to the real one. */
export interface FakeRay {
  /** `http://127.0.0.1:PORT`. */
  readonly address: string;
  /** The agent of its one node, which serves ranges of logs. */
  readonly agentAddress: string;
  readonly nodeId: string;
  readonly sessionName: string;
  /** By submission id, or Ray's job id for a job that nobody submitted. */
  readonly jobs: ReadonlyMap<string, FakeJob>;
  /** Uploaded packages by name. */
  readonly packages: Map<string, Buffer>;
  /** All requests so far, those that failed too. */
  readonly requests: readonly SeenRequest[];
  /** Puts a job there, in Ray's own spelling; `submission_id`, or `job_id` for a driver, is needed. */
  readonly addJob: (details: Partial<FakeDetails>) => FakeJob;
  readonly setLog: (id: string, bytes: Uint8Array | string) => void;
  readonly appendLog: (id: string, bytes: Uint8Array | string) => void;
  /** A status, with the times, node and message that Ray writes with it, and what else is given. */
  readonly setStatus: (id: string, status: string, more?: Partial<FakeDetails>) => void;
  /** Makes the next requests of a kind go wrong; several faults wait for their turn. */
  readonly failNext: (target: FaultTarget, fault: Fault) => void;
  /** No request is answered any more, and connections stay open, until `thaw`. */
  readonly freeze: () => void;
  readonly thaw: () => void;
  /** Another session without jobs, packages and the old node, as after a restart of a head. */
  readonly restart: () => void;
  readonly stop: () => Promise<void>;
}

interface WaitingFault {
  readonly target: FaultTarget;
  readonly fault: Fault;
  left: number;
}

export async function startFakeRay(options: FakeRayOptions = {}): Promise<FakeRay> {
  const head = new FakeHead(options);
  const requests: SeenRequest[] = [];
  const faults: WaitingFault[] = [];
  let thawed: Promise<void> | undefined;
  let thaw = (): void => undefined;
  let posts = 0;

  const server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing, async (request) => {
      requests.push(request);
      const fault = takeFault(faults, request);
      await thawed;
      const isSubmit = request.method === 'POST' && request.path === '/api/jobs/';
      if (isSubmit && posts++ === 0) await sleep(options.holdFirstPost ?? 0);
      return { fault, answer: () => dashboard(head, request, options.token) };
    }).catch(() => outgoing.destroy());
  });
  const agent = createServer((incoming, outgoing) => {
    handle(incoming, outgoing, async (request) => {
      await thawed;
      return { fault: undefined, answer: () => agentLog(head, request) };
    }).catch(() => outgoing.destroy());
  });
  const address = await listening(server, options.port ?? 0);
  head.agentAddress = await listening(agent, 0);

  const jobOf = (id: string): FakeJob => {
    const job = head.jobs.get(id);
    if (job === undefined) throw new Error(`The fake has no job ${id}`);
    return job;
  };
  return {
    address,
    agentAddress: head.agentAddress,
    get nodeId() {
      return head.nodeId;
    },
    get sessionName() {
      return head.sessionName;
    },
    jobs: head.jobs,
    packages: head.packages,
    requests,
    addJob: (details) => head.addJob(details),
    setLog: (id, bytes) => {
      jobOf(id).log = Buffer.from(bytes);
    },
    appendLog: (id, bytes) => {
      head.write(jobOf(id), bytes);
    },
    setStatus: (id, status, more) => {
      head.setStatus(jobOf(id), status, more);
    },
    failNext: (target, fault) => {
      faults.push({ target, fault, left: target.times ?? 1 });
    },
    freeze: () => {
      thawed ??= new Promise((resolve) => {
        thaw = resolve;
      });
    },
    thaw: () => {
      thaw();
      thawed = undefined;
    },
    restart: () => {
      head.restart();
    },
    stop: async () => {
      thaw();
      head.end();
      await Promise.all([closed(server), closed(agent)]);
    },
  };
}

async function handle(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  prepare: (request: SeenRequest) => Promise<{ readonly fault: Fault | undefined; readonly answer: () => FakeAnswer }>,
): Promise<void> {
  outgoing.on('error', () => undefined);
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of incoming) if (chunk instanceof Buffer) chunks.push(chunk);
  } catch {
    // The client has gone in the middle of its request.
    return;
  }
  const url = new URL(incoming.url ?? '/', 'http://fake');
  const request: SeenRequest = {
    method: incoming.method ?? '',
    path: url.pathname,
    query: url.searchParams,
    headers: incoming.headers,
    body: Buffer.concat(chunks),
  };
  const { fault, answer } = await prepare(request);
  await reply(outgoing, fault, answer, request.method === 'HEAD');
}

async function reply(
  outgoing: ServerResponse,
  fault: Fault | undefined,
  answer: () => FakeAnswer,
  isHead: boolean,
): Promise<void> {
  switch (fault?.kind) {
    case undefined:
      break;
    case 'answer':
      outgoing.writeHead(fault.status, { 'content-type': 'text/plain; charset=utf-8', ...fault.headers });
      outgoing.end(fault.body ?? '');
      return;
    case 'lost':
      answer();
      outgoing.destroy();
      return;
    case 'reset':
      outgoing.destroy();
      return;
    case 'silent':
      answer();
      return;
    case 'hang':
      return;
    case 'late':
      await sleep(fault.milliseconds);
      break;
    case 'cut': {
      const { status, headers, body } = answer();
      outgoing.writeHead(status, headers);
      outgoing.write(body.subarray(0, fault.after), () => outgoing.destroy());
      return;
    }
  }
  const { status, headers, body } = answer();
  // Without a length, as Ray sends logs: in chunks.
  const isLog = headers['content-type'] === 'text/plain';
  outgoing.writeHead(status, isLog ? headers : { ...headers, 'content-length': String(body.length) });
  outgoing.end(isHead ? undefined : body);
}

function takeFault(faults: WaitingFault[], { method, path }: SeenRequest): Fault | undefined {
  const found = faults.find(({ target, left }) => left > 0 && matches(target, method, path));
  if (found === undefined) return undefined;
  found.left--;
  return found.fault;
}

function matches(target: FaultTarget, method: string, path: string): boolean {
  if (target.method !== undefined && target.method !== method) return false;
  if (target.path === undefined) return true;
  return typeof target.path === 'string' ? target.path === path : target.path.test(path);
}

async function listening(server: Server, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const bound = server.address();
  return `http://127.0.0.1:${bound !== null && typeof bound === 'object' ? bound.port : 0}`;
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => {
    server.close(resolve);
  });
}
