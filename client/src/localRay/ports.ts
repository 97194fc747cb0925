import { connect, createServer } from 'node:net';
import type { HeadPorts } from './headCommand.ts';

/** The port at which people, and programs without an address, look for a dashboard. */
const USUAL_DASHBOARD = 8265;

/** Free ports for a head: the usual one for the dashboard where it is free. */
export async function headPorts(): Promise<HeadPorts> {
  const usual = await reserve(USUAL_DASHBOARD).catch(() => undefined);
  const others = await Promise.all([reserve(0), reserve(0), reserve(0), reserve(0)]);
  const [gcs = 0, agent = 0, rayClient = 0, other = 0] = await Promise.all(others.map((one) => one.release()));
  const dashboard = (await usual?.release()) ?? other;
  return { gcs, agent, rayClient, dashboard };
}

/** Takes a port, so that no second question gets the same one; `release` gives it back and names it. */
async function reserve(port: number): Promise<{ release(): Promise<number> }> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const bound = server.address();
  const taken = bound !== null && typeof bound === 'object' ? bound.port : port;
  return {
    release: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve(taken);
        });
      }),
  };
}

/** True where something on this machine takes connections on a port. */
export async function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const end = (taken: boolean): void => {
      socket.destroy();
      resolve(taken);
    };
    socket.once('connect', () => {
      end(true);
    });
    socket.once('error', () => {
      end(false);
    });
  });
}
