import type { OutgoingHttpHeaders } from 'node:http';
import { RayError } from './errors.ts';
import type { RayHttpOptions, RayRequest } from './http.ts';

/** Put in by the bundler from the version of package.json. */
declare const OPENRLHF_TOOLS_VERSION: string | undefined;

/** What we call ourselves. Ray 2.48 fails on requests without it, and later ones take anything like `Mozilla` for a browser. */
export const userAgent = `openrlhf-tools/${typeof OPENRLHF_TOOLS_VERSION === 'string' ? OPENRLHF_TOOLS_VERSION : 'source'}`;

/**
 * Headers that are left out of those which a person adds: Ray takes a request with one of the first for a browser's and
 * refuses it (`http_server_head.py`, 2.55); the others belong to the connection.
 */
const reserved =
  /^(?:user-agent|origin|referer|sec-.*|access-control-.*|host|connection|content-length|transfer-encoding|upgrade|expect)$/i;

/**
 * Headers of a request. The token and what a person added go to the host of the address only.
 *
 * @throws RayError when there is a token and it cannot be read
 */
export async function headersFor(options: RayHttpOptions, request: RayRequest, url: URL): Promise<OutgoingHttpHeaders> {
  const own = lowerCased({ ...request.headers });
  if (request.json !== undefined) own['content-type'] = 'application/json';
  if (request.json !== undefined) own['content-length'] = Buffer.byteLength(JSON.stringify(request.json));
  if (request.body !== undefined) own['content-length'] = request.body.length;
  own['user-agent'] = userAgent;
  if (url.hostname !== new URL(options.address.origin).hostname) return own;
  const added = Object.fromEntries(
    Object.entries(lowerCased({ ...options.headers })).filter(([name]) => !reserved.test(name)),
  );
  const token = await tokenOf(options);
  const name = options.tokenHeader ?? 'authorization';
  // As with Ray's own client, an Authorization header that a person gives counts more than the token.
  return token === undefined ? { ...added, ...own } : { [name]: `Bearer ${token}`, ...added, ...own };
}

async function tokenOf({ token }: RayHttpOptions): Promise<string | undefined> {
  try {
    const text = (await token?.())?.trim();
    return text === '' ? undefined : text;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new RayError('token-missing', `The token of this cluster could not be read: ${reason}`, { cause: error });
  }
}

function lowerCased(headers: Readonly<Record<string, string>>): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
