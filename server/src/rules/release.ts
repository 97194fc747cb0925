import { releaseComment } from '../catalogue/release.ts';
import type { Draft, RuleContext, ScriptFamily } from './context.ts';
import { fix, listed, say } from './finding.ts';

/** The comment that states the release, where no flags are known for that one. */
export const releases: ScriptFamily = {
  rules: [{ id: 'unknown-release', severity: 'warning', stage: null }],
  *check(context) {
    if (context.launches.length === 0) return;
    const { asked, from, unusable = [] } = context.release;
    const passedOver = unusable.some((statement) => statement.from === 'comment');
    if (passedOver || (from === 'comment' && asked !== undefined)) yield* draft(passedOver, context);
  },
};

function* draft(
  passedOver: boolean,
  { script, release: { release }, catalogues, textOf }: RuleContext,
): Iterable<Draft> {
  const stated = releaseComment(textOf(script) ?? '');
  if (!stated) return;
  const location = { uri: script, range: stated.range };
  const args = { text: stated.release, release };
  if (!passedOver) {
    const message = say('unknown-release-stand-in', args);
    yield { code: 'unknown-release', severity: 'info', location, message, subjects: [] };
    return;
  }
  const { newest } = catalogues;
  yield {
    code: 'unknown-release',
    location,
    message: say('unknown-release', { ...args, releases: listed(catalogues.releases, 'or') }),
    fixes: [fix(say('fix-value', { value: newest }), [{ location, newText: newest }])],
    subjects: [],
  };
}
