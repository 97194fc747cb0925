import { sameLocation, type Location } from '../text/location.ts';
import type { Draft, RuleContext, ScriptFamily } from './context.ts';
import { say } from './finding.ts';
import { secretsIn } from '../text/keys.ts';
import { wordsOf } from './words.ts';

/**
 * Keys in the text of the files that make up a launch, comments included: a key that was written down is known to
 * everyone who has the file. `wandb.ts` finds those that only their flag gives away.
 */
export const secrets: ScriptFamily = {
  rules: [],
  *check(context) {
    const seen: Location[] = [];
    for (const uri of filesOf(context)) {
      for (const { owner, from, to } of secretsIn(context.textOf(uri) ?? '')) {
        const location = { uri, range: { start: from, end: to } };
        if (seen.some((other) => sameLocation(other, location))) continue;
        seen.push(location);
        yield draft(owner, location);
      }
    }
  },
};

function filesOf({ launches, assignments }: RuleContext): ReadonlySet<string> {
  const uris = new Set<string>();
  for (const { launch } of launches) {
    uris.add(launch.location.uri);
    for (const item of launch.argv) for (const word of wordsOf(item)) uris.add(word.location.uri);
  }
  if (launches.length > 0) for (const { location } of assignments) uris.add(location.uri);
  return uris;
}

function draft(owner: string, location: Location): Draft {
  return { code: 'secret-in-script', location, message: say('secret-in-script', { owner }), subjects: [] };
}
