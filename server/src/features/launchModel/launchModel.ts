import { render } from '../../messages/render.ts';
import { fileOfUri } from '../../text/uri.ts';
import type { Analysis } from '../analysis.ts';
import type { Judge } from '../launchPlan/findings.ts';
import { explain } from '../silence/explain.ts';
import { writeLaunch } from './launch.ts';
import type { LaunchModel } from './model.ts';
import { Page } from './page.ts';

/** Everything that is known of the launches of a script, for people to read; the editor and the command line show the same. */
export function launchModel(analysis: Analysis, judge: Judge): LaunchModel {
  const { document, release, launches } = analysis;
  const page = new Page(document.uri, judge.linesOf);
  page.heading(1, render({ key: 'model-title', args: { file: fileOfUri(document.uri) } }));
  page.line(
    `**${render({ key: 'model-release', args: { release: release.release } })}**: ${render({ key: `status-release-${release.from}` })}`,
  );
  if (launches.length === 0) {
    page.line();
    page.line(render({ key: 'status-model-none' }));
  }
  const explanations = explain(analysis, judge);
  if (explanations.length > 0) {
    page.heading(2, render({ key: 'model-silence' }));
    for (const { text, next, place } of explanations) {
      page.line('- ', text, ' ', next, ...(place === null ? [] : [' (', page.place(place), ')']));
    }
  }
  for (const [index, bound] of launches.entries()) writeLaunch(page, bound, index + 1, analysis, judge);
  return page.done();
}
