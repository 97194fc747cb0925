import type { RayAddress } from './http.ts';

/** What `readAddress` makes of a text: an address, perhaps with a remark, or what is wrong with it. */
export type AddressReading =
  | { readonly ok: true; readonly address: RayAddress; readonly note?: string }
  | { readonly ok: false; readonly problem: string; readonly suggestion?: string };

/**
 * Reads what a person takes for the address of a cluster. Ray's own `--address` also takes forms that need Python to find
 * the dashboard (`get_address_for_submission_client` of `dashboard/utils.py`, Ray 2.55); they are explained, with the address that is
 * most likely meant.
 */
export function readAddress(text: string): AddressReading {
  const typed = text.trim();
  if (typed === '') return wrong('The address is empty: it is that of the dashboard, such as http://127.0.0.1:8265.');
  if (/\s/.test(typed)) return wrong(`An address has no spaces: “${typed}”.`);
  if (typed === 'auto' || typed === 'local') {
    return wrong(
      `“${typed}” is for programs that run inside the cluster. From here, give the address of the dashboard.`,
      'http://127.0.0.1:8265',
    );
  }
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):\/\//.exec(typed)?.[1]?.toLowerCase();
  const url = parsed(scheme === undefined ? `http://${typed}` : typed);
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https') return otherScheme(scheme, typed);
  if (url === undefined || url.hostname === '') {
    return wrong(`“${typed}” is no address: expected one such as http://127.0.0.1:8265.`);
  }
  if (url.username !== '' || url.password !== '') {
    url.username = '';
    url.password = '';
    return wrong(
      'An address with a user name or password is not used, because addresses are shown and saved in plain text.',
      asText(url),
    );
  }
  if (url.search !== '' || url.hash !== '') {
    url.search = '';
    url.hash = '';
    return wrong(
      'The address ends before “?” and “#”: it is where the dashboard begins, not one of its pages.',
      asText(url),
    );
  }
  const port = Number(url.port);
  if (port === 6379 || port === 10001) return portOfAnotherService(url, port);
  return accepted(url, scheme === undefined ? typed : undefined);
}

/** @param bare what was typed, where it has no scheme */
function accepted(url: URL, bare: string | undefined): AddressReading {
  const notes: string[] = [];
  if (bare !== undefined) notes.push('http:// is assumed.');
  // Of a URL one cannot ask whether port 80 was given.
  if (bare !== undefined && !/^[^/]*:\d+(?:\/|$)/.test(bare)) {
    url.port = '8265';
    notes.push('Port 8265 is assumed, which is the usual one of the dashboard.');
  }
  // Ray listens on IPv4, where `localhost` may be ::1 first; and one machine is one origin for a token.
  if (url.hostname === 'localhost') url.hostname = '127.0.0.1';
  const address = { base: asText(url), origin: url.origin };
  return notes.length === 0 ? { ok: true, address } : { ok: true, address, note: notes.join(' ') };
}

function otherScheme(scheme: string, typed: string): AddressReading {
  const url = parsed(typed.replace(/^[^:]+:/, 'http:'));
  const host = url === undefined || url.hostname === '' ? '127.0.0.1' : url.hostname;
  const suggestion = `http://${host}:8265`;
  if (scheme === 'ray') {
    return wrong(
      'ray:// is the port of Ray Client, which only Python programs can use. Jobs go through the dashboard, usually port 8265.',
      suggestion,
    );
  }
  if (scheme === 'ws' || scheme === 'wss') {
    return wrong(`${scheme}:// is not how the dashboard is reached.`, typed.replace(/^ws/i, 'http'));
  }
  return wrong(`An address of a dashboard begins with http:// or https://, not with ${scheme}://.`, suggestion);
}

function portOfAnotherService(url: URL, port: number): AddressReading {
  const service = port === 6379 ? 'of the cluster’s own store (GCS), which nodes join' : 'of Ray Client';
  return wrong(
    `Port ${port} is the one ${service}; it does not speak HTTP. Jobs go through the dashboard, usually port 8265.`,
    `http://${url.hostname}:8265`,
  );
}

function parsed(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

function asText(url: URL): string {
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

function wrong(problem: string, suggestion?: string): AddressReading {
  return suggestion === undefined ? { ok: false, problem } : { ok: false, problem, suggestion };
}
