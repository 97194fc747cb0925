/** The pages of `docs/flags/`: as generated, complete, in step with what the real parsers have, and without dead links. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import { span } from '../../tools/docs/flagForms.ts';
import { defaultWords, names, row, valueWords } from '../../tools/docs/flagWords.ts';
import { formattedPages, stalePages } from '../../tools/docs/flags.ts';
import type { FlagSpec } from '../../server/src/catalogue/schema.ts';

interface Facts {
  readonly entry_points: Readonly<Record<string, { readonly flags: readonly { readonly name: string }[] }>>;
}

/** Bundled releases, oldest first; those of `measured` were read off the real parsers. */
const releases = ['0.10.2', '0.10.3', '0.10.4', '0.11.0', '0.11.1', '0.11.2'];
const measured = ['0.10.2', '0.11.0', '0.11.1', '0.11.2'];

let pages: ReadonlyMap<string, string> = new Map();

before(async () => {
  pages = await formattedPages();
});

test('the committed pages are the generated ones', () => {
  assert.deepEqual(stalePages(pages), [], 'write them with: node --import tsx tools/docs/flags.ts');
});

test('a missing, changed or surplus page is stale', () => {
  const [first = '', second = ''] = pages.keys();
  const changed = new Map([...pages].filter(([name]) => name !== second).map(([name, text]) => [name, `${text} `]));
  const stale = stalePages(new Map([...changed, ['new.md', '']]));
  for (const name of [first, second, 'new.md']) assert.ok(stale.includes(name), name);
});

describe('in step with the real parsers', () => {
  for (const release of measured) {
    test(release, () => {
      const { entry_points: entryPoints } = facts(release);
      for (const [entryPoint, { flags }] of Object.entries(entryPoints)) {
        const stated = new Set(
          statements().filter((row) => row.entryPoint === entryPoint && row.releases.has(release)),
        );
        assert.deepEqual([...stated].map(({ flag }) => flag).sort(), flags.map(({ name }) => name).sort(), entryPoint);
      }
    });
  }
});

test('every link leads to a page, and to a heading on it', () => {
  const ids = new Map([...pages].map(([name, text]) => [name, new Set(headings(text).map(headingId))]));
  let links = 0;
  for (const [name, text] of pages) {
    for (const [, page = '', id] of text.matchAll(/\]\(([^)#]*)(?:#([^)]*))?\)/g)) {
      const target = ids.get(page === '' ? name : page);
      assert.ok(target, `${name}: ${page}`);
      assert.ok(id === undefined || target.has(id), `${name}: ${page}#${String(id)}`);
      links++;
    }
  }
  assert.ok(links > pages.size, `${links} links`);
});

test('releases in words', () => {
  const words = (from: number, to: number): string => span(releases.slice(from, to), releases);
  assert.equal(words(0, 6), 'all releases');
  assert.equal(words(4, 6), 'from 0.11.1');
  assert.equal(words(0, 5), 'up to 0.11.1');
  assert.equal(words(4, 5), '0.11.1 only');
  assert.equal(words(1, 4), '0.10.3 to 0.11.0');
  assert.equal(span(['0.10.2', '0.11.2'], releases), '0.10.2, 0.11.2');
  assert.equal(words(0, 0), 'no release');
});

test('values and defaults in words', () => {
  const store: FlagSpec = {
    name: '--a',
    aliases: [],
    dest: 'a',
    type: null,
    nargs: null,
    choices: null,
    default: null,
    defaultType: 'NoneType',
    action: 'store',
    required: false,
  };
  const cases: readonly (readonly [Partial<FlagSpec>, string, string])[] = [
    [{}, 'text', 'none'],
    [{ type: 'int', default: 8 }, 'a whole number', '`8`'],
    [{ type: 'float', default: 1e-6 }, 'a number', '`1e-6`'],
    [{ type: 'float', default: 'Infinity' }, 'a number', '`inf`'],
    [{ type: 'float', nargs: 2, default: [0.9, 0.95] }, '2 numbers', '`0.9 0.95`'],
    [{ type: 'float', nargs: '+', default: [0.5, 5] }, 'one or more numbers', '`0.5 5`'],
    [{ type: 'str', nargs: '*', default: 'all-linear' }, 'any number of words', '`all-linear`'],
    [{ type: 'str', default: '' }, 'text', 'empty'],
    [{ type: 'str', default: 'a\nb' }, 'text', '`a\\nb`'],
    [{ type: 'str', choices: ['a', 'b'], default: 'a' }, 'one of 2 words', '`a`'],
    [{ type: 'str', required: true }, 'text', 'required'],
    [{ type: 'str', default: 'x', defaultComputed: 'now()' }, 'text', 'made when the program starts'],
    [{ action: 'store_true', nargs: 0, default: false }, 'no value', 'off'],
    [{ action: 'store_true', nargs: 0, default: true }, 'no value', 'on already'],
    [{ action: 'store_false', nargs: 0, default: true }, 'no value', 'on, until this is given'],
  ];
  for (const [changes, value, fallback] of cases) {
    const spec = { ...store, ...changes };
    assert.deepEqual([valueWords(spec), defaultWords(spec)], [value, fallback], JSON.stringify(changes));
  }
});

test('text of others is no Markdown, and no cell ends early', () => {
  assert.equal(names(['a*', '<b>', '[c]']), String.raw`a\*, \<b>, \[c]`);
  assert.equal(row(['a|b', 'c']), String.raw`| a\|b | c |`);
});

function facts(release: string): Facts {
  return JSON.parse(readFileSync(new URL(`../facts/flags_v${release}.json`, import.meta.url), 'utf8')) as Facts;
}

/** What the tables under the headings say: this entry point has this flag in these releases. */
function statements(): readonly { flag: string; entryPoint: string; releases: ReadonlySet<string> }[] {
  return [...pages].flatMap(([name, text]) => {
    const parts = name === 'README.md' ? [] : text.split(/^## /m).slice(1);
    return parts.flatMap((part) => {
      const flag = /^`([^`]+)`\n/.exec(part)?.[1] ?? '';
      // The first table of a flag has four columns; that of its choices has three.
      const rows = part.split('\n').flatMap((line) => {
        const cells = line.split(/(?<!\\)\|/).slice(1, -1);
        return cells.length === 4 && cells[0]?.includes('`') ? [cells.map((cell) => cell.trim())] : [];
      });
      return rows.flatMap(([entryPoints = '', , , words = '']) =>
        [...entryPoints.matchAll(/`([^`]+)`/g)].map(([, entryPoint = '']) => ({
          flag,
          entryPoint,
          releases: new Set(inWords(words)),
        })),
      );
    });
  });
}

/** The releases that words such as `up to 0.11.1` mean. */
function inWords(words: string): readonly string[] {
  if (words === 'all releases') return releases;
  const [, how = '', release = ''] = /^(from|up to) ([\d.]+)$/.exec(words) ?? [];
  const at = releases.indexOf(release);
  assert.ok(at >= 0, words);
  return how === 'from' ? releases.slice(at) : releases.slice(0, at + 1);
}

function headings(text: string): readonly string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading);
}

/** The id of a heading on GitHub: lower case, spaces to dashes, without punctuation but `-` and `_`. */
function headingId(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
}
