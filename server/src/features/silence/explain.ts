import { render } from '../../messages/render.ts';
import type { Analysis } from '../analysis.ts';
import type { Judge } from '../launchPlan/findings.ts';
import { launchExplanations } from './launches.ts';
import type { Explanation } from './model.ts';
import { unlaunched } from './unlaunched.ts';
import { rulesOff } from './rulesOff.ts';

/**
 * Why a script has few findings or none, the weightiest reason first: what stands in the way of finding launches, of knowing
 * their words, of judging them. One that has launches, of which all is known and nothing is wrong, is told so.
 */
export function explain(analysis: Analysis, judge: Judge): Explanation[] {
  const { document, silentBecause, script, release, launches, findings } = analysis;
  if (silentBecause !== null) {
    const kind = script.foreignShell === undefined ? 'too-large' : 'foreign-shell';
    return [{ kind, text: render(silentBecause), next: render({ key: `status-next-${kind}` }), place: null }];
  }
  const reasons = [
    ...missingSources(analysis),
    ...unlaunched(analysis),
    ...launches.flatMap((bound) => launchExplanations(bound, release.release)),
    ...rulesOff(analysis, judge),
  ];
  if (launches.length === 0 && reasons.length === 0) reasons.push(reason('no-launch'));
  if (launches.length > 0 && release.from === 'assumed') {
    const next = render({ key: 'status-next-assumed', args: { release: release.release } });
    reasons.push({ kind: 'assumed', text: render({ key: 'status-why-assumed' }), next, place: null });
  }
  if (!document.uri.startsWith('file:')) reasons.push(reason('not-file'));
  const stated = reasons.filter(({ kind }) => kind !== 'assumed');
  if (launches.length > 0 && findings.length === 0 && stated.length === 0) reasons.push(reason('clean'));
  return reasons;
}

function reason(kind: 'no-launch' | 'not-file' | 'clean'): Explanation {
  return {
    kind,
    text: render({ key: `status-why-${kind}` }),
    next: render({ key: `status-next-${kind}` }),
    place: null,
  };
}

function missingSources({ script }: Analysis): Explanation[] {
  return script.notes.flatMap((note): Explanation[] => {
    if (note.kind !== 'missing-source') return [];
    const text =
      note.path === null
        ? render({ key: 'status-why-missing-source-unknown' })
        : render({ key: 'status-why-missing-source', args: { path: note.path } });
    return [
      { kind: 'missing-source', text, next: render({ key: 'status-next-missing-source' }), place: note.location },
    ];
  });
}
