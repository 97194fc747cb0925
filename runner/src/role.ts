import type { TryRole } from './model.ts';

/** How OpenRLHF would load a file with this text; `undefined` if it has neither name. */
export function roleOfText(text: string): TryRole | undefined {
  if (/^(?:class\s+AgentExecutor\b|AgentExecutor\s*[:=]|from\s.*\bimport\b.*\bas\s+AgentExecutor\b)/m.test(text))
    return 'agent';
  if (/^(?:(?:async\s+)?def\s+reward_func\b|reward_func\s*[:=]|from\s.*\bimport\b.*\breward_func\b)/m.test(text))
    return 'reward';
  return undefined;
}
