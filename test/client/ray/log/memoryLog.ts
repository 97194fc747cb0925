import { Readable } from 'node:stream';
import { RayError } from '../../../../client/src/ray/errors.ts';
import { systemClock } from '../../../../client/src/ray/log/events.ts';
import type { RayHttp, RayRequest, RayResponse } from '../../../../client/src/ray/http.ts';

/** A log in memory that is served as Ray serves it: last lines on the dashboard, byte ranges on the agent. */
export class MemoryLog {
  content: Buffer = Buffer.alloc(0);
  /** The next answers are cut behind so many bytes. */
  readonly cuts: number[] = [];
  /** Size of the chunks of answers. */
  chunk = 7;
  /** Whether the agent can be reached; `stranger` is another machine's agent, which has a log of the same name, `silent` never answers. */
  agent: 'good' | 'none' | 'stranger' | 'silent' = 'none';
  /** Bytes handed out. */
  sent = 0;
  /** Those of the dashboard among them. */
  sentByDashboard = 0;
  requests = 0;

  append(bytes: Uint8Array): void {
    this.content = Buffer.concat([this.content, bytes]);
  }

  readonly http: RayHttp = {
    address: { base: 'http://127.0.0.1:1', origin: 'http://127.0.0.1:1' },
    send: async (request) => {
      await Promise.resolve();
      if (request.base !== undefined && this.agent === 'silent') await silence(request);
      return this.#answer(request);
    },
    dispose: () => undefined,
  };

  #answer(request: RayRequest): RayResponse {
    this.requests += 1;
    if (request.base !== undefined) return this.#range(request);
    const lines = Number(new Map(request.query?.map(([name, value]) => [name, value])).get('lines'));
    return this.#response(200, lastLines(this.content, lines));
  }

  #range(request: RayRequest): RayResponse {
    const [from = 0, to = Infinity] = (
      /^bytes=(\d+)-(\d*)$/.exec(request.headers?.['range'] ?? '')?.slice(1) ?? []
    ).map((text) => (text === '' ? Infinity : Number(text)));
    if (this.agent === 'none') throw new RayError('unreachable', 'refused');
    const content = this.agent === 'good' ? this.content : Buffer.alloc(this.content.length + 100, 'other\n');
    if (from >= content.length) return this.#response(416, Buffer.alloc(0), `bytes */${content.length}`);
    const body = content.subarray(from, to + 1);
    return this.#response(206, body, `bytes ${from}-${from + body.length - 1}/${content.length}`);
  }

  #response(status: number, body: Buffer, range?: string): RayResponse {
    const cut = this.cuts.shift();
    const chunks = this.#chunks(
      range === undefined,
      cut === undefined ? body : body.subarray(0, cut),
      cut !== undefined && cut < body.length,
    );
    return {
      status,
      headers: range === undefined ? {} : { 'content-range': range },
      body: Readable.from(chunks, { objectMode: false, highWaterMark: 1 }),
    };
  }

  *#chunks(ofDashboard: boolean, body: Buffer, isCut: boolean): Generator<Buffer> {
    for (let at = 0; at < body.length; at += this.chunk) {
      const chunk = Buffer.from(body.subarray(at, at + this.chunk));
      this.sent += chunk.length;
      if (ofDashboard) this.sentByDashboard += chunk.length;
      yield chunk;
    }
    if (isCut) throw new RayError('unreachable', 'cut');
  }
}

/** Until the caller gives up, as it does after its time; a second here. */
async function silence({ signal }: RayRequest): Promise<never> {
  await systemClock.sleep(1_000, signal ?? new AbortController().signal);
  throw new RayError('timeout', 'silent');
}

/** The last lines as Ray 2.55 counts them; -1 for all. */
function lastLines(content: Buffer, lines: number): Buffer {
  if (lines === -1) return content;
  const ends: number[] = [];
  content.forEach((byte, index) => {
    if (byte === 0x0a) ends.push(index);
  });
  const isOpen = content.length > 0 && content[content.length - 1] !== 0x0a;
  const before = ends.length - lines - (isOpen ? 0 : 1);
  const end = ends[before];
  return before < 0 || end === undefined ? content : content.subarray(end + 1);
}
