import type { LaunchPlan, SubmitOptions } from '../../../server/src/lsp/protocol.ts';

/** A launch behind `ray job submit` without any option. */
export const noOptions: SubmitOptions = {
  address: null,
  submissionId: null,
  workingDir: null,
  runtimeEnv: {},
  metadata: {},
  entrypointNumCpus: null,
  entrypointNumGpus: null,
  entrypointMemory: null,
  entrypointResources: {},
  entrypointLabelSelector: {},
  noWait: false,
  headers: {},
  verify: true,
};

/** A plain `python3 -m` launch, with changes. */
export function plan(more: Partial<LaunchPlan> = {}): LaunchPlan {
  const argv = ['python3', '-m', 'openrlhf.cli.train_ppo_ray', '--a', 'b c'];
  return {
    summary: {
      id: '1',
      entryPoint: 'train_ppo_ray',
      module: 'openrlhf.cli.train_ppo_ray',
      model: null,
      uri: 'file:///ws/a.sh',
      startLine: 4,
      endLine: 5,
      wrapper: 'python',
      loop: [],
      conditional: false,
    },
    script: 'file:///ws/a.sh',
    release: '0.11.2',
    argv,
    shown: argv,
    questions: [],
    submit: null,
    env: [],
    folder: null,
    findings: [],
    demand: { kind: 'none' },
    files: [],
    ...more,
  };
}
