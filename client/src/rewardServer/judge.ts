import { t } from '@vscode/l10n';
import * as z from 'zod/mini';
import type { Reply } from './ask.ts';

/** What OpenRLHF would make of an answer. */
export interface Judgement {
  readonly ok: boolean;
  /** One sentence, or several. */
  readonly text: string;
  /** The reward, where there is one. */
  readonly reward?: number;
  readonly score?: number;
}

/** Explains a reply of a reward server (`openrlhf/utils/agent.py:286-299, 345-366` of 0.11.2). */
export function judgeReply(url: URL, reply: Reply): Judgement {
  if (reply.kind === 'failure') return bad(failureText(url, reply.code));
  if (reply.status >= 300 && reply.status < 400) {
    return bad(
      t('It sends elsewhere ({0}), where OpenRLHF would ask by GET. Use that address.', reply.location ?? '?'),
    );
  }
  if (reply.status === 404 && /^\/?$/.test(url.pathname)) {
    return bad(t('Status 404: serve_rm answers under /get_reward. Add the path.'));
  }
  if (reply.status >= 400) {
    return bad(
      t('Status {0}. OpenRLHF tries five times and then has no reward. It says: {1}', reply.status, shown(reply.body)),
    );
  }
  // As `response.json()` of aiohttp does.
  if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(reply.contentType)) {
    return bad(t('The answer is of type “{0}”; OpenRLHF takes application/json only.', reply.contentType || t('none')));
  }
  let json: unknown;
  try {
    json = JSON.parse(reply.body);
  } catch {
    return bad(t('The answer is no JSON: {0}', shown(reply.body)));
  }
  return judgeJson(json);
}

function failureText({ hostname, host }: URL, code: string): string {
  switch (code) {
    case 'ECONNREFUSED':
      return t('Nothing listens on {0}. Start the server, or mend the port.', host);
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return t('There is no host {0}, as seen from here.', hostname);
    case 'ETIMEDOUT':
      return t('No answer in time. OpenRLHF waits three minutes, five times, for each sample.');
    case 'ECONNRESET':
    case 'EPIPE':
      return t('The server closed the connection without an answer.');
    case 'TOO_LONG':
      return t('The answer is longer than a megabyte.');
    case 'ABORT_ERR':
      return t('Cancelled.');
    default:
      return t('It cannot be reached: {0}', code);
  }
}

const Reward = z.object({
  rewards: z.optional(z.unknown()),
  scores: z.optional(z.unknown()),
  extra_logs: z.optional(z.unknown()),
});

function judgeJson(json: unknown): Judgement {
  if (Array.isArray(json)) return bad(t('The answer is a list. It has to be an object with "rewards".'));
  const parsed = Reward.safeParse(json);
  if (!parsed.success)
    return bad(t('The answer is {0}. It has to be an object with "rewards".', shown(JSON.stringify(json))));
  const { rewards, scores, extra_logs: logs } = parsed.data;
  if (rewards === undefined || rewards === null) {
    return bad(
      t(
        'The object has no "rewards". It has: {0}',
        Object.keys(parsed.data).length === 0 ? shown(JSON.stringify(json)) : Object.keys(json as object).join(', '),
      ),
    );
  }
  const reward = oneNumber(rewards);
  if (reward === undefined) {
    return bad(t('"rewards" has to be one number, or a list of one: {0}', shown(JSON.stringify(rewards))));
  }
  const score = scores === undefined || scores === null ? undefined : oneNumber(scores);
  if (scores !== undefined && scores !== null && score === undefined) {
    return bad(t('"scores" has to be one number, or a list of one: {0}', shown(JSON.stringify(scores))));
  }
  const log = badLog(logs);
  if (log !== undefined) return bad(log);
  const notes = [
    ...(typeof rewards === 'boolean' || (Number.isInteger(reward) && !JSON.stringify(rewards).includes('.'))
      ? [t('It is a whole number: up to OpenRLHF 0.11.1 send a float, such as 1.0.')]
      : []),
    ...(score !== undefined && (score < 0 || score > 1)
      ? [t('The score lies outside of 0 to 1, by which dynamic filtering judges.')]
      : []),
  ];
  return {
    ok: true,
    text: [t('It answers as OpenRLHF expects.'), ...notes].join(' '),
    reward,
    ...(score === undefined ? {} : { score }),
  };
}

function oneNumber(value: unknown): number | undefined {
  const one: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (typeof one === 'boolean') return Number(one);
  return typeof one === 'number' ? one : undefined;
}

function badLog(logs: unknown): string | undefined {
  if (logs === undefined || logs === null) return undefined;
  if (typeof logs !== 'object' || Array.isArray(logs))
    return t('"extra_logs" has to be an object of numbers: {0}', shown(JSON.stringify(logs)));
  const wrong = Object.entries(logs).find(([, value]) => oneNumber(value) === undefined);
  return (
    wrong &&
    t('"extra_logs" takes one number for each name, and "{0}" is {1}.', wrong[0], shown(JSON.stringify(wrong[1])))
  );
}

function bad(text: string): Judgement {
  return { ok: false, text };
}

/** The beginning of a text, on one line. */
function shown(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 200 ? `${line.slice(0, 200)}…` : line === '' ? t('nothing') : line;
}
