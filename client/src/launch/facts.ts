import { existsSync } from 'node:fs';
import path from 'node:path';
import type { LaunchPlan } from '../../../server/src/lsp/protocol.ts';
import type { Cluster } from '../clusters/model.ts';
import { labelOf } from '../jobs/items.ts';
import { totals } from '../ray/capacity.ts';
import { clusterSnapshot } from '../ray/cluster.ts';
import { RayError } from '../ray/errors.ts';
import { rayVersion } from '../ray/jobs.ts';
import type { Package, PackagePlan } from '../ray/packaging/plan.ts';
import { planPackage } from '../ray/packaging/plan.ts';
import { PackagingError } from '../ray/packaging/packagingError.ts';
import { prepareRuntimeEnv } from '../ray/packaging/runtimeEnv.ts';
import type { LaunchChoices, LaunchDraft } from './draft.ts';
import { carriable, losesEnvironment } from './draft.ts';
import type { ClusterAnswer, FileFacts, PackageFacts, PackageProblem, PreflightFacts } from './preflight.ts';

/** What was found out for a checklist, and what a launch sends of it. */
export interface Gathered {
  readonly facts: PreflightFacts;
  /** The folder as it is packed. */
  readonly plan: PackagePlan | null;
  /** The runtime env for the Jobs API; `null` where it cannot be made ready. */
  readonly runtimeEnv: Readonly<Record<string, unknown>> | null;
  readonly packages: readonly Package[];
}

export interface GatherOptions {
  readonly launch: LaunchPlan;
  readonly choices: LaunchChoices;
  readonly draft: LaunchDraft;
  readonly cluster: Cluster;
  /** What relative paths of the script are relative to. */
  readonly base: string;
  /** Paths of documents with unsaved changes. */
  readonly unsaved: readonly string[];
  /** File of the bundled pack worker. */
  readonly worker?: string | undefined;
  readonly onPacked?: (done: number, total: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Asks the cluster and packs the folder.
 *
 * @throws RayError, PackagingError of kind `cancelled`
 */
export async function gather(options: GatherOptions): Promise<Gathered> {
  const { launch, choices, draft, cluster, base } = options;
  const [answer, packed] = await Promise.all([clusterAnswer(cluster, options.signal), packFolder(options)]);
  const plan = packed !== null && 'files' in packed ? packed : null;
  const prepared = await prepare(options, answer, packed, plan);
  const uploaded = choices.folder.kind === 'upload' ? choices.folder.path : null;
  const facts: PreflightFacts = {
    cluster: { name: cluster.name, answer },
    findings: launch.findings,
    files: launch.files.map((file): FileFacts => {
      const absolute = path.resolve(base, file.path);
      const inUpload = uploaded === null ? null : path.relative(uploaded, path.resolve(uploaded, file.path));
      const below = inUpload !== null && !inUpload.startsWith('..') && !path.isAbsolute(file.path);
      return {
        file,
        inUpload: below ? inUpload.split(path.sep).join('/') : null,
        exists: existsSync(absolute) || (uploaded !== null && existsSync(path.resolve(uploaded, file.path))),
      };
    }),
    demand: launch.demand,
    driver: draft.driver,
    folder: choices.folder,
    package: packed === null || 'problem' in packed ? packed : packageFacts(packed),
    runtimeEnvProblems: [
      ...(launch.submit?.problem === undefined ? [] : [launch.submit.problem]),
      ...prepared.problems,
    ],
    unsaved:
      uploaded === null
        ? []
        : options.unsaved
            .filter((file) => !path.relative(uploaded, file).startsWith('..'))
            .map((file) => path.basename(file)),
    variables: losesEnvironment(launch)
      ? { carried: choices.carried, all: [...new Set(launch.env.map(({ name }) => name))], unknown: unknownOf(launch) }
      : null,
  };
  return { facts, plan, runtimeEnv: prepared.runtimeEnv, packages: prepared.packages };
}

function unknownOf(launch: LaunchPlan): readonly string[] {
  const known = new Set(carriable(launch).map(({ name }) => name));
  return [...new Set(launch.env.map(({ name }) => name))].filter((name) => !known.has(name));
}

async function clusterAnswer({ http }: Cluster, signal: AbortSignal): Promise<ClusterAnswer> {
  try {
    const [version, snapshot] = await Promise.all([rayVersion(http, { signal }), clusterSnapshot(http, { signal })]);
    return {
      kind: 'facts',
      facts: {
        rayVersion: version.rayVersion,
        pythonVersion: null,
        nodes: totals(snapshot.nodes).map((total) => ({ gpus: total['GPU'] ?? 0, cpus: total['CPU'] ?? 0 })),
        free: snapshot.free === null ? null : { gpus: snapshot.free.gpu, cpus: snapshot.free.cpu },
        holders: snapshot.holders.map(({ job, submissionId, rayJobId, gpus }) => ({
          name: job === null ? (submissionId ?? rayJobId) : labelOf(job),
          gpus,
        })),
      },
    };
  } catch (error) {
    if (!(error instanceof RayError) || error.kind === 'cancelled') throw error;
    return { kind: 'failed', error };
  }
}

async function packFolder(options: GatherOptions): Promise<PackagePlan | PackageProblem | null> {
  const { choices, draft, worker, onPacked, signal } = options;
  if (choices.folder.kind !== 'upload') return null;
  const excludes = draft.runtimeEnv['excludes'];
  try {
    return await planPackage(choices.folder.path, {
      ...(Array.isArray(excludes) ? { excludes: excludes.filter((one) => typeof one === 'string') } : {}),
      worker,
      ...(onPacked === undefined ? {} : { onProgress: onPacked }),
      signal,
    });
  } catch (error) {
    if (!(error instanceof PackagingError) || error.kind === 'cancelled') throw error;
    return { problem: error.message, tooLarge: error.kind === 'too-large' };
  }
}

async function prepare(
  { choices, draft, base, worker, signal }: GatherOptions,
  answer: ClusterAnswer,
  packed: PackagePlan | PackageProblem | null,
  plan: PackagePlan | null,
): Promise<Pick<Gathered, 'runtimeEnv' | 'packages'> & { readonly problems: readonly string[] }> {
  // The folder has an item of its own that says what is the matter with it.
  if (packed !== null && 'problem' in packed) return { runtimeEnv: null, packages: [], problems: [] };
  const { folder } = choices;
  const wanted = folder.kind === 'upload' ? { ...draft.runtimeEnv, working_dir: folder.path } : draft.runtimeEnv;
  try {
    const { runtimeEnv, packages } = await prepareRuntimeEnv(wanted, {
      base,
      rayVersion: answer.kind === 'facts' ? answer.facts.rayVersion : '',
      worker,
      ...(plan === null ? {} : { planned: [plan] }),
      signal,
    });
    return { runtimeEnv, packages, problems: [] };
  } catch (error) {
    if (!(error instanceof PackagingError) || error.kind === 'cancelled') throw error;
    return { runtimeEnv: null, packages: [], problems: [error.message] };
  }
}

function packageFacts({ files, size, biggest }: PackagePlan): PackageFacts {
  const names = new Set(files.map((file) => file.path));
  return { files: files.length, packed: size, heaviest: biggest, has: (file) => names.has(file) };
}
