import { isEntryPointModule } from '../../launch/launches.ts';
import { render } from '../../messages/render.ts';
import { unreached, type Unreached } from '../../shell/unreached.ts';
import type { Location } from '../../text/location.ts';
import { maskSecrets } from '../../text/secrets.ts';
import type { Analysis } from '../analysis.ts';
import { whyUnknown } from '../whyUnknown.ts';
import type { Explanation } from './model.ts';

/** A module behind `-m` or `--module`, or a path of a `.py` file. */
const MENTION = /(?:(?:^|\s)(?:-m|--module)[ \t=]+["']?([\w.]+)(?![\w.$])|(?:^|[\s"'=])([\w./-]+\.py)(?![\w/.]))/g;

/** Reasons that are of use beside launches that were found: they are about a launch that is written here. */
const MOST = 20;

/** Launches that are written here but not run, and programs that are started in the place of one. */
export function unlaunched(analysis: Analysis): Explanation[] {
  const { launches, document } = analysis;
  const mentions = mentionsIn(analysis);
  const reasons = unreached(
    document.text,
    mentions.map(({ offset }) => offset),
  );
  const written = mentions.flatMap(({ module, offset }, index): Explanation[] => {
    const found = reasons[index];
    // A launch that is commented out beside one that runs is nothing to explain.
    if (found === undefined || (launches.length > 0 && found.why === 'comment')) return [];
    return [ofMention(module, offset, found, document.uri)];
  });
  return [...written, ...(launches.length === 0 ? otherPrograms(analysis) : [])].slice(0, MOST);
}

interface Mention {
  readonly module: string;
  readonly offset: number;
}

/** Entry points that the text names where no launch that was found stands. */
function mentionsIn({ document, launches, script }: Analysis): Mention[] {
  const places = [...launches.map(({ launch }) => launch), ...script.launches].flatMap((launch): Location[] => [
    launch.location,
    ...('moduleLocation' in launch ? [launch.moduleLocation] : [launch.module.location]),
    ...launch.via.filter(({ kind }) => kind === 'call').map(({ location }) => location),
  ]);
  const ran = places.filter(({ uri }) => uri === document.uri).map(({ range }) => range);
  const found = [...document.text.matchAll(MENTION)].flatMap((match): Mention[] => {
    const module = match[1] ?? match[2] ?? '';
    const offset = match.index + match[0].length - module.length;
    const isRun = ran.some(({ start, end }) => start <= offset && offset < end);
    return isRun || !isEntryPointModule(module) ? [] : [{ module, offset }];
  });
  return found;
}

function ofMention(module: string, offset: number, found: Unreached, uri: string): Explanation {
  const text = (): string => {
    switch (found.why) {
      case 'comment':
        return render({ key: 'status-why-comment', args: { module } });
      case 'function':
        return render({ key: 'status-why-function', args: { module, name: found.name } });
      case 'ended':
        return render({ key: 'status-why-ended', args: { module, by: found.by } });
      case 'other':
        return render({ key: 'status-why-other', args: { module } });
    }
  };
  const range = 'at' in found ? found.at : { start: offset, end: offset + module.length };
  return { kind: found.why, text: text(), next: render({ key: `status-next-${found.why}` }), place: { uri, range } };
}

function otherPrograms({ script }: Analysis): Explanation[] {
  const places = new Set<string>();
  return (script.others ?? []).flatMap(({ program }): Explanation[] => {
    const place = program.use ?? program.location;
    const key = `${place.uri} ${place.range.start}`;
    if (places.has(key)) return [];
    places.add(key);
    const kind = program.kind === 'known' ? 'other-program' : 'unknown-program';
    const text =
      program.kind === 'known'
        ? render({ key: 'status-why-other-program', args: { program: maskSecrets(program.value) } })
        : render({ key: 'status-why-unknown-program', args: { why: whyUnknown(program.why) } });
    return [{ kind, text, next: render({ key: `status-next-${kind}` }), place }];
  });
}
