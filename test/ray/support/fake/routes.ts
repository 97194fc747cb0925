import type { FakeHead } from './head.ts';
import { json, noReason, plain, traceback, unknownPath, wrapped } from './model.ts';
import type { FakeAnswer, FakeDetails, SeenRequest } from './model.ts';
import { logFile } from './logFile.ts';

/** Bytes that the dashboard takes at once. */
const bodyLimit = 104_857_600;

/** Answers a request as the dashboard does. */
export function dashboard(head: FakeHead, request: SeenRequest, token: string | undefined): FakeAnswer {
  const refused = unauthorised(head, request, token) ?? browser(head, request);
  if (refused !== undefined) return refused;
  if (request.body.length > bodyLimit) return plain(413, `Maximum request body size ${bodyLimit} exceeded.`);
  const { method, path } = request;
  if (path === '/api/version' && method === 'GET') {
    const commit = '0'.repeat(40);
    return json({ version: '4', ray_version: head.version, ray_commit: commit, session_name: head.sessionName });
  }
  if (path === '/api/authentication_mode' && method === 'GET') {
    if (head.isBefore('2.52')) return unknownPath;
    return json({ authentication_mode: token === undefined ? 'disabled' : 'token' });
  }
  if (path === '/api/v0/nodes' && method === 'GET') return nodes(head);
  if (path === '/api/v0/logs/file' && method === 'GET') return logFile(head, request.query);
  if (path.startsWith('/api/packages/')) return packages(head, request);
  if (path === '/api/jobs/') {
    if (method === 'GET') return json(listed(head).map((details) => shown(head, request, details)));
    return method === 'POST' ? submit(head, request) : plain(405, '405: Method Not Allowed');
  }
  return path.startsWith('/api/jobs/') ? job(head, request) : unknownPath;
}

/** Credentials are looked for in one place only: the first that is there. */
function unauthorised(
  head: FakeHead,
  { path, headers }: SeenRequest,
  token: string | undefined,
): FakeAnswer | undefined {
  if (token === undefined || head.isBefore('2.52') || path === '/api/authentication_mode') return undefined;
  const given = headers['authorization'] ?? headers['x-ray-authorization'];
  if (given === undefined) return plain(401, 'Unauthorized: Missing authentication token');
  return given === `Bearer ${token}` ? undefined : plain(403, 'Forbidden: Invalid authentication token');
}

function browser(head: FakeHead, { method, headers }: SeenRequest): FakeAnswer | undefined {
  const agent = headers['user-agent'];
  const isMozilla = agent?.toString().startsWith('Mozilla') === true;
  if (head.isBefore('2.52')) {
    if (method !== 'POST' && method !== 'PUT') return undefined;
    if (agent === undefined) return noReason;
    return isMozilla ? plain(405, 'Method Not Allowed for browser traffic.') : undefined;
  }
  if (/^(?:GET|HEAD|OPTIONS)$/.test(method) || !(isMozilla || looksLikeBrowser(headers))) return undefined;
  return plain(405, `'${method}' method not allowed for browser traffic.`);
}

function looksLikeBrowser(headers: SeenRequest['headers']): boolean {
  return Object.keys(headers).some((name) => /^(?:sec-fetch-.*|origin|referer|access-control-request-.*)$/.test(name));
}

/** In Ray's order: submitted ones first, otherwise as they come. */
function listed(head: FakeHead): readonly FakeDetails[] {
  const all = [...head.jobs.values()].map(({ details }) => details);
  return [...all.filter(({ type }) => type === 'SUBMISSION'), ...all.filter(({ type }) => type === 'DRIVER')];
}

/** Ray 2.60 hides the values of variables from what it takes for a browser. */
function shown(head: FakeHead, { headers }: SeenRequest, details: FakeDetails): FakeDetails {
  const variables = details.runtime_env?.['env_vars'];
  if (head.isBefore('2.60') || !looksLikeBrowser(headers) || typeof variables !== 'object' || variables === null) {
    return details;
  }
  const hidden = Object.fromEntries(Object.keys(variables).map((name) => [name, '<redacted>']));
  return { ...details, runtime_env: { ...details.runtime_env, env_vars: hidden } };
}

function nodes(head: FakeHead): FakeAnswer {
  const label = head.isBefore('2.49') ? 'ray.io/node_id' : 'ray.io/node-id';
  const node = {
    node_id: head.nodeId,
    node_ip: '127.0.0.1',
    is_head_node: true,
    state: 'ALIVE',
    state_message: null,
    node_name: '127.0.0.1',
    resources_total: { CPU: 16, GPU: 8, memory: 25_000_000_000, object_store_memory: 80_000_000 },
    labels: { [label]: head.nodeId },
  };
  const result = { total: 1, num_after_truncation: 1, num_filtered: 1, result: [node], partial_failure_warning: '' };
  return json({ result: true, msg: '', data: { result } });
}

const submitKeys = [
  ...['entrypoint', 'submission_id', 'job_id', 'runtime_env', 'metadata', 'entrypoint_num_cpus', 'entrypoint_num_gpus'],
  ...['entrypoint_memory', 'entrypoint_resources', 'entrypoint_label_selector'],
];

function submit(head: FakeHead, { body }: SeenRequest): FakeAnswer {
  const fields = objectIn(body);
  if (fields === undefined) return noReason;
  const known = head.isBefore('2.50') ? submitKeys.slice(0, -1) : submitKeys;
  const unknown = Object.keys(fields).find((key) => fields[key] !== null && !known.includes(key));
  if (unknown !== undefined) {
    return plain(
      400,
      traceback(`TypeError: JobSubmitRequest.__init__() got an unexpected keyword argument '${unknown}'`),
    );
  }
  const { entrypoint, submission_id: id, metadata, runtime_env: runtimeEnv } = fields;
  if (typeof entrypoint !== 'string') {
    const missing = "TypeError: JobSubmitRequest.__init__() missing 1 required positional argument: 'entrypoint'";
    return plain(400, traceback(missing));
  }
  if (Object.values(isObject(metadata) ? metadata : {}).some((value) => typeof value !== 'string')) {
    return plain(400, traceback("TypeError: metadata values must be strings, got <class 'int'>"));
  }
  const submissionId = typeof id === 'string' && id !== '' ? id : `raysubmit_${Math.random().toString(36).slice(2)}`;
  if (head.jobs.has(submissionId)) {
    const exists = `ValueError: Job with submission_id ${submissionId} already exists. Please use a different submission_id.`;
    return plain(500, wrapped(400, exists));
  }
  head.accept({
    submission_id: submissionId,
    entrypoint,
    metadata: isObject(metadata) ? (metadata as Record<string, string>) : null,
    runtime_env: isObject(runtimeEnv) ? runtimeEnv : null,
  });
  return json({ job_id: submissionId, submission_id: submissionId });
}

function job(head: FakeHead, request: SeenRequest): FakeAnswer {
  const [key = '', action = '', ...rest] = request.path.slice('/api/jobs/'.length).split('/');
  const id = decodeURIComponent(key);
  const found = head.jobs.get(id) ?? [...head.jobs.values()].find(({ details }) => details.job_id === id);
  const call = `${request.method} ${[action, ...rest].join('/')}`.trim();
  if (!['GET', 'DELETE', 'POST stop', 'GET logs'].includes(call)) return unknownPath;
  if (found === undefined) return plain(404, `Job ${id} does not exist`);
  if (call === 'GET') return json(shown(head, request, found.details));
  const isDriver = found.details.type === 'DRIVER';
  switch (call) {
    case 'GET logs':
      if (isDriver) return plain(400, 'Can only get logs of submission type jobs');
      if (found.details.driver_node_id === null) return json({ logs: '' });
      return json({ logs: found.log.toString('utf8').replaceAll('\r\n', '\n').replaceAll('\r', '\n') });
    case 'POST stop':
      if (isDriver) return plain(400, 'Can only stop submission type jobs');
      return json({ stopped: head.stop(found) });
    default: {
      if (isDriver) return plain(400, 'Can only delete submission type jobs');
      const { status } = found.details;
      if (status === 'PENDING' || status === 'RUNNING') {
        const refusal = `RuntimeError: Attempted to delete job '${id}', but it is in a non-terminal state ${status}.`;
        return plain(500, wrapped(500, refusal));
      }
      head.jobs.delete(id);
      return json({ deleted: true });
    }
  }
}

function packages(head: FakeHead, { method, path, body }: SeenRequest): FakeAnswer {
  const [protocol = '', name = ''] = path.slice('/api/packages/'.length).split('/').map(decodeURIComponent);
  if (protocol !== 'gcs') return noReason;
  if (method === 'PUT') {
    head.packages.set(name, body);
    return { status: 200, headers: {}, body: Buffer.alloc(0) };
  }
  if (method !== 'GET' && method !== 'HEAD') return plain(405, '405: Method Not Allowed');
  if (!head.packages.has(name)) return plain(404, `Package gcs://${name} does not exist`);
  return { status: 200, headers: {}, body: Buffer.alloc(0) };
}

function objectIn(body: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
