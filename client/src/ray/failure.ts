import { RayError } from './errors.ts';

/** Where a request that failed was going. */
export interface Destination {
  /** Scheme, host and port. */
  readonly origin: string;
  readonly hostname: string;
  readonly port: number;
  /** URL of the proxy that it went through. */
  readonly proxy?: URL;
}

/** The sentence for a request that got no answer, from the code of Node's error, with what to do next. */
export function connectionFailure(error: unknown, to: Destination): RayError {
  if (error instanceof RayError) return error;
  const code = codeOf(error);
  const cause = { cause: error, detail: error instanceof Error ? error.message : String(error) };
  if (isOfProxy(error, to.proxy)) {
    return new RayError(
      'unreachable',
      `The proxy ${to.proxy.origin} cannot be reached (${code}). Check the setting http.proxy, or add ${to.hostname} to http.noProxy.`,
      cause,
    );
  }
  const tls = tlsFailure(code, to);
  if (tls !== undefined) return new RayError(tls.kind, tls.message, cause);
  if (code.startsWith('HPE_')) return new RayError('not-ray', notHttp(error, to), cause);
  return new RayError('unreachable', unreachable(code, to), cause);
}

function unreachable(code: string, { origin, hostname, port }: Destination): string {
  const other = serviceOf(port);
  switch (code) {
    case 'ECONNREFUSED':
      return `Nothing listens at ${origin}: the head is not running, or the tunnel to it is down.`;
    case 'ECONNRESET':
    case 'EPIPE':
    case 'ECONNABORTED':
      return other === undefined
        ? `The connection to ${origin} was cut. If it goes through a tunnel, check that; jobs on the cluster go on.`
        : `The connection to ${origin} was cut: port ${port} is usually ${other}. The dashboard is usually at port 8265.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `No host is known by the name ${hostname}. Check how it is spelt, and whether a VPN is needed.`;
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'EADDRNOTAVAIL':
    case 'ETIMEDOUT':
      return `${hostname} cannot be reached from here. A VPN or a tunnel may be needed.`;
    case 'EACCES':
    case 'EPERM':
      return `This machine does not allow a connection to ${origin}. A firewall may block it.`;
    default:
      return `The connection to ${origin} failed (${code}).`;
  }
}

function tlsFailure(code: string, { origin, hostname }: Destination) {
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) {
    return {
      kind: 'not-ray',
      message: `${origin} does not speak TLS. Ray’s dashboard itself speaks plain HTTP: try the address with http:// instead of https://.`,
    } as const;
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return {
      kind: 'unreachable',
      message: `The certificate of ${origin} is for another host than ${hostname}. Use the name that it is for.`,
    } as const;
  }
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID') {
    return {
      kind: 'unreachable',
      message: `The certificate of ${origin} is not valid at this date. Check the clock of this machine, or renew it.`,
    } as const;
  }
  if (/CERT|SIGNATURE|ISSUER/.test(code)) {
    return {
      kind: 'unreachable',
      message: `The certificate of ${origin} is not trusted here (${code}). Give its authority to this machine, or switch off http.proxyStrictSSL.`,
    } as const;
  }
  return undefined;
}

/** What a port of Ray that is not the dashboard’s usually is. */
function serviceOf(port: number): string | undefined {
  if (port === 6379) return 'that of the cluster’s own store (GCS), which speaks gRPC';
  if (port === 10001) return 'that of Ray Client, which speaks gRPC';
  return undefined;
}

function notHttp(error: unknown, { origin, port }: Destination): string {
  const other = serviceOf(port);
  if (other !== undefined)
    return `${origin} does not speak HTTP: its port is ${other}. The dashboard is usually at port 8265.`;
  if (isHttp2(error)) {
    return `${origin} speaks gRPC, not HTTP: it is another port of Ray than the dashboard’s, which is usually 8265.`;
  }
  return `${origin} does not speak HTTP, so it is not Ray’s dashboard, which is usually at port 8265.`;
}

/** A server of HTTP/2 begins with a SETTINGS frame: its type is the fourth byte, its stream is 0 (RFC 9113, 4.1 and 6.5). */
function isHttp2(error: unknown): boolean {
  const packet = error instanceof Error && 'rawPacket' in error ? error.rawPacket : undefined;
  return packet instanceof Buffer && packet.length >= 9 && packet[3] === 4 && packet.readUInt32BE(5) === 0;
}

function isOfProxy(error: unknown, proxy: URL | undefined): proxy is URL {
  if (proxy === undefined || !(error instanceof Error)) return false;
  const { port, hostname } = proxy;
  // Nothing but the proxy is resolved or connected to from here.
  if ('port' in error) return error.port === Number(port === '' ? defaultPort(proxy) : port);
  return 'hostname' in error && error.hostname === hostname;
}

function defaultPort(url: URL): string {
  return url.protocol === 'https:' ? '443' : '80';
}

/** The code of an error of Node, such as `ECONNREFUSED`; the first one where several addresses were tried. */
export function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return 'unknown reason';
}
