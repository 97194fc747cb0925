import { render } from '../../messages/render.ts';
import type { Item } from '../../text/items.ts';
import { shownWords } from '../launchPlan/questions.ts';
import type { GapSource } from '../launchPlan/gapSource.ts';
import { code } from '../markdown.ts';
import { whyUnknown } from '../whyUnknown.ts';
import type { Discretion } from './discretion.ts';
import type { Cell, Page } from './page.ts';
import { oneLine } from './page.ts';

/** What rows of words are made with. */
export interface WordContext {
  readonly page: Page;
  readonly source: GapSource;
  readonly discretion: Discretion;
}

/** A row per word: its text, where it was written, and what is to be said of it. Words of branches say of which way. */
export function wordRows(items: readonly Item[], context: WordContext, ways: readonly string[] = []): Cell[][] {
  return items.flatMap((item): Cell[][] => {
    switch (item.kind) {
      case 'known':
        return [[...wordCells(item, item.value, context), [ways.join('; ')]]];
      case 'unknown':
        return [[...wordCells(item, shownText(item, context), context), [[...ways, whyUnknown(item.why)].join('; ')]]];
      case 'many': {
        const note = render({ key: 'model-any-words', args: { why: whyUnknown(item.why) } });
        return [[...wordCells(item, shownText(item, context), context), [[...ways, note].join('; ')]]];
      }
      case 'branches':
        return item.oneOf.flatMap((branch, index) => {
          const way = render({ key: 'model-way', args: { way: index + 1, count: item.oneOf.length } });
          if (branch.length > 0) return wordRows(branch, context, [...ways, way]);
          return [[[render({ key: 'model-nothing' })], [], [[...ways, way].join('; ')]]];
        });
    }
  });
}

/** A word for a cell, with the script's text for what is not known. */
export function wordText(item: Item, context: WordContext): string {
  return code(oneLine(context.discretion.word(item, shownText(item, context))));
}

function wordCells(item: Exclude<Item, { kind: 'branches' }>, text: string, { page, discretion }: WordContext): Cell[] {
  return [[code(oneLine(discretion.word(item, text)))], [page.place(item.location)]];
}

function shownText(item: Item, { source }: WordContext): string {
  return shownWords([item], source).join(' ');
}
