import * as l10n from '@vscode/l10n';
import type { GpuDemand, LaunchFile, LaunchFinding } from '../../../server/src/lsp/protocol.ts';
import type { RayErrorKind } from '../ray/errors.ts';
import type { SizedPath } from '../ray/packaging/biggest.ts';
import { formatSize } from '../ray/packaging/formatSize.ts';
import type { JobFolder, LaunchDraft } from './draft.ts';
import { clusterItems } from './preflightCluster.ts';

/** `impossible`: it can never run like this. `unknown`: cannot be told before it runs. */
export type CheckStatus = 'ok' | 'info' | 'warn' | 'fail' | 'impossible' | 'unknown';

/** What a person can do about an item. */
export type CheckFix =
  | { readonly kind: 'open'; readonly uri: string; readonly line: number; readonly character: number }
  | { readonly kind: 'setToken' }
  | { readonly kind: 'chooseCluster' }
  | { readonly kind: 'retry' }
  | { readonly kind: 'chooseFolder' }
  | { readonly kind: 'chooseVariables' }
  | { readonly kind: 'showUpload' }
  | { readonly kind: 'saveAll' };

export interface CheckItem {
  readonly status: CheckStatus;
  /** A few words. */
  readonly text: string;
  /** One sentence more; what to do. */
  readonly detail?: string;
  /** What happens when the item is chosen. */
  readonly fix?: CheckFix;
}

/** The folder as it would be packed. */
export interface PackageFacts {
  readonly files: number;
  /** Of the archive. */
  readonly packed: number;
  readonly heaviest: readonly SizedPath[];
  /** True if a file, relative with `/`, is in it. */
  readonly has: (file: string) => boolean;
}

/** A folder that cannot be packed. */
export interface PackageProblem {
  /** A sentence or two. */
  readonly problem: string;
  readonly tooLarge: boolean;
}

export interface ClusterFacts {
  readonly rayVersion: string;
  readonly pythonVersion: string | null;
  /** Nodes that are alive. */
  readonly nodes: readonly { readonly gpus: number; readonly cpus: number }[];
  /** `null` where the cluster does not tell. */
  readonly free: { readonly gpus: number; readonly cpus: number } | null;
  /** Who has GPUs now. */
  readonly holders: readonly { readonly name: string; readonly gpus: number }[];
}

export type ClusterAnswer =
  | { readonly kind: 'facts'; readonly facts: ClusterFacts }
  | { readonly kind: 'failed'; readonly error: { readonly kind: RayErrorKind; readonly message: string } };

/** A file that the launch names, and where it is. */
export interface FileFacts {
  readonly file: LaunchFile;
  /** Relative to the uploaded folder with `/`; `null` where it is not below it, or where nothing is uploaded. */
  readonly inUpload: string | null;
  /** On this machine. */
  readonly exists: boolean;
}

/** All that a check looks at. */
export interface PreflightFacts {
  readonly cluster: { readonly name: string; readonly answer: ClusterAnswer };
  readonly findings: readonly LaunchFinding[];
  readonly files: readonly FileFacts[];
  readonly demand: GpuDemand;
  readonly driver: LaunchDraft['driver'];
  readonly folder: JobFolder;
  /** `null` where nothing is packed. */
  readonly package: PackageFacts | PackageProblem | null;
  /** Sentences on the runtime env. */
  readonly runtimeEnvProblems: readonly string[];
  /** Documents with changes that are not on disk, below the uploaded folder. */
  readonly unsaved: readonly string[];
  /** Variables of the script: how many go along of how many. */
  readonly variables: {
    readonly carried: readonly string[];
    readonly all: readonly string[];
    /** Those whose value is known only when the script runs. */
    readonly unknown: readonly string[];
  } | null;
}

/** What comes first in a checklist; within a rank the order is that of the subjects. */
const rank: Readonly<Record<CheckStatus, number>> = { impossible: 0, fail: 1, warn: 2, unknown: 3, info: 4, ok: 4 };

/** The checklist of a launch, the worst first. */
export function preflight(facts: PreflightFacts): readonly CheckItem[] {
  const items: readonly CheckItem[] = [
    ...clusterItems(facts),
    ...findingItems(facts.findings),
    ...facts.runtimeEnvProblems.map((detail): CheckItem => ({
      status: 'fail',
      text: l10n.t('Runtime environment'),
      detail,
    })),
    ...folderItems(facts),
    ...facts.files.flatMap((file) => fileItems(file, facts)),
    ...variableItems(facts.variables),
  ];
  return items.toSorted((one, other) => rank[one.status] - rank[other.status]);
}

/** Whether a launch can go on at all, and with how much ado. */
export function verdict(items: readonly CheckItem[], answer: ClusterAnswer): 'go' | 'anyway' | 'impossible' | 'cannot' {
  if (answer.kind === 'failed') return 'cannot';
  if (items.some(({ status }) => status === 'impossible')) return 'impossible';
  return items.some(({ status }) => status === 'fail') ? 'anyway' : 'go';
}

function findingItems(findings: readonly LaunchFinding[]): CheckItem[] {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const warnings = findings.filter(({ severity }) => severity === 'warning').length;
  const items = errors.map(({ code, message, uri, line, character }): CheckItem => ({
    status: 'fail',
    text: code,
    detail: message,
    fix: { kind: 'open', uri, line, character },
  }));
  const [first] = findings.filter(({ severity }) => severity === 'warning');
  if (first !== undefined) {
    items.push({
      status: 'warn',
      text: warnings === 1 ? l10n.t('1 warning in the script') : l10n.t('{0} warnings in the script', warnings),
      detail: first.message,
      fix: { kind: 'open', uri: first.uri, line: first.line, character: first.character },
    });
  }
  return items.length > 0 ? items : [{ status: 'ok', text: l10n.t('No problems in the script') }];
}

function folderItems({ folder, package: packed, unsaved }: PreflightFacts): CheckItem[] {
  const fix = { kind: 'chooseFolder' } as const;
  switch (folder.kind) {
    case 'none':
      return [
        {
          status: 'info',
          text: l10n.t('No folder is uploaded'),
          detail: l10n.t('The program sees only the files that are on the cluster. Choose this to upload a folder.'),
          fix,
        },
      ];
    case 'uri':
      return [{ status: 'info', text: l10n.t('Ray fetches the folder'), detail: folder.uri, fix }];
    case 'onCluster':
      return [
        {
          status: 'info',
          text: l10n.t('Runs in {0} on the cluster', folder.path),
          detail: l10n.t(
            'Nothing is uploaded: the folder has to be on the machine of the driver. Choose this to change it.',
          ),
          fix,
        },
      ];
    case 'upload':
      return [...packageItems(packed, folder.path), ...unsavedItems(unsaved)];
  }
}

function packageItems(packed: PackageFacts | PackageProblem | null, folder: string): CheckItem[] {
  if (packed === null) return [];
  const fix = { kind: 'chooseFolder' } as const;
  if ('problem' in packed) {
    const text = packed.tooLarge
      ? l10n.t('{0} is too large to upload', baseName(folder))
      : l10n.t('{0} cannot be uploaded', baseName(folder));
    return [{ status: packed.tooLarge ? 'impossible' : 'fail', text, detail: packed.problem, fix }];
  }
  const count = packed.files === 1 ? l10n.t('1 file') : l10n.t('{0} files', packed.files);
  const names = packed.heaviest.slice(0, 3).map(({ path, size }) => `${path} (${formatSize(size)})`);
  const heavy = names.length === 0 ? '' : l10n.t('biggest: {0}', names.join(', '));
  return [
    {
      status: 'ok',
      text: l10n.t('Uploads {0}: {1}, {2}', baseName(folder), count, formatSize(packed.packed)),
      detail: [folder, heavy].filter((part) => part !== '').join(' · '),
      fix,
    },
  ];
}

function unsavedItems(unsaved: readonly string[]): CheckItem[] {
  if (unsaved.length === 0) return [];
  return [
    {
      status: 'warn',
      text: unsaved.length === 1 ? l10n.t('1 file is not saved') : l10n.t('{0} files are not saved', unsaved.length),
      detail: l10n.t('The upload has what is on disk. Choose this to save: {0}', unsaved.join(', ')),
      fix: { kind: 'saveAll' },
    },
  ];
}

function fileItems({ file, inUpload, exists }: FileFacts, { folder, package: packed }: PreflightFacts): CheckItem[] {
  // What names a repository of a hub, or data that may be anywhere, says nothing while it is not a file here.
  const mustBeThere = file.role === 'reward function' || file.role === 'agent';
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(file.path)) return [];
  const text = `${file.flag} ${file.path}`;
  if (folder.kind !== 'upload' || packed === null || 'problem' in packed) {
    return mustBeThere
      ? [
          {
            status: 'unknown',
            text,
            detail: l10n.t('No folder is uploaded, so this file has to be on the cluster.'),
            fix: { kind: 'chooseFolder' },
          },
        ]
      : [];
  }
  if (inUpload !== null && packed.has(inUpload))
    return [{ status: 'ok', text, detail: l10n.t('It is in the upload.') }];
  if (inUpload !== null && exists) {
    return [
      {
        status: mustBeThere ? 'fail' : 'warn',
        text,
        detail: l10n.t('The file is here, but an ignore file or an exclude keeps it out of the upload.'),
        fix: { kind: 'showUpload' },
      },
    ];
  }
  if (inUpload === null) {
    return mustBeThere || exists
      ? [
          {
            status: mustBeThere ? 'unknown' : 'info',
            text,
            detail: l10n.t('It is not below the uploaded folder, so it has to be on the cluster.'),
          },
        ]
      : [];
  }
  return mustBeThere
    ? [
        {
          status: 'fail',
          text,
          detail: l10n.t('There is no such file in the uploaded folder.'),
          fix: { kind: 'chooseFolder' },
        },
      ]
    : [];
}

function variableItems(variables: PreflightFacts['variables']): CheckItem[] {
  if (variables === null || variables.all.length === 0) return [];
  const { carried, all, unknown } = variables;
  const left = all.filter((name) => !carried.includes(name));
  return [
    {
      status: unknown.length > 0 ? 'warn' : 'info',
      text: l10n.t('{0} of {1} variables of the script go along', carried.length, all.length),
      detail:
        left.length === 0
          ? l10n.t('On Ray a job has only the environment that is sent with it.')
          : unknown.length === 0
            ? l10n.t('Not sent: {0}. On Ray a job has only the environment that is sent with it.', left.join(', '))
            : l10n.t('Not sent: {0}. Known only when the script runs: {1}.', left.join(', '), unknown.join(', ')),
      fix: { kind: 'chooseVariables' },
    },
  ];
}

function baseName(folder: string): string {
  return folder.split(/[\\/]/).findLast((part) => part !== '') ?? folder;
}
