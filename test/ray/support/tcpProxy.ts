import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';

/** A way to a head that breaks when a test wants it to. */
export interface TcpProxy {
  readonly address: string;
  /** Connections that were cut so far. */
  readonly cuts: () => number;
  /** Bytes of answers that were carried so far. */
  readonly carried: () => number;
  /** Cuts the connection as soon as it has carried so many bytes of answers from now on; for the next `times` connections. */
  readonly cutAfter: (bytes: number, times?: number) => void;
  /** Carries nothing and closes nothing, until `resume`. */
  readonly pause: () => void;
  readonly resume: () => void;
  readonly close: () => Promise<void>;
}

export async function startTcpProxy(target: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let left: number[] = [];
  let cuts = 0;
  let carried = 0;
  let paused = false;

  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.unref();
      if (paused) one.pause();
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
    near.on('data', (data) => far.write(data));
    far.on('data', (data) => {
      const [allowed] = left;
      carried += Math.min(data.length, allowed ?? data.length);
      if (allowed === undefined || data.length < allowed) {
        if (allowed !== undefined) left[0] = allowed - data.length;
        if (!near.write(data)) {
          far.pause();
          near.once('drain', () => {
            if (!paused) far.resume();
          });
        }
        return;
      }
      left = left.slice(1);
      cuts += 1;
      near.write(data.subarray(0, allowed), () => near.resetAndDestroy());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A test that fails does not close it, and its file shall end all the same.
  server.unref();
  const bound = server.address();
  return {
    address: `http://127.0.0.1:${bound !== null && typeof bound === 'object' ? bound.port : 0}`,
    cuts: () => cuts,
    carried: () => carried,
    cutAfter: (bytes, times = 1) => {
      left = Array.from({ length: times }, () => bytes);
    },
    pause: () => {
      paused = true;
      for (const socket of sockets) socket.pause();
    },
    resume: () => {
      paused = false;
      for (const socket of sockets) socket.resume();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
