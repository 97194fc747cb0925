import type { Launch } from '../../launch/model.ts';
import type { Item } from '../../text/items.ts';
import type { TextOf } from '../../rules/words.ts';
import { isSubmitted } from './command.ts';
import type { LaunchVariable } from './model.ts';

/** An environment variable that the script gives to the program itself. */
export interface GivenVariable {
  readonly name: string;
  readonly item: Item;
  readonly from: LaunchVariable['from'];
}

/**
 * What reaches the program. Behind `ray job submit` the script's variables reach Ray's own client only; those that a string
 * sets which the job runs (`-- bash -c "export …"`) still do.
 */
export function variablesOf(launch: Launch, textOf: TextOf): GivenVariable[] {
  const { env, location, moduleLocation, submit, wrappers } = launch;
  const submitted = isSubmitted(launch);
  if (submitted && submit === undefined) return [];
  const textBefore = (uri: string, start: number): string =>
    uri === moduleLocation.uri ? (textOf(uri)?.slice(start, moduleLocation.range.start) ?? '') : '';
  const before = textBefore(location.uri, location.range.start);
  const string = wrappers.findLast(({ kind }) => kind.endsWith(' -c'))?.location;
  const inJob = string === undefined ? before : textBefore(string.uri, string.range.end);
  return env.flatMap(({ name, item }) => {
    if (submitted && !sets(inJob, name)) return [];
    return [{ name, item, from: sets(before, name) ? ('prefix' as const) : ('export' as const) }];
  });
}

function sets(text: string, name: string): boolean {
  return new RegExp(`(?:^|[\\s"';&|(])${name}=`).test(text);
}
