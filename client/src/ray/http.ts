import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';

/** The dashboard of a cluster, as `readAddress` makes it from what a person typed. */
export interface RayAddress {
  /** `http://127.0.0.1:8265`, or with a path prefix `https://host/ray`; no slash at the end. */
  readonly base: string;
  /** Scheme, host and port: what a token belongs to. */
  readonly origin: string;
}

/** How to reach one cluster. */
export interface RayHttpOptions {
  readonly address: RayAddress;
  /** Asked before every request, so that a token that changes counts at once; `undefined` where there is none. */
  readonly token?: () => Promise<string | undefined>;
  /** The header that carries the token; `x-ray-authorization` where a proxy uses `Authorization` for itself. */
  readonly tokenHeader?: 'authorization' | 'x-ray-authorization';
  /** More headers for every request, such as those of `ray job submit --headers`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** URL of an HTTP proxy; the environment is not asked. */
  readonly proxy?: string;
  /** Hosts that are reached without the proxy, as in `http.noProxy`: `host`, `.suffix`, `host:port`, `*`. */
  readonly noProxy?: readonly string[];
  readonly tls?: { readonly rejectUnauthorized?: boolean; readonly ca?: string };
}

export interface RayRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  /** Begins with `/`, is encoded, has no query. */
  readonly path: string;
  /** Repeated names are allowed, which the filters of the state API need. */
  readonly query?: readonly (readonly [name: string, value: string | number])[];
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is; `onSent` hears how many bytes have gone out. */
  readonly body?: { readonly open: () => Readable; readonly length: number; readonly onSent?: (bytes: number) => void };
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds without any byte of an answer, after which the request has failed. */
  readonly timeout: number;
  readonly signal?: AbortSignal;
  /**
   * Another server of the same cluster, such as the agent of a node. The token goes with it only where the host is that
   * of the address.
   */
  readonly base?: string;
}

export interface RayResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Has to be read to its end or destroyed. */
  readonly body: Readable;
}

/**
 * Requests to one cluster. Nothing is retried here but a GET on a kept connection that the server had closed; no redirect is
 * followed.
 */
export interface RayHttp {
  readonly address: RayAddress;
  /**
   * Sends a request and resolves with the head of whatever answer there is, of any status.
   *
   * @throws RayError of kind `unreachable`, `not-ray`, `timeout` or `cancelled`
   */
  readonly send: (request: RayRequest) => Promise<RayResponse>;
  /** Closes idle connections; requests under way fail. */
  readonly dispose: () => void;
}
