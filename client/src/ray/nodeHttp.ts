import http from 'node:http';
import type { ClientRequest, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import https from 'node:https';
import type { Readable } from 'node:stream';
import { createAgents } from './agents.ts';
import { RayError } from './errors.ts';
import { codeOf, connectionFailure } from './failure.ts';
import type { Destination } from './failure.ts';
import { headersFor } from './headers.ts';
import type { RayHttp, RayHttpOptions, RayRequest, RayResponse } from './http.ts';
import { limitSilence, receivedBody } from './received.ts';
import { writeBody } from './upload.ts';

/** Milliseconds to make a connection, through a proxy and with TLS where there are any. */
const connectLimit = 5_000;

/** Requests to one cluster over `node:http` and `node:https`; `fetch` is taken for a browser by Ray 2.52 and later. */
export function createRayHttp(options: RayHttpOptions): RayHttp {
  const agents = createAgents(options);
  const running = new Set<(error: RayError) => void>();
  const send = async (request: RayRequest): Promise<RayResponse> => {
    const url = new URL(request.base ?? options.address.base);
    const target: Target = {
      url,
      path: `${url.pathname.replace(/\/+$/, '')}${request.path}${queryOf(request)}`,
      headers: await headersFor(options, request, url),
      ...agents.for(url, request.method),
      options,
    };
    stopIfAborted(request);
    try {
      return await exchange(request, target, running);
    } catch (error) {
      if (!(error instanceof StaleConnection)) throw error;
      return exchange(request, { ...target, ...agents.fresh(url) }, running);
    }
  };
  return {
    address: options.address,
    send,
    dispose: () => {
      for (const end of running) end(new RayError('cancelled', 'The connection to the cluster was closed here.'));
      agents.destroy();
    },
  };
}

interface Target {
  readonly url: URL;
  readonly path: string;
  readonly headers: OutgoingHttpHeaders;
  readonly agent: http.Agent;
  readonly proxy?: URL;
  readonly options: RayHttpOptions;
}

/** A kept connection which the server had already closed, so that it has seen nothing of the request. */
class StaleConnection extends Error {}

/** Sends one request; the promise settles once, whatever Node emits afterwards. */
async function exchange(
  request: RayRequest,
  target: Target,
  running: Set<(error: RayError) => void>,
): Promise<RayResponse> {
  const to = destinationOf(target);
  const sent = start(request, target);
  let body: Readable | undefined;
  return new Promise((resolve, reject) => {
    const fail = (error: unknown): void => {
      const failure = error instanceof StaleConnection ? error : connectionFailure(error, to);
      reject(failure);
      sent.destroy();
      body?.destroy(failure);
    };
    const silence = (): RayError =>
      new RayError('timeout', `${to.origin} did not answer within ${Math.round(request.timeout / 1000)} s.`);
    const onAbort = (): void => {
      fail(cancelled());
    };
    const limit = limitSilence(request.timeout, () => {
      fail(silence());
    });
    const release = (): void => {
      limit.stop();
      stopWaiting();
      running.delete(fail);
      request.signal?.removeEventListener('abort', onAbort);
    };
    const stopWaiting = limitConnect(sent, target, fail);
    running.add(fail);
    request.signal?.addEventListener('abort', onAbort, { once: true });

    sent.on('error', (error) => {
      // With the head of an answer there, its body says by itself whether it is whole.
      if (body === undefined) fail(isStale(sent, request, error) ? new StaleConnection() : error);
    });
    sent.once('close', () => {
      if (body === undefined) {
        release();
        fail(Object.assign(new Error('closed without an answer'), { code: 'ECONNRESET' }));
      }
    });
    sent.on('proxyConnect', (connect: { statusCode?: number; statusText?: string }) => {
      if (connect.statusCode !== undefined && connect.statusCode !== 200)
        fail(proxyRefuses(connect.statusCode, target));
    });
    sent.once('response', (response) => {
      limit.stop();
      stopWaiting();
      const wrong = unusable(response, target);
      body = receivedBody(response, {
        timeout: request.timeout,
        failure: (error) => connectionFailure(error, to),
        silence,
      });
      body.once('close', release);
      if (wrong !== undefined) fail(wrong);
      else resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
    });
    if (request.body === undefined) sent.end(jsonOf(request));
    else writeBody(sent, request.body, limit.alive).catch(fail);
  });
}

function start(request: RayRequest, { url, path, headers, agent, options }: Target): ClientRequest {
  const { tls = {} } = options;
  try {
    return (url.protocol === 'https:' ? https : http).request({
      method: request.method,
      protocol: url.protocol,
      hostname: url.hostname.replace(/^\[|\]$/g, ''),
      port: portOf(url),
      path,
      headers,
      agent,
      ...tls,
    });
  } catch (error) {
    if (codeOf(error) !== 'ERR_INVALID_CHAR') throw refusal(error);
    // Node's message names the header and keeps its value to itself.
    throw new RayError('refused', 'A header, or the token, has a character that HTTP does not allow.', {
      cause: error,
    });
  }
}

function refusal(error: unknown): RayError {
  const reason = error instanceof Error ? error.message : String(error);
  return new RayError('refused', `The request cannot be sent: ${reason}`, { cause: error });
}

/** Fails a request whose connection is not made in time; gives a function that ends the waiting. */
function limitConnect(sent: ClientRequest, { url, proxy }: Target, fail: (error: RayError) => void): () => void {
  const seconds = connectLimit / 1000;
  const said =
    proxy === undefined
      ? `${url.origin} did not accept a connection within ${seconds} s. Check the address, and whether a VPN or a tunnel is needed.`
      : `The proxy ${proxy.origin} made no connection to ${url.origin} within ${seconds} s. Check the setting http.proxy, or add ${url.hostname} to http.noProxy.`;
  const limit = limitSilence(connectLimit, () => {
    fail(new RayError('unreachable', said));
  });
  sent.once('socket', (socket) => {
    if (socket.connecting) socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', limit.stop);
    else limit.stop();
  });
  return limit.stop;
}

/** An answer that is no answer of the cluster: of a proxy, or one that sends us elsewhere. */
function unusable(response: IncomingMessage, target: Target): RayError | undefined {
  const status = response.statusCode ?? 0;
  if (status === 407) return proxyRefuses(status, target);
  if (status < 300 || status > 399 || status === 304) return undefined;
  const location = response.headers.location ?? '';
  const elsewhere = URL.canParse(location, target.url.href) ? new URL(location, target.url.href) : undefined;
  const place = elsewhere === undefined ? 'another address' : `${elsewhere.origin}${elsewhere.pathname}`;
  return new RayError(
    'not-ray',
    `${target.url.origin} sends requests on to ${place} (${status}), which is not followed, because a token belongs to one address. Use that address if the dashboard is there; a page to sign in needs a tunnel past it.`,
    { status },
  );
}

function proxyRefuses(status: number, { proxy, url }: Target): RayError {
  const what = status === 407 ? 'wants a sign-in' : 'does not pass the connection on';
  return new RayError(
    'unreachable',
    `The proxy ${proxy?.origin ?? 'on the way'} ${what} (${status}). Check the setting http.proxy, or add ${url.hostname} to http.noProxy.`,
    { status },
  );
}

function isStale(sent: ClientRequest, request: RayRequest, error: Error): boolean {
  const mayRepeat = request.method === 'GET' || request.method === 'HEAD';
  return mayRepeat && sent.reusedSocket && /^(?:ECONNRESET|EPIPE)$/.test(codeOf(error));
}

function stopIfAborted({ signal }: RayRequest): void {
  if (signal?.aborted === true) throw cancelled();
}

function cancelled(): RayError {
  return new RayError('cancelled', 'Cancelled.');
}

function queryOf({ query = [] }: RayRequest): string {
  if (query.length === 0) return '';
  return `?${query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')}`;
}

function jsonOf({ json }: RayRequest): string | undefined {
  return json === undefined ? undefined : JSON.stringify(json);
}

function destinationOf({ url, proxy }: Target): Destination {
  const place = { origin: url.origin, hostname: url.hostname, port: portOf(url) };
  return proxy === undefined ? place : { ...place, proxy };
}

function portOf(url: URL): number {
  return url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
}
