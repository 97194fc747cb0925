import { t } from '@vscode/l10n';
import type { TryViolation } from './model.ts';

/** What was seen, in words. The page of the rule says what it means in training. */
export function ruleSentence({ rule, key = '', value = '', other = '' }: TryViolation): string {
  switch (rule) {
    case 'rf-name':
      return value === ''
        ? t('The file has no reward_func. Name the function reward_func(queries, prompts, labels).')
        : t('reward_func is {0}, no function.', value);
    case 'rf-async':
      return t('reward_func is async and nobody awaits it: its body never runs. Make it a plain def.');
    case 'rf-return-not-dict':
      return t('reward_func returned {0}, no dict. Return {"rewards": …}.', value);
    case 'rf-missing-rewards-key':
      return t('reward_func returned {0}, without rewards. The sample has no reward.', value);
    case 'rf-reward-shape':
      return t('{0} is {1}; it has to be one number for the one sample that is asked for.', key, value);
    case 'rf-int-reward':
      return t(
        'rewards is {0}, a whole number: up to OpenRLHF 0.11.1 several samples of a prompt fail. Return a float.',
        value,
      );
    case 'not-finite':
      return t('{0} is {1}, which no training step survives.', key, value);
    case 'rf-scores-missing':
      return t('There are no scores, so dynamic filtering takes rewards for them.');
    case 'rf-scores-range':
      return t('scores is {0}, outside of the bounds of dynamic filtering.', value);
    case 'rf-extra-logs-type':
      return t('extra_logs: {0} is {1}; each value has to be one number.', key, value);
    case 'rf-extra-logs-reserved':
      return t('extra_logs: the trainer writes {0} itself.', key);
    case 'rf-extra-logs-keys':
      return t('extra_logs differ between samples: here “{0}”, before “{1}”.', value, other);
    case 'ag-old-generation':
      return t('The file has a function step and no class AgentExecutor: an agent for OpenRLHF before 0.8.7.');
    case 'ag-class':
      return value === ''
        ? t('The file has no class AgentExecutor.')
        : t('AgentExecutor is {0}, no class on AgentExecutorBase.', value);
    case 'ag-never-done':
      return t('No end after {0} turns: done was never true for these answers.', value);
    case 'ag-blocking-call':
      return t('For {0} nothing else could run on the event loop, which all samples of an engine share.', value);
    case 'ag-execute-sync':
      return t('execute is no async def.');
    case 'ag-execute-result':
      return key === '' ? t('execute returned {0}, no dict.', value) : t('The result of execute lacks {0}.', key);
    case 'ag-execute-reward-none':
      return t('The result of execute has no reward.');
    case 'ag-step-async':
      return t('{0} is no async def, and OpenRLHF awaits it.', key);
    case 'ag-reset-result':
      return t('reset returned {0}, without an observation.', value);
    case 'ag-step-keys':
      return key === '' ? t('step returned {0}, no dict.', value) : t('The result of step lacks {0}.', key);
    case 'ag-step-reward-type':
      return t('step returned rewards {0}; it has to be a tensor of one element, as .item() is called on it.', value);
    case 'ag-step-feedback-type':
      return t('step returned environment_feedback {0}, no text.', value);
    case 'ag-sampling-params':
      return t('step returned sampling_params {0}, no vllm.SamplingParams.', value);
    default:
      // A rule that a later driver tells of.
      return [rule, key, value].filter((part) => part !== '').join(': ');
  }
}
