import { t } from '@vscode/l10n';
import type { Reply, Sample } from './ask.ts';
import type { Judgement } from './judge.ts';

/** One server with what it said. */
export interface Asked {
  readonly url: string;
  readonly reply: Reply;
  readonly judgement: Judgement;
}

/** A page on the servers that were asked, as plain text. */
export function serverReport(asked: readonly Asked[], sample: Sample): string {
  const lines = [t('Reward servers'), ''];
  for (const { url, reply, judgement } of asked) {
    lines.push(`${judgement.ok ? '✔' : '✖'} ${url}`);
    lines.push(`  ${judgement.text}`);
    if (judgement.reward !== undefined) lines.push(`  ${t('rewards {0}', judgement.reward)}`);
    if (judgement.score !== undefined) lines.push(`  ${t('scores {0}', judgement.score)}`);
    const status = reply.kind === 'answer' ? t('status {0}, ', reply.status) : '';
    lines.push(`  ${status}${t('{0} ms', reply.milliseconds)}`, '');
  }
  for (const note of notes(asked.map(({ url }) => url))) lines.push(note, '');
  lines.push(t('What was posted'), '');
  lines.push(
    ...JSON.stringify(
      { query: [sample.prompt + sample.response], prompts: [sample.prompt], labels: [sample.label] },
      null,
      2,
    ).split('\n'),
  );
  return `${lines.join('\n')}\n`;
}

function notes(urls: readonly string[]): string[] {
  const local = urls.filter((url) => /^https?:\/\/(?:localhost|127\.|0\.0\.0\.0|\[::1\])/i.test(url));
  return [
    ...(local.length > 0
      ? [
          t(
            '{0} is another machine for each node of a cluster: with several nodes name the one that runs the server.',
            local.join(', '),
          ),
        ]
      : []),
    ...(urls.length > 1
      ? [
          t(
            'Several servers: up to OpenRLHF 0.11.0 all but the first get an empty list, 0.11.1 asks the first alone, and from 0.11.2 on they take turns without going on to the next when one fails.',
          ),
        ]
      : []),
  ];
}
