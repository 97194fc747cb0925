import http from 'node:http';
import https from 'node:https';

/** One sample, as OpenRLHF posts it (`openrlhf/utils/agent.py:327-345` of 0.11.2): each field is a list of one. */
export interface Sample {
  readonly prompt: string;
  readonly response: string;
  readonly label: string;
}

/** What came back, or why nothing did. */
export type Reply =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly contentType: string;
      readonly location: string | undefined;
      readonly body: string;
      readonly milliseconds: number;
    }
  | { readonly kind: 'failure'; readonly code: string; readonly milliseconds: number };

/** Most bytes of an answer that are looked at. */
const MOST_BYTES = 1_000_000;

/**
 * Posts a sample to a reward server once, directly as OpenRLHF does: it uses no proxy.
 * @param limit milliseconds; OpenRLHF waits 180,000
 */
export async function askServer(url: URL, sample: Sample, limit: number, signal?: AbortSignal): Promise<Reply> {
  const started = performance.now();
  const took = (): number => Math.round(performance.now() - started);
  const body = JSON.stringify({
    query: [sample.prompt + sample.response],
    prompts: [sample.prompt],
    labels: [sample.label],
  });
  return new Promise((resolve) => {
    const fail = (code: string): void => {
      resolve({ kind: 'failure', code, milliseconds: took() });
    };
    const send = url.protocol === 'https:' ? https.request : http.request;
    const request = send(
      url,
      {
        method: 'POST',
        agent: false,
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), accept: '*/*' },
        ...(signal === undefined ? {} : { signal }),
      },
      (response) => {
        const parts: Buffer[] = [];
        let size = 0;
        response.on('data', (part: Buffer) => {
          size += part.length;
          if (size <= MOST_BYTES) parts.push(part);
          else request.destroy(Object.assign(new Error('too long'), { code: 'TOO_LONG' }));
        });
        response.on('error', (error) => {
          fail(codeOf(error));
        });
        response.on('end', () => {
          resolve({
            kind: 'answer',
            status: response.statusCode ?? 0,
            contentType: response.headers['content-type'] ?? '',
            location: response.headers.location,
            body: Buffer.concat(parts).toString('utf8'),
            milliseconds: took(),
          });
        });
      },
    );
    const timer = setTimeout(() => {
      request.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' }));
    }, limit);
    request.on('error', (error) => {
      fail(codeOf(error));
    });
    request.on('close', () => {
      clearTimeout(timer);
    });
    request.end(body);
  });
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
