import * as z from 'zod/mini';
import { RayError } from './errors.ts';
import { failedAnswer } from './failedAnswer.ts';
import type { RayHttp, RayRequest, RayResponse } from './http.ts';

/** Bytes that an answer may have where nothing else is said: a list of thousands of jobs is far below. */
const usualLimit = 256 * 1024 * 1024;

/** Bytes of a failed answer that are read; tracebacks are far below. */
const failureLimit = 1024 * 1024;

/**
 * Reads a body to its end.
 *
 * @throws RayError of kind `bad-answer` when it has more bytes than allowed, or what the connection fails with
 */
export async function readBytes(response: RayResponse, limit = usualLimit): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    if (!(chunk instanceof Buffer)) continue;
    size += chunk.length;
    if (size > limit) throw new RayError('bad-answer', `The answer is larger than ${limit} bytes, and was not read.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Reads a body as UTF-8; bytes that are none become U+FFFD. */
export async function readText(response: RayResponse, limit = usualLimit): Promise<string> {
  return new TextDecoder().decode(await readBytes(response, limit));
}

/**
 * Sends a request; the answer is one of success, of which the body is to be read or destroyed.
 *
 * @throws RayError for every other answer, from what the server says in it
 */
export async function answered(http: RayHttp, request: RayRequest): Promise<RayResponse> {
  const response = await http.send(request);
  if (response.status >= 200 && response.status < 300) return response;
  throw await failureOf(http, response);
}

/** The failure that an answer tells of. */
export async function failureOf(http: RayHttp, response: RayResponse): Promise<RayError> {
  return failedAnswer({
    origin: http.address.origin,
    status: response.status,
    contentType: response.headers['content-type'] ?? '',
    body: await beginning(response),
  });
}

/** What there is of a failed answer: one that is cut or endless still has its status. */
async function beginning(response: RayResponse): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response.body) {
      if (!(chunk instanceof Buffer)) continue;
      chunks.push(chunk);
      size += chunk.length;
      if (size > failureLimit) break;
    }
  } catch (error) {
    if (error instanceof RayError && error.kind === 'cancelled') throw error;
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/**
 * Sends a request and reads its answer as JSON of a shape; unknown fields are no matter.
 *
 * @throws RayError; of kind `not-ray` for a web page, `bad-answer` for another shape
 */
export async function ask<T>(http: RayHttp, request: RayRequest, shape: z.ZodMiniType<T>): Promise<T> {
  const response = await answered(http, request);
  return parsedAnswer(http, request, await readText(response), shape, response.headers['content-type'] ?? '');
}

/**
 * Asks an endpoint outside of the Jobs API, whose answers are `{"result": …, "msg": …, "data": …}`, for its `data`.
 *
 * @throws RayError; of kind `server` with the server's `msg` where `result` is false
 */
export async function askEnvelope<T>(http: RayHttp, request: RayRequest, data: z.ZodMiniType<T>): Promise<T> {
  const envelope = await ask(http, request, envelopeShape);
  if (envelope.result === false) {
    const body = JSON.stringify(envelope);
    throw failedAnswer({ origin: http.address.origin, status: 500, contentType: 'application/json', body });
  }
  return checked(http, request, envelope.data, data);
}

const envelopeShape = z.object({
  result: z.optional(z.nullable(z.boolean())),
  msg: z.optional(z.nullable(z.string())),
  data: z.optional(z.unknown()),
});

function parsedAnswer<T>(
  http: RayHttp,
  request: RayRequest,
  text: string,
  shape: z.ZodMiniType<T>,
  contentType: string,
): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const { origin } = http.address;
    const [kind, what] = /html/i.test(contentType)
      ? (['not-ray', 'a web page'] as const)
      : (['bad-answer', 'something else than JSON'] as const);
    throw new RayError(kind, `${origin} answers ${request.path} with ${what}, not as Ray’s dashboard does.`, {
      detail: text.slice(0, 2000),
      cause: error,
    });
  }
  return checked(http, request, value, shape);
}

function checked<T>({ address }: RayHttp, request: RayRequest, value: unknown, shape: z.ZodMiniType<T>): T {
  const result = shape.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const place = issue === undefined ? '' : ` at “${issue.path.map(String).join('.')}”`;
  throw new RayError('bad-answer', `${address.origin} answers ${request.path} with an unexpected shape${place}.`, {
    detail: JSON.stringify(value).slice(0, 2000),
    cause: result.error,
  });
}
