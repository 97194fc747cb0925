import type { Launch } from '../../launch/model.ts';
import type { TextOf } from '../../rules/words.ts';
import type { Item } from '../../text/items.ts';
import { isSubmitted } from './command.ts';
import type { LaunchVariable } from './model.ts';

/** An environment variable that the script gives to the program itself. */
export interface GivenVariable {
  readonly name: string;
  readonly item: Item;
  readonly from: LaunchVariable['from'];
}

/** What reaches the program. Behind `ray job submit` the script's variables reach Ray's own client only. */
export function variablesOf(launch: Launch, textOf: TextOf): GivenVariable[] {
  if (isSubmitted(launch)) return [];
  const { env, location, moduleLocation } = launch;
  const before =
    location.uri === moduleLocation.uri
      ? (textOf(location.uri)?.slice(location.range.start, moduleLocation.range.start) ?? '')
      : '';
  return env.map(({ name, item }) => ({ name, item, from: sets(before, name) ? 'prefix' : 'export' }));
}

function sets(text: string, name: string): boolean {
  return new RegExp(`(?:^|[\\s"';&|(])${name}=`).test(text);
}
