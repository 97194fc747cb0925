import * as l10n from '@vscode/l10n';
import { maskEnvironment, maskSecrets } from '../../../server/src/text/secrets.ts';
import { formatSize } from '../ray/packaging/formatSize.ts';
import { joinWords } from './quote.ts';

/** What is about to be sent. */
export interface PreviewFacts {
  readonly title: string;
  readonly cluster: { readonly name: string; readonly address: string; readonly rayVersion: string };
  /** Path and line from 1, for a person. */
  readonly script: string;
  readonly entrypoint: string;
  /** The words of the program, for a view of one flag per line. */
  readonly argv: readonly string[];
  readonly runtimeEnv: Readonly<Record<string, unknown>>;
  /** Names in the environment that we add, which neither the script has nor the person gave. */
  readonly added: readonly string[];
  readonly metadata: Readonly<Record<string, string>>;
  readonly driver: Readonly<Record<string, unknown>>;
  readonly upload: {
    readonly folder: string;
    readonly size: number;
    readonly files: readonly { readonly path: string; readonly size: number }[];
    readonly ignored: readonly { readonly path: string; readonly source: string; readonly pattern: string }[];
  } | null;
  /** Values of variables that are secret; shown nowhere. */
  readonly secrets: readonly string[];
}

/** All of a launch as a text to look at before it is sent, without secrets. */
export function previewText(facts: PreviewFacts): string {
  const { cluster, upload, secrets } = facts;
  const rows: [string, string][] = [
    [l10n.t('Cluster'), l10n.t('{0}, {1}, Ray {2}', cluster.name, cluster.address, cluster.rayVersion)],
    [l10n.t('Script'), facts.script],
    ...Object.entries(facts.driver).map(([name, value]): [string, string] => [name, JSON.stringify(value)]),
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  const text = [
    facts.title,
    '',
    ...rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`),
    '',
    l10n.t('COMMAND, one flag per line'),
    '',
    ...onePerLine(facts.argv).map((line) => `  ${line}`),
    '',
    l10n.t('COMMAND as it is sent, for /bin/sh on the cluster'),
    '',
    facts.entrypoint,
    '',
    l10n.t('RUNTIME ENVIRONMENT'),
    '',
    ...maskedRuntimeEnv(facts.runtimeEnv, secrets)
      .split('\n')
      .map((line) => `  ${line}`),
    ...(facts.added.length === 0
      ? []
      : ['', `  ${l10n.t('Added by the setting openrlhf.launch.env, or needed by Ray: {0}', facts.added.join(', '))}`]),
    '',
    l10n.t('METADATA'),
    '',
    ...JSON.stringify(facts.metadata, null, 2)
      .split('\n')
      .map((line) => `  ${line}`),
    '',
    ...uploadLines(upload),
    '',
  ].join('\n');
  return maskSecrets(text, secrets);
}

/** A runtime env as JSON without secrets. */
export function maskedRuntimeEnv(runtimeEnv: Readonly<Record<string, unknown>>, secrets: readonly string[]): string {
  const variables = runtimeEnv['env_vars'];
  const shown =
    typeof variables === 'object' && variables !== null
      ? { ...runtimeEnv, env_vars: maskEnvironment(textValues(variables), secrets) }
      : runtimeEnv;
  return maskSecrets(JSON.stringify(shown, null, 2), secrets);
}

function textValues(variables: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}

/** A command with every flag on a line of its own, as it could stand in a script. */
function onePerLine(argv: readonly string[]): string[] {
  const lines: string[][] = [[]];
  for (const [at, word] of argv.entries()) {
    if (at > 0 && word.startsWith('--')) lines.push([]);
    lines.at(-1)?.push(word);
  }
  return lines.map((words, at) => `${at === 0 ? '' : '  '}${joinWords(words)}${at === lines.length - 1 ? '' : ' \\'}`);
}

const mostIgnored = 200;

function uploadLines(upload: PreviewFacts['upload']): string[] {
  if (upload === null) return [l10n.t('UPLOAD: none')];
  const { folder, size, files, ignored } = upload;
  const total = files.reduce((sum, file) => sum + file.size, 0);
  const sorted = [...files].sort((one, other) => other.size - one.size);
  return [
    l10n.t(
      'UPLOAD of {0}: {1} files, {2}, packed {3}; the largest first',
      folder,
      files.length,
      formatSize(total),
      formatSize(size),
    ),
    '',
    ...sorted.map((file) => `  ${formatSize(file.size).padStart(9)}  ${file.path}`),
    ...(ignored.length === 0
      ? []
      : [
          '',
          l10n.t('NOT UPLOADED'),
          '',
          ...ignored
            .slice(0, mostIgnored)
            .map(({ path, source, pattern }) => `  ${path}  ${l10n.t('“{0}” in {1}', pattern, source)}`),
          ...(ignored.length > mostIgnored ? [`  ${l10n.t('and {0} more', ignored.length - mostIgnored)}`] : []),
        ]),
  ];
}
