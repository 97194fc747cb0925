import { createServer, request as send } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';

/** A proxy that takes every host for one server of this machine, and writes down what it is asked. */
export interface ForwardProxy {
  readonly url: string;
  /** `CONNECT host:port` or `GET http://…`, as it came. */
  readonly seen: readonly string[];
  /** Values of the `Proxy-Authorization` header. */
  readonly signIns: readonly (string | undefined)[];
  readonly stop: () => Promise<void>;
}

/** @param refuse a status with which it answers everything */
export async function startForwardProxy(target: string, refuse?: number): Promise<ForwardProxy> {
  const { hostname, port } = new URL(target);
  const seen: string[] = [];
  const signIns: (string | undefined)[] = [];
  const sockets = new Set<Socket>();
  const note = (incoming: IncomingMessage): void => {
    seen.push(`${incoming.method ?? ''} ${incoming.url ?? ''}`);
    signIns.push(incoming.headers['proxy-authorization']);
  };
  const server = createServer((incoming, outgoing) => {
    note(incoming);
    if (refuse !== undefined) {
      outgoing.writeHead(refuse).end('no');
      return;
    }
    const url = new URL(incoming.url ?? '/');
    const onward = send(
      { hostname, port, method: incoming.method, path: `${url.pathname}${url.search}`, headers: incoming.headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(outgoing);
      },
    );
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  server.on('connect', (incoming, socket: Socket, first) => {
    note(incoming);
    sockets.add(socket);
    socket.on('error', () => undefined);
    if (refuse !== undefined) {
      socket.end(`HTTP/1.1 ${refuse} No\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    const onward = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      onward.write(first);
      socket.pipe(onward).pipe(socket);
    });
    onward.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  return {
    url: `http://127.0.0.1:${bound !== null && typeof bound === 'object' ? bound.port : 0}`,
    seen,
    signIns,
    stop: async () => {
      server.closeAllConnections();
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
