import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { request as send } from 'node:http';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

/** A reverse proxy with TLS before a dashboard, and its certificate, which only itself vouches for. */
export interface TlsProxy {
  readonly address: string;
  readonly certificate: string;
  readonly stop: () => Promise<void>;
}

/** @param name what the certificate is for, such as `IP:127.0.0.1` */
export async function startTlsProxy(target: string, name = 'IP:127.0.0.1', prefix = ''): Promise<TlsProxy> {
  const { hostname, port } = new URL(target);
  const { key, cert } = await newCertificate(name);
  const server = createServer({ key, cert }, (incoming, outgoing) => {
    const asked = incoming.url ?? '/';
    if (!asked.startsWith(prefix)) {
      outgoing.writeHead(404, { 'content-type': 'text/html' }).end('<html><title>Not here</title></html>');
      return;
    }
    const options = {
      hostname,
      port,
      method: incoming.method,
      path: asked.slice(prefix.length),
      headers: incoming.headers,
    };
    const onward = send(options, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  return {
    address: `https://127.0.0.1:${bound !== null && typeof bound === 'object' ? bound.port : 0}`,
    certificate: cert,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Made anew by openssl for every test, so that no private key is kept anywhere. */
async function newCertificate(name: string): Promise<{ readonly key: string; readonly cert: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'certificate-'));
  try {
    const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
    await promisify(execFile)('openssl', [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
      ...['-keyout', key, '-out', cert, '-subj', '/CN=test', '-addext', `subjectAltName=${name}`],
    ]);
    return { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
