import { render } from '../../messages/render.ts';
import { check } from '../../rules/check.ts';
import { byLaunch } from '../../rules/context.ts';
import type { Analysis } from '../analysis.ts';
import type { Judge } from '../launchPlan/findings.ts';
import type { Explanation } from './model.ts';

/** Rules that would find something here, were they not turned off by the settings. */
export function rulesOff(analysis: Analysis, { catalogues, rules, textOf }: Judge): Explanation[] {
  const off = new Set(Object.keys(rules).filter((code) => rules[code] === 'off'));
  if (off.size === 0) return [];
  const { document, launches, script, release, namedFiles } = analysis;
  const { notes, assignments } = script;
  const facts = byLaunch(namedFiles.map(({ fact }) => fact));
  const context = {
    script: document.uri,
    launches,
    notes,
    assignments,
    release,
    catalogues,
    textOf,
    namedFiles: facts,
  };
  const found = check(context).filter(({ code }) => off.has(code));
  const [first] = found;
  if (first === undefined) return [];
  const names = [...new Set(found.map(({ code }) => code))].join(', ');
  return [
    {
      kind: 'rules-off',
      text: render({ key: 'status-why-rules-off', args: { rules: names } }),
      next: render({ key: 'status-next-rules-off' }),
      place: first.location,
    },
  ];
}
