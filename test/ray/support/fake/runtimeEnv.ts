import type { FakeHead } from './head.ts';
import { traceback } from './model.ts';

/** How a job ends whose runtime environment Ray does not take. It ends without a node, and only its log tells more than its details. */
export interface RuntimeEnvFailure {
  readonly errorType: string;
  readonly message: string;
  /** What the log gets, apart from the time. */
  readonly log: { readonly timed: boolean; readonly text: string };
}

const protocols = ['gs', 'file', 's3', 'gcs', 'https', 'azure', 'abfss', 'pip', 'conda', 'uv'];
const onlyUploads =
  'Passing directories or modules to be dynamically uploaded is only supported at the job level (i.e., passed to `ray.init`).';

/** What Ray 2.48 to 2.60 makes of a `working_dir` and of variables, and of nothing else; `undefined` where it takes them. */
export function runtimeEnvFailure(
  head: FakeHead,
  id: string,
  runtimeEnv: Readonly<Record<string, unknown>> | null,
): RuntimeEnvFailure | undefined {
  const reason = reasonOf(head, runtimeEnv ?? {});
  if (reason !== undefined) {
    const text = traceback(`ValueError: ${reason}`);
    return {
      errorType: 'JOB_SUPERVISOR_ACTOR_START_FAILURE',
      message: `Failed to start supervisor actor ${id}: '${reason}'. Full traceback:\n${text}`,
      log: {
        timed: true,
        text: `Failed to start supervisor actor for job ${id}: '${reason}'. Full traceback:\n${text}\n`,
      },
    };
  }
  const lost = missingPackage(head, runtimeEnv ?? {});
  if (lost === undefined) return undefined;
  const said = `OSError: Failed to download runtime_env file package ${lost} from the GCS to the Ray worker node. The package may have prematurely been deleted from the GCS due to a long upload time or a problem with Ray.`;
  const message = `runtime_env setup failed: Failed to set up runtime environment.\nCould not create the actor because its associated runtime env failed to be created.\n${traceback(said)}`;
  return { errorType: 'RUNTIME_ENV_SETUP_FAILURE', message, log: { timed: false, text: message } };
}

function reasonOf(
  head: FakeHead,
  { working_dir: folder, env_vars: variables }: Readonly<Record<string, unknown>>,
): string | undefined {
  for (const value of Object.values(typeof variables === 'object' && variables !== null ? variables : {})) {
    if (typeof value !== 'string') {
      return `runtime_env['env_vars'] must be of type Dict[str, str], but the value ${String(value)} is of type <class 'int'>`;
    }
  }
  if (folder === undefined || folder === null) return undefined;
  if (typeof folder !== 'string') return "`working_dir` must be a string, got <class 'int'>.";
  if (folder.startsWith('/')) return `${folder} is not a valid path.`;
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//.exec(folder)?.[1];
  const isKnown =
    scheme !== undefined && (protocols.includes(scheme) || (scheme === 'local' && !head.isBefore('2.59')));
  return isKnown ? undefined : `${folder} is not a valid URI. ${onlyUploads}`;
}

function missingPackage(
  head: FakeHead,
  { working_dir: folder }: Readonly<Record<string, unknown>>,
): string | undefined {
  if (typeof folder !== 'string' || !folder.startsWith('gcs://')) return undefined;
  return head.packages.has(folder.slice('gcs://'.length)) ? undefined : folder;
}
