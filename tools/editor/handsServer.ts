import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import type { Hands } from './hands.ts';

/** A call of a method of {@link Hands}, as it is sent. */
export interface HandsCall {
  readonly method: keyof Hands;
  readonly args: readonly unknown[];
}

/** What comes back: the result, or why there is none. */
export type HandsResult = { readonly value: unknown } | { readonly error: string };

/** Lets tests inside a window use the {@link Hands} outside of it. */
export interface HandsServer {
  /** Where to POST a {@link HandsCall}. */
  readonly address: string;
  stop(): void;
}

/** Starts a {@link HandsServer} on a free port of this machine. @param hands those of the window, once it is open */
export async function serveHands(hands: Promise<Hands>): Promise<HandsServer> {
  const server = createServer((request, response) => {
    void handle(request, hands).then((result) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(result));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('the server has no port');
  return {
    address: `http://127.0.0.1:${bound.port}/`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function handle(request: IncomingMessage, coming: Promise<Hands>): Promise<HandsResult> {
  try {
    const { method, args } = (await json(request)) as HandsCall;
    const hands = await coming;
    const found: unknown = Reflect.get(hands, method);
    if (typeof found !== 'function') throw new Error(`hands have no ${method}`);
    const value: unknown = await Reflect.apply(found, hands, args);
    return { value: value ?? null };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
