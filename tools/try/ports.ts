import { createServer } from 'node:net';

const triedPorts = 20;

/** The first free port from this one on, so that an address usually stays the same. @throws Error when none is free */
export async function firstFreePort(first: number): Promise<number> {
  for (let port = first; port < first + triedPorts; port += 1) {
    if (await isFree(port)) return port;
  }
  throw new Error(`No port from ${first} to ${first + triedPorts - 1} is free.`);
}

async function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
      .once('error', () => {
        resolve(false);
      })
      .once('listening', () => {
        probe.close(() => {
          resolve(true);
        });
      })
      .listen(port, '127.0.0.1');
  });
}
