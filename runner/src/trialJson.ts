import { filteredGroups, USUAL_BOUNDS } from './filtering.ts';
import type { Trial } from './model.ts';
import { problemsOf } from './problems.ts';
import { isGood } from './report.ts';

/** A trial for programs; `docs/command-line.md` states the shape. Lines count from 1, samples from 0. */
export function trialJson(trial: Trial): object {
  const { request, events, ending, stdout, stderr, peak, leftOver } = trial;
  const problems = problemsOf(trial);
  const started = events.find((event) => event.event === 'started');
  const loaded = events.find((event) => event.event === 'loaded');
  const bounds = request.filtering ?? USUAL_BOUNDS;
  return {
    file: request.file,
    role: request.role,
    good: isGood(trial, problems),
    ending: ending.kind,
    python: request.python,
    pythonVersion: started?.python ?? null,
    executors: started?.executors ?? null,
    openrlhf: started?.release ?? null,
    folder: request.folder,
    variables: Object.keys(request.env ?? {}),
    unknownVariables: request.unknownEnv ?? [],
    loadMilliseconds: loaded?.milliseconds ?? null,
    problems,
    samples: events.flatMap((event) => {
      if (event.event !== 'sample') return [];
      const { index, group, prompt, label, responses, query, rewards, scores, logs, milliseconds = null } = event;
      return [{ index, group, prompt, label, responses, query, rewards, scores, logs, milliseconds }];
    }),
    filtering: { on: request.filtering !== undefined, bounds, groups: filteredGroups(events, bounds) },
    stdout,
    stderr,
    peakBytes: peak,
    leftOver,
  };
}
