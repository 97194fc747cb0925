import type { BoundLaunch } from '../../launch/bound.ts';
import { render } from '../../messages/render.ts';
import type { Item, UnknownWord, ManyWords } from '../../text/items.ts';
import { whyUnknown } from '../whyUnknown.ts';
import type { Explanation } from './model.ts';

/** Why little is said of a launch. */
export function launchExplanations({ launch, spec }: BoundLaunch, release: string): Explanation[] {
  const { entryPoint, module, moduleLocation } = launch;
  const reasons: Explanation[] = [];
  const add = (kind: Explanation['kind'], text: string, next: string, place = moduleLocation): void => {
    reasons.push({ kind, text, next, place });
  };
  if (entryPoint === null || spec === null) {
    const text = render({ key: 'status-why-module-unknown', args: { release, module } });
    add('module-unknown', text, render({ key: 'status-next-module-unknown' }));
    return reasons;
  }
  if (launch.wrapper === true) {
    const text = render({ key: 'status-why-wrapper', args: { module, entryPoint } });
    add('wrapper', text, render({ key: 'status-next-wrapper', args: { entryPoint } }));
  }
  if (spec.incomplete === true) {
    const text = render({ key: 'status-why-incomplete', args: { entryPoint } });
    add('incomplete', text, render({ key: 'status-next-incomplete' }));
  }
  const unknown = unknownWords(launch.argv);
  const [first] = unknown;
  if (first === undefined) return reasons;
  const why = whyUnknown(first.why);
  const place = first.use ?? first.location;
  if (unknown.length === wordsOf(launch.argv).length) {
    const text = render({ key: 'status-why-all-unknown', args: { why } });
    add('all-unknown', text, render({ key: 'status-next-all-unknown' }), place);
  } else {
    const text = render({ key: 'status-why-some-unknown', args: { count: unknown.length, why } });
    add('some-unknown', text, render({ key: 'status-next-some-unknown' }), place);
  }
  return reasons;
}

type Unsure = UnknownWord | ManyWords;

/** Words that are not known before the script runs, those of branches too. */
export function unknownWords(items: readonly Item[]): Unsure[] {
  return wordsOf(items).flatMap((word) => (word.kind === 'unknown' || word.kind === 'many' ? [word] : []));
}

function wordsOf(items: readonly Item[]): Exclude<Item, { kind: 'branches' }>[] {
  return items.flatMap((item) => (item.kind === 'branches' ? wordsOf(item.oneOf.flat()) : [item]));
}
