/** Words of a Python file that may be for OpenRLHF to load; one without any is looked at only where a launch is known to name it. */
export const PYTHON_WORDS = ['reward', 'AgentExecutor', 'openrlhf'] as const;
