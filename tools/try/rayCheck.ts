import path from 'node:path';
import { readAddress } from '../../client/src/ray/address.ts';
import type { RayHttp } from '../../client/src/ray/http.ts';
import { getJob, listJobs, stopJob } from '../../client/src/ray/jobs.ts';
import { followLog } from '../../client/src/ray/log/follow.ts';
import { isTerminal } from '../../client/src/ray/model.ts';
import type { Job } from '../../client/src/ray/model.ts';
import { createRayHttp } from '../../client/src/ray/nodeHttp.ts';
import { planPackage } from '../../client/src/ray/packaging/plan.ts';
import { uploadPackage } from '../../client/src/ray/packaging/upload.ts';
import { newSubmissionId, submitJob } from '../../client/src/ray/submit.ts';
import { mustRun } from '../cache/process.ts';
import { projectFolder } from '../project.ts';
import type { Head } from '../ray/head.ts';
import { runUnderBash } from './launches.ts';
import { step } from './step.ts';

/** How a check launches, reads and stops: by the client library, or by the keyboard in a window. */
export interface RayHands {
  /** Launches an example and gives the submission id. */
  readonly launch: (example: string, env: Readonly<Record<string, string>>) => Promise<string>;
  /** The log from its beginning to its end, or until `enough` says so. */
  readonly readLog: (id: string, enough?: (text: string) => boolean) => Promise<string>;
  /** Asks for a stop. */
  readonly stop: (id: string) => Promise<void>;
}

const example = 'train_ppo.sh';
const stopLimit = 60_000;

/** Launches an example, reads its log to the end, stops another one, and asks Ray's own program about both. */
export async function rayCheck(head: Head, hands: RayHands = handsOf(head)): Promise<void> {
  const http = connect(head);
  try {
    const first = await step(`${example} is launched on the local Ray`, () => hands.launch(example, {}));
    await step('its log is read to the end, with progress bars and steps', async () => {
      const log = await hands.readLog(first);
      for (const part of [/Global step 1: /, /Train epoch \[1\/1\]: +100%/, /Saved the model to/]) {
        if (!part.test(log)) throw new Error(`${part.source} is not in the log:\n${log.slice(-3000)}`);
      }
      await statusIs(http, first, 'succeeded');
    });
    const second = await step('a longer run is launched', () => hands.launch(example, { PRETEND_SECONDS: '600' }));
    await step('it is stopped in the middle, and saves a checkpoint', async () => {
      await hands.readLog(second, (text) => text.includes('Generate samples'));
      await hands.stop(second);
      const log = await hands.readLog(second);
      if (!log.includes('after SIGTERM')) throw new Error(`no checkpoint is named in the log:\n${log.slice(-3000)}`);
      await statusIs(http, second, 'stopped');
    });
    await step('Ray’s own “ray job list” has both', async () => {
      const program = path.join(head.bin, 'ray');
      const listed = await mustRun(program, ['job', 'list', '--address', head.address]);
      for (const id of [first, second]) {
        if (!listed.includes(id)) throw new Error(`${id} is not in the list:\n${listed}`);
      }
      if ((await listJobs(http)).length < 2) throw new Error('the client lists fewer jobs');
    });
  } finally {
    http.dispose();
  }
}

function connect(head: Head): RayHttp {
  const read = readAddress(head.address);
  if (!read.ok) throw new Error(read.problem);
  return createRayHttp({ address: read.address });
}

/** By the functions of the client library. */
function handsOf(head: Head): RayHands {
  const http = connect(head);
  const folder = path.join(projectFolder, 'examples');
  return {
    launch: async (file, env) => {
      const [launch] = (await runUnderBash(path.join(folder, file))).launches;
      if (!launch) throw new Error(`bash launches nothing in ${file}`);
      const upload = await planPackage(folder);
      await uploadPackage(http, upload);
      const argv = ['python3', '-m', `openrlhf.cli.${launch.entryPoint}`, ...launch.argv];
      const { submissionId } = await submitJob(http, {
        submissionId: newSubmissionId(),
        entrypoint: argv.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' '),
        runtimeEnv: {
          working_dir: upload.uri,
          env_vars: { RAY_DEDUP_LOGS: '0', RAY_JOB_STOP_WAIT_TIME_S: '60', ...env },
        },
      });
      return submissionId;
    },
    readLog: async (submissionId, enough = () => false) => {
      const decoder = new TextDecoder();
      let text = '';
      const log = followLog(http, { submissionId, start: { kind: 'beginning' } });
      for await (const event of log) {
        if (event.kind === 'bytes') text += decoder.decode(event.bytes, { stream: true });
        if (enough(text)) break;
      }
      return text;
    },
    stop: async (id) => {
      await stopJob(http, id);
    },
  };
}

/** @throws Error when the job ends otherwise, or not at all */
async function statusIs(http: RayHttp, id: string, expected: Job['status']): Promise<void> {
  const end = Date.now() + stopLimit;
  for (;;) {
    const job = await getJob(http, id);
    if (isTerminal(job.status)) {
      if (job.status !== expected) throw new Error(`the job is ${job.status}: ${job.message ?? ''}`);
      return;
    }
    if (Date.now() > end) throw new Error('the job does not end');
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
