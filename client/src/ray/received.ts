import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { RayError } from './errors.ts';

/** A limit on silence: calls back when `alive` has not been called for a time. */
export interface SilenceLimit {
  readonly alive: () => void;
  readonly stop: () => void;
}

/** @param waiting false while silence is not the other side's fault; the time then begins anew */
export function limitSilence(milliseconds: number, onSilence: () => void, waiting = () => true): SilenceLimit {
  let last = Date.now();
  let timer: NodeJS.Timeout | undefined;
  const arm = (delay: number): void => {
    timer = setTimeout(check, delay);
  };
  const check = (): void => {
    const quiet = Date.now() - last;
    if (!waiting()) last = Date.now();
    if (quiet < milliseconds || !waiting()) arm(Math.max(1, milliseconds - (Date.now() - last)));
    // After a pause of this whole process, what has arrived meanwhile is handled first.
    else setImmediate(fire, last);
  };
  const fire = (before: number): void => {
    if (timer === undefined) return;
    if (last === before) onSilence();
    else arm(milliseconds);
  };
  arm(milliseconds);
  return {
    alive: () => {
      last = Date.now();
    },
    stop: () => {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

/**
 * The body of an answer as a stream whose errors are `RayError`s and that fails after a time of silence. A reader that
 * pauses makes the server pause, which does not count as silence. An error that nobody listens for harms nobody.
 *
 * @param failure turns what Node says into a sentence
 */
export function receivedBody(
  response: IncomingMessage,
  options: {
    readonly timeout: number;
    readonly failure: (error: unknown) => RayError;
    readonly silence: () => RayError;
  },
): Readable {
  const body = new Readable({
    read() {
      limit.alive();
      response.resume();
    },
    destroy(error, callback) {
      limit.stop();
      // What was read to its end leaves its connection to the next request.
      if (!response.complete || !response.readableEnded) response.destroy();
      callback(error);
    },
  });
  const limit = limitSilence(
    options.timeout,
    () => body.destroy(options.silence()),
    () => !response.isPaused(),
  );
  const cut = (error: unknown): void => {
    if (!body.readableEnded && !ended) body.destroy(options.failure(error));
  };
  let ended = false;
  body.on('error', () => undefined);
  response.on('data', (chunk: Buffer) => {
    limit.alive();
    if (!body.push(chunk)) response.pause();
  });
  response.on('end', () => {
    ended = true;
    limit.stop();
    body.push(null);
  });
  response.on('error', cut);
  response.on('close', () => {
    cut(Object.assign(new Error('cut in the middle of an answer'), { code: 'ECONNRESET' }));
  });
  // Nothing flows until somebody reads.
  response.pause();
  return body;
}
