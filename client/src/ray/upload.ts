import type { ClientRequest } from 'node:http';
import { RayError } from './errors.ts';
import type { RayRequest } from './http.ts';

/**
 * Writes the body of a request, no faster than the connection takes it, and ends the request.
 * Stops without an error when the request is over before: the answer then says why.
 *
 * @param alive called whenever bytes have gone out
 * @throws RayError when the source fails, or is not as long as was said
 */
export async function writeBody(
  request: ClientRequest,
  body: NonNullable<RayRequest['body']>,
  alive: () => void,
): Promise<void> {
  const source = body.open();
  let over = false;
  const stopped = new Promise<'stopped'>((resolve) => {
    const stop = (): void => {
      over = true;
      resolve('stopped');
      source.destroy();
    };
    request.once('close', stop).once('response', stop);
  });
  // A source that is destroyed while nobody reads it may still emit.
  source.on('error', () => undefined);
  // A function, since the compiler takes a variable for what it was before a wait.
  const isOver = (): boolean => over || request.destroyed;
  let sent = 0;
  try {
    for await (const chunk of source) {
      const bytes = bytesOf(chunk);
      if (sent + bytes.length > body.length) throw lengthDiffers();
      const written = new Promise<'written'>((resolve) => {
        request.write(bytes, () => {
          resolve('written');
        });
      });
      if ((await Promise.race([written, stopped])) === 'stopped') return;
      sent += bytes.length;
      alive();
      body.onSent?.(sent);
    }
  } catch (error) {
    if (isOver()) return;
    if (error instanceof RayError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new RayError('refused', `What was to be sent could not be read: ${reason}`, { cause: error });
  } finally {
    source.destroy();
  }
  if (isOver()) return;
  if (sent !== body.length) throw lengthDiffers();
  request.end();
}

function bytesOf(chunk: unknown): Uint8Array {
  if (chunk instanceof Uint8Array) return chunk;
  if (typeof chunk === 'string') return Buffer.from(chunk);
  throw new RayError('refused', 'What was to be sent is not a stream of bytes.');
}

function lengthDiffers(): RayError {
  return new RayError('refused', 'What was to be sent changed its length while it was being sent. Try again.');
}
