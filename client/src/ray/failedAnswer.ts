import { RayError } from './errors.ts';
import type { RayErrorKind } from './errors.ts';
import { maskSecrets } from '../../../server/src/text/secrets.ts';

/** An answer that is none of success. */
export interface FailedAnswer {
  readonly origin: string;
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/** Letters that a sentence of the server's may have. */
const sentenceLimit = 400;

/** Makes one sentence of a failed answer, with the next step where there is one. */
export function failedAnswer(answer: FailedAnswer): RayError {
  const { kind, message } = explained(answer);
  return new RayError(kind, maskSecrets(message), { status: answer.status, detail: maskSecrets(answer.body) });
}

interface Explanation {
  readonly kind: RayErrorKind;
  readonly message: string;
}

function explained(answer: FailedAnswer): Explanation {
  const { origin, status, body } = answer;
  const said = sentenceOf(answer);
  switch (status) {
    case 400:
      return { kind: 'refused', message: said ?? `${origin} refuses the request (400).` };
    case 401:
      return body.includes('Missing authentication token')
        ? { kind: 'token-missing', message: `${origin} needs a token. “ray get-auth-token” on the cluster prints it.` }
        : {
            kind: 'token-missing',
            message: `${origin} wants a sign-in (401), which is not of Ray but of a proxy before it.`,
          };
    case 403:
      return forbidden(origin, body);
    case 404:
      return { kind: 'not-found', message: said ?? `${origin} does not know this (404).` };
    case 405:
      return /browser/i.test(body)
        ? {
            kind: 'blocked',
            message: `${origin} takes the request for a browser’s and refuses it (405). A proxy in between may add headers such as Origin or Sec-Fetch-Mode.`,
          }
        : {
            kind: 'blocked',
            message: `${origin} does not allow this kind of request (405): it may not be Ray’s dashboard.`,
          };
    case 413:
      return tooLarge(answer);
    case 429:
      return { kind: 'server', message: `${origin} is busy (429): ${said ?? 'it has too many requests under way.'}` };
    default:
      return ofServer(answer, said);
  }
}

function forbidden(origin: string, body: string): Explanation {
  if (body.includes('Invalid authentication token')) {
    return {
      kind: 'token-refused',
      message: `${origin} refuses the token: it is that of another cluster, or incomplete.`,
    };
  }
  if (/browser requests/i.test(body)) {
    return {
      kind: 'blocked',
      message: `${origin} takes the request for a browser’s and refuses it (403). A proxy in between may add headers.`,
    };
  }
  return {
    kind: 'token-refused',
    message: `${origin} forbids the request (403), which is not of Ray but of a proxy before it.`,
  };
}

function tooLarge({ origin, body, contentType }: FailedAnswer): Explanation {
  const limit = /Maximum request body size (\d+) exceeded/.exec(body)?.[1];
  if (limit !== undefined) {
    const megabytes = Math.floor(Number(limit) / 1024 / 1024);
    return {
      kind: 'too-large',
      message: `${origin} takes at most ${megabytes} MiB at once. Exclude what the job does not need.`,
    };
  }
  return /html/i.test(contentType) || /<html/i.test(body)
    ? {
        kind: 'too-large',
        message: `A proxy before ${origin} takes no request of this size (413); with nginx, client_max_body_size is the limit.`,
      }
    : { kind: 'too-large', message: `${origin} takes no request of this size (413).` };
}

function ofServer({ origin, status, body }: FailedAnswer, said: string | undefined): Explanation {
  if (/Job with submission_id .* already exists/.test(body)) {
    return { kind: 'duplicate-id', message: said ?? 'A job with this id already exists.' };
  }
  if (/Attempted to delete job .* non-terminal state/.test(body)) {
    return { kind: 'refused', message: said ?? 'A job that has not ended cannot be deleted.' };
  }
  if (body.includes('No available agent to submit job')) {
    return {
      kind: 'server',
      message:
        'The head has no agent that takes jobs yet. If that lasts, port 52365 may belong to another Ray: start the head with --dashboard-agent-listen-port.',
    };
  }
  if (status >= 502 && status <= 504) {
    return {
      kind: 'server',
      message: `The gateway before ${origin} gets no answer of Ray (${status}). The head may be starting.`,
    };
  }
  return {
    kind: 'server',
    message:
      said === undefined ? `${origin} failed (${status}) without a reason.` : `${origin} failed (${status}): ${said}`,
  };
}

/**
 * The sentence in what a server says: its last line that names an exception, without the name; else a short plain text. Bodies of
 * wrapped errors end with a line that is only a full stop.
 */
function sentenceOf({ body, contentType }: FailedAnswer): string | undefined {
  const text = contentType.includes('json') ? (messageInJson(body) ?? body) : body;
  const exception = exceptionIn(text);
  if (exception !== undefined) return shortened(exception);
  if (/html/i.test(contentType) || /^\s*</.test(text)) return titleOf(text);
  if (/^Traceback/m.test(text)) return undefined;
  // `404: Not Found` and `500 Internal Server Error` say nothing beyond the status.
  const line = text
    .split('\n')
    .find((one) => /\w/.test(one) && !/^\d{3}:? [A-Z]/.test(one) && !one.includes('got itself in trouble'));
  return line === undefined ? undefined : shortened(line.trim());
}

function exceptionIn(text: string): string | undefined {
  const lines = [...text.matchAll(/^[ \t]*([\w.]*(?:Error|Exception)): (.*)$/gm)]
    .map(([, name = '', said = '']) => ({ name: name.replace(/^.*\./, ''), said: said.trim() }))
    .filter(({ said }) => said !== '' && !/Traceback \(most recent call last\):?$/.test(said));
  const last = lines.at(-1);
  if (last === undefined) return undefined;
  // `KeyError: 'x'` says nothing without its name.
  return /\s/.test(last.said) ? last.said : `${last.name}: ${last.said}`;
}

function messageInJson(body: string): string | undefined {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value !== 'object' || value === null) return undefined;
    const said: unknown = 'msg' in value ? value.msg : 'message' in value ? value.message : undefined;
    return typeof said === 'string' && said !== '' ? said : undefined;
  } catch {
    return undefined;
  }
}

function titleOf(html: string): string | undefined {
  const title = /<title>([^<]*)<\/title>/i.exec(html)?.[1]?.trim();
  return title === undefined || title === '' ? undefined : shortened(title);
}

function shortened(text: string): string {
  return text.length <= sentenceLimit ? text : `${text.slice(0, sentenceLimit)}…`;
}
