/** What the fake knows of a job: `JobDetails` as Ray answers them, and the bytes of its log. */
export interface FakeJob {
  readonly details: FakeDetails;
  log: Buffer;
}

/** Fields and spelling of `GET /api/jobs/ID`. */
export interface FakeDetails {
  type: 'SUBMISSION' | 'DRIVER';
  job_id: string | null;
  submission_id: string | null;
  driver_info: unknown;
  status: string;
  entrypoint: string;
  message: string | null;
  error_type: string | null;
  start_time: number | null;
  end_time: number | null;
  metadata: Record<string, string> | null;
  runtime_env: Record<string, unknown> | null;
  driver_agent_http_address: string | null;
  driver_node_id: string | null;
  driver_exit_code: number | null;
}

/** What a fake is told when it starts. */
export interface FakeRayOptions {
  /** Whose habits it has; 2.55.0 unless given. */
  readonly version?: '2.48.0' | '2.55.0' | '2.60.0';
  /** Asked of every request but the public ones. Ray 2.48 knows none. */
  readonly token?: string;
  /** Milliseconds for which the first POST of a job is held, as on a head that has just started. */
  readonly holdFirstPost?: number;
  /** Submitted entry points run in a shell, as on Ray; false leaves them pending, for tests that move them along themselves. */
  readonly run?: boolean;
  /** A fixed port, to start again where another one was. */
  readonly port?: number;
}

/** A request that the fake has seen. */
export interface SeenRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** What goes wrong with a request. */
export type Fault =
  /** Another answer than the real one. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly body?: string;
      readonly headers?: Record<string, string>;
    }
  /** The connection is cut before anything is done. */
  | { readonly kind: 'reset' }
  /** What is asked for is done, and the connection cut instead of an answer. */
  | { readonly kind: 'lost' }
  /** Nothing is done, and no answer ever comes. */
  | { readonly kind: 'hang' }
  /** What is asked for is done, and no answer ever comes. */
  | { readonly kind: 'silent' }
  /** The answer is cut after some bytes of its body. */
  | { readonly kind: 'cut'; readonly after: number }
  /** The answer comes late. */
  | { readonly kind: 'late'; readonly milliseconds: number };

/** Which requests a fault is for. */
export interface FaultTarget {
  readonly method?: string;
  readonly path?: string | RegExp;
  /** How often; once unless given. */
  readonly times?: number;
}

/** An answer before it is sent. */
export interface FakeAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export function plain(status: number, text: string): FakeAnswer {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: Buffer.from(text) };
}

export function json(value: unknown, status = 200): FakeAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: Buffer.from(JSON.stringify(value)),
  };
}

/** The end of many of Ray's failures: a traceback, whose frames no client may look at. */
export function traceback(exception: string): string {
  return `Traceback (most recent call last):\n  File "/fake/job_head.py", line 1, in handler\n    raise fake\n${exception}\n`;
}

/** A failure of the agent as the head passes it on: the whole text, and a line that is only a full stop. */
export function wrapped(status: number, exception: string): string {
  return traceback(`RuntimeError: Request failed with status code ${status}: ${traceback(exception)}.`);
}

export const noReason = plain(500, '500 Internal Server Error\n\nServer got itself in trouble');
export const unknownPath = plain(404, '404: Not Found');
