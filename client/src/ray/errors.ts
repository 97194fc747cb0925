/** What went wrong between us and a Ray cluster, in the order of what a person does about it. */
export type RayErrorKind =
  /** No connection: refused, reset, name not found. A tunnel may be down, or the head. */
  | 'unreachable'
  /** Something answers that is not Ray's dashboard: another program, or another port of Ray. */
  | 'not-ray'
  /** 401: a token is needed. */
  | 'token-missing'
  /** 403: the token is of another cluster, or a proxy in between refuses. */
  | 'token-refused'
  /** 405: the server takes us for a browser. A proxy in between may add headers. */
  | 'blocked'
  /** 404: no such job, package or file. */
  | 'not-found'
  /** The submission id is already taken. */
  | 'duplicate-id'
  /** 413: the body is larger than the dashboard takes. */
  | 'too-large'
  /** 400: the server refuses what we sent. */
  | 'refused'
  /** No answer in time. The server may still have done what it was asked. */
  | 'timeout'
  /** 429, or 500 and above: the server failed. */
  | 'server'
  /** The answer cannot be read. */
  | 'bad-answer'
  /** The caller gave up. */
  | 'cancelled';

/**
 * A failed request. `message` is one sentence for a person, made from the server's own exception line where there is one;
 * `detail` is the whole answer, for the log.
 */
export class RayError extends Error {
  readonly kind: RayErrorKind;
  /** HTTP status; `undefined` without an answer. */
  readonly status: number | undefined;
  readonly detail: string;

  constructor(
    kind: RayErrorKind,
    message: string,
    options: { readonly status?: number; readonly detail?: string; readonly cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'RayError';
    this.kind = kind;
    this.status = options.status;
    this.detail = options.detail ?? '';
  }
}
