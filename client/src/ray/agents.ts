import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { HttpProxyAgent } from 'http-proxy-agent';
import { HttpsProxyAgent } from 'https-proxy-agent';
import { RayError } from './errors.ts';
import type { RayHttpOptions, RayRequest } from './http.ts';
import { bypassesProxy } from './noProxy.ts';

/** Which connections a request takes. */
export interface Route {
  readonly agent: http.Agent;
  /** The proxy that it goes through. */
  readonly proxy?: URL;
}

/** The connections to one cluster. */
export interface Agents {
  /**
   * Kept ones for what may be repeated; a new one for each write, so that none is ever lost on a connection which the
   * server was about to close.
   *
   * @throws RayError when the setting of the proxy is no address
   */
  readonly for: (url: URL, method: RayRequest['method']) => Route;
  readonly fresh: (url: URL) => Route;
  readonly destroy: () => void;
}

export function createAgents(options: RayHttpOptions): Agents {
  const made = new Map<string, http.Agent>();
  const route = (url: URL, keepAlive: boolean): Route => {
    const proxy = proxyFor(url, options);
    const key = `${url.protocol} ${String(proxy !== undefined)} ${String(keepAlive)}`;
    const agent = made.get(key) ?? newAgent(url, proxy, keepAlive, options);
    made.set(key, agent);
    return proxy === undefined ? { agent } : { agent, proxy };
  };
  return {
    for: (url, method) => route(url, method === 'GET' || method === 'HEAD'),
    fresh: (url) => route(url, false),
    destroy: () => {
      for (const agent of made.values()) agent.destroy();
    },
  };
}

function newAgent(url: URL, proxy: URL | undefined, keepAlive: boolean, { tls }: RayHttpOptions): http.Agent {
  const secure = url.protocol === 'https:';
  if (proxy === undefined) return secure ? new https.Agent({ keepAlive, ...tls }) : new http.Agent({ keepAlive });
  const proxyTls = proxy.protocol === 'https:' ? tls : {};
  return secure
    ? new TunnelAgent(proxy, { keepAlive, ...proxyTls })
    : new HttpProxyAgent(proxy, { keepAlive, ...proxyTls });
}

/** Milliseconds after which nobody waits for a tunnel any more; a little later than the request itself gives up. */
const tunnelLimit = 6_000;

/** Ends a connection to a proxy that makes no tunnel: the library would keep its socket for as long as the proxy does. */
class TunnelAgent extends HttpsProxyAgent<string> {
  override async connect(...args: Parameters<HttpsProxyAgent<string>['connect']>): Promise<Socket> {
    const abort = new AbortController();
    const timer = setTimeout(() => {
      abort.abort();
    }, tunnelLimit);
    // The library reads these options before it first waits, so that requests side by side do not share the signal.
    this.connectOpts = { ...this.connectOpts, signal: abort.signal };
    try {
      return await super.connect(...args);
    } finally {
      clearTimeout(timer);
    }
  }
}

function proxyFor(url: URL, { proxy, noProxy = [] }: RayHttpOptions): URL | undefined {
  if (proxy === undefined || proxy === '') return undefined;
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  if (bypassesProxy(url.hostname, port, noProxy)) return undefined;
  const text = proxy.includes('://') ? proxy : `http://${proxy}`;
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol) || parsed.hostname === '') {
    throw new RayError('unreachable', 'The setting http.proxy is no address of a proxy: expected http://host:port.');
  }
  return parsed;
}
