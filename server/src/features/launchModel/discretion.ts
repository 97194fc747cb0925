import type { BoundLaunch } from '../../launch/bound.ts';
import type { Item } from '../../text/items.ts';
import { masked, maskSecrets, namesSecret } from '../../text/secrets.ts';
import { flagsByWord } from '../launchPlan/plan.ts';

/** Takes secrets out of what is shown of one launch: what a flag or a variable of a secret name holds, wherever else it is. */
export class Discretion {
  readonly #secrets: readonly string[];
  readonly #words: ReadonlySet<Item>;

  constructor(bound: BoundLaunch) {
    const { launch } = bound;
    const flags = flagsByWord(bound);
    const words = new Set<Item>();
    const secrets = new Set<string>();
    const keep = (item: Item): void => {
      if (item.kind !== 'known') return;
      words.add(item);
      secrets.add(item.value);
    };
    for (const list of listsOf([...launch.launcher, ...(launch.submit ?? [])], launch.argv)) {
      for (const [index, item] of list.entries()) {
        const before = list[index - 1];
        const flag = flags.get(item);
        const isBehind = before?.kind === 'known' && namesSecret(before.value) && !isOption(item);
        if (isBehind || (flag !== undefined && namesSecret(flag) && !isOption(item))) keep(item);
      }
    }
    for (const { name, item } of launch.env) if (namesSecret(name)) keep(item);
    this.#words = words;
    // A short value, such as `1`, would take pieces out of other words.
    this.#secrets = [...secrets].filter((secret) => secret.length >= 6);
  }

  /** A word as it may be shown. */
  word(item: Item, text: string): string {
    return this.#words.has(item) && text !== '' ? masked : this.text(text);
  }

  /** The value of a flag or of a variable as it may be shown. */
  valueOf(name: string, text: string): string {
    return namesSecret(name) && text !== '' ? masked : this.text(text);
  }

  text(text: string): string {
    return maskSecrets(text, this.#secrets);
  }
}

function isOption(item: Item): boolean {
  return item.kind === 'known' && item.value.startsWith('--');
}

/** Lists of words that stand one behind the other, those within branches too. */
function* listsOf(...lists: readonly (readonly Item[])[]): Generator<readonly Item[]> {
  for (const list of lists) {
    yield list;
    for (const item of list) if (item.kind === 'branches') yield* listsOf(...item.oneOf);
  }
}
