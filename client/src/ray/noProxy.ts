import { BlockList, isIP } from 'node:net';

/**
 * True when a host is reached without the proxy: it is this machine, or an entry names it, as in the setting `http.noProxy` of VS Code: `host`
 * (and all below it), `.suffix`, `host:port`, `10.0.0.0/8`, `*`.
 *
 * @param host name or address, an IPv6 one with or without brackets
 */
export function bypassesProxy(host: string, port: number, noProxy: readonly string[]): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase();
  return isLoopback(name) || noProxy.some((entry) => names(entry.trim().toLowerCase(), name, port));
}

function isLoopback(name: string): boolean {
  if (isIP(name) === 4) return name.startsWith('127.');
  return name === '::1' || name === 'localhost' || name.endsWith('.localhost');
}

function names(entry: string, name: string, port: number): boolean {
  if (entry === '') return false;
  if (entry === '*') return true;
  if (entry.includes('/')) return isInNetwork(entry, name);
  const bare = entry.replace(/^\[|\]$/g, '');
  if (isIP(bare) === 6) return bare === name;
  const [, pattern = '', wantedPort] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
  if (wantedPort !== undefined && Number(wantedPort) !== port) return false;
  const domain = pattern.replace(/^\*(?=\.)/, '').replace(/^\[|\]$/g, '');
  if (domain === '*') return true;
  if (domain === '') return false;
  return `.${name}`.endsWith(domain.startsWith('.') ? domain : `.${domain}`);
}

function isInNetwork(entry: string, name: string): boolean {
  const [network = '', bits = ''] = entry.split('/');
  const family = isIP(network);
  const length = Number(bits);
  if (family === 0 || isIP(name) !== family || !/^\d+$/.test(bits) || length > (family === 4 ? 32 : 128)) return false;
  const list = new BlockList();
  const type = family === 4 ? 'ipv4' : 'ipv6';
  list.addSubnet(network, length, type);
  return list.check(name, type);
}
