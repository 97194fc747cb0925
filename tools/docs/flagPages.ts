/** The pages of `docs/flags/`: what the catalogues and the flag descriptions say, as Markdown. */

import { sectionOf } from '../../server/src/catalogue/entryPoint.ts';
import type { Catalogues } from '../../server/src/catalogue/lookup.ts';
import { ENTRY_POINTS, type FlagDoc } from '../../server/src/catalogue/schema.ts';
import { type FlagForm, flagForms, span } from './flagForms.ts';
import { code } from '../../server/src/features/markdown.ts';
import { codes, defaultWords, names, row, valueWords } from './flagWords.ts';

/** Flag descriptions by section, each in the order of its page; section `flat` is of flags without a dot. */
export type DocsBySection = ReadonlyMap<string, Readonly<Record<string, FlagDoc>>>;

/** A description as one entry point sees it. */
type Text = Omit<FlagDoc, 'perEntryPoint'>;

/** A description and the entry points that see it so. */
interface Variant {
  readonly entryPoints: readonly string[];
  readonly text: Text;
}

const note = '<!-- Made by `node --import tsx tools/docs/flags.ts` from server/src/catalogue; do not edit. -->';

/** The pages by file name, unformatted. */
export function flagPages(catalogues: Catalogues, docs: DocsBySection): ReadonlyMap<string, string> {
  const writer = new PageWriter(catalogues.releases, flagForms(catalogues));
  const pages = new Map([['README.md', writer.index(docs)]]);
  for (const [section, flags] of docs) pages.set(`${section}.md`, writer.section(section, flags));
  return pages;
}

/** The id that GitHub gives the heading of a flag: `--ckptsave_steps` for `--ckpt.save_steps`. */
function anchor(flag: string): string {
  return flag.toLowerCase().replaceAll('.', '');
}

function pageOf(flag: string): string {
  return sectionOf(flag) || 'flat';
}

class PageWriter {
  readonly #releases: readonly string[];
  readonly #forms: ReadonlyMap<string, readonly FlagForm[]>;

  constructor(releases: readonly string[], forms: ReadonlyMap<string, readonly FlagForm[]>) {
    this.#releases = releases;
    this.#forms = forms;
  }

  index(docs: DocsBySection): string {
    const rows = [...docs].map(([section, described]) => {
      const flags = Object.keys(described);
      const having = new Set(flags.flatMap((flag) => this.#entryPoints(flag)));
      const entryPoints = ENTRY_POINTS.filter((entryPoint) => having.has(entryPoint));
      return row([`[${titleOf(section)}](${section}.md)`, String(flags.length), codes(entryPoints)]);
    });
    const changed = [...docs.values()].flatMap((described) =>
      Object.keys(described).flatMap((flag) => this.#change(flag)),
    );
    return `${note}

# Flags of OpenRLHF

Every flag of the six entry points in the releases ${this.#releases.join(', ')}, one page per section.

${table(['section', 'flags', 'entry points'], rows)}

## Flags that not every release has

${table(['flag', 'releases'], changed)}
`;
  }

  section(section: string, described: Readonly<Record<string, FlagDoc>>): string {
    const parts = Object.entries(described).flatMap(([flag, doc]) => this.#flag(flag, doc));
    return [note, `# ${titleOf(section)}`, '[All sections](README.md)', ...parts, ''].join('\n\n');
  }

  #change(flag: string): readonly string[] {
    const having = this.#having((this.#forms.get(flag) ?? []).flatMap(({ releases }) => releases));
    if (having.length === this.#releases.length) return [];
    return [row([this.#linked(code(flag)), span(having, this.#releases)])];
  }

  #flag(flag: string, doc: FlagDoc): readonly string[] {
    const rows = (this.#forms.get(flag) ?? []).map(({ spec, entryPoints, releases }) =>
      row([codes(entryPoints), valueWords(spec), defaultWords(spec), span(releases, this.#releases)]),
    );
    const variants = variantsOf(doc, this.#entryPoints(flag));
    const places = codes([...new Set(variants.map(({ text }) => text.source))]);
    return [
      `## ${code(flag)}`,
      table(['entry points', 'takes', 'default', 'releases'], rows),
      ...this.#description(flag, variants),
      `Used at ${places} of ${doc.release ?? this.#releases.at(-1) ?? ''}.`,
    ];
  }

  /** What every entry point shares is said once: summary and choices before what differs, the other facts after it. */
  #description(flag: string, variants: readonly Variant[]): readonly string[] {
    const [first, ...others] = variants;
    if (!first) return [];
    const shared = (field: keyof Text): boolean => others.every(({ text }) => same(text[field], first.text[field]));
    const leads = (field: keyof Text): boolean => field === 'summary' || field === 'choices';
    return [
      ...this.#block(
        flag,
        pick(first.text, (field) => shared(field) && leads(field)),
      ),
      ...variants.flatMap(({ entryPoints, text }) =>
        this.#block(
          flag,
          pick(text, (field) => !shared(field)),
          `**${codes(entryPoints)}**:`,
        ),
      ),
      ...this.#block(
        flag,
        pick(first.text, (field) => shared(field) && !leads(field)),
        // Without a word between them, Markdown would join this list to the one before.
        others.length > 0 ? '**All of them**:' : '',
      ),
    ];
  }

  #block(flag: string, text: Partial<Text>, who = ''): readonly string[] {
    const { summary, unit, range, depends, noEffect, values, aka, choices } = text;
    const facts: readonly (readonly [string, string | undefined])[] = [
      ['Unit', unit],
      ['Range', range],
      ['Depends', depends],
      ['No effect', noEffect],
      ['Common values', values?.map(({ value, note }) => code(value) + (note ? `: ${note}` : '')).join('; ')],
      ['Elsewhere', aka && names(aka)],
    ];
    const list = facts.flatMap(([name, fact]) =>
      fact === undefined ? [] : [`- ${name}: ${this.#linked(fact, flag)}`],
    );
    const lead = summary === undefined ? '' : this.#linked(summary, flag);
    const said = [lead, choices ? this.#choices(flag, choices) : '', list.join('\n')];
    // Who differs in nothing that is shown, only in the place cited, is not named.
    if (said.every((part) => part === '')) return [];
    const [first = '', ...more] = said;
    const parts = [`${who} ${first}`.trim(), ...more];
    return parts.filter((part) => part !== '');
  }

  #choices(flag: string, choices: NonNullable<FlagDoc['choices']>): string {
    const forms = this.#forms.get(flag) ?? [];
    const rows = Object.entries(choices).map(([value, { summary, aka }]) => {
      const having = forms.filter(({ spec }) => spec.choices?.map(String).includes(value));
      const releases = this.#having(having.flatMap((form) => form.releases));
      const elsewhere = aka ? ` Elsewhere: ${names(aka)}.` : '';
      return row([code(value), this.#linked(summary, flag) + elsewhere, span(releases, this.#releases)]);
    });
    return table(['choice', 'does', 'releases'], rows);
  }

  /** The bundled releases among these, oldest first. */
  #having(some: readonly string[]): readonly string[] {
    return this.#releases.filter((release) => some.includes(release));
  }

  #entryPoints(flag: string): readonly string[] {
    const having = new Set<string>((this.#forms.get(flag) ?? []).flatMap(({ entryPoints }) => entryPoints));
    return ENTRY_POINTS.filter((entryPoint) => having.has(entryPoint));
  }

  /** Text with every code span that starts with another flag made a link to it. */
  #linked(text: string, from?: string): string {
    return text.replaceAll(/`(--[\w.]+)(?: [^`]*)?`/g, (whole: string, flag: string) => {
      if (flag === from || !this.#forms.has(flag)) return whole;
      const page = from !== undefined && pageOf(from) === pageOf(flag) ? '' : `${pageOf(flag)}.md`;
      return `[${whole}](${page}#${anchor(flag)})`;
    });
  }
}

/** The description of each entry point; those that see the same are taken together, whatever places they cite. */
function variantsOf({ perEntryPoint, ...base }: FlagDoc, entryPoints: readonly string[]): readonly Variant[] {
  const found = new Map<string, Variant>();
  for (const entryPoint of entryPoints) {
    const text = { ...base, ...perEntryPoint?.[entryPoint] };
    const key = JSON.stringify({ ...text, source: '' });
    const known = found.get(key);
    found.set(key, { entryPoints: [...(known?.entryPoints ?? []), entryPoint], text: known?.text ?? text });
  }
  return [...found.values()];
}

function pick(text: Text, takes: (field: keyof Text) => boolean): Partial<Text> {
  const fields = Object.entries(text) as [keyof Text, unknown][];
  return Object.fromEntries(fields.filter(([field]) => takes(field)));
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function titleOf(section: string): string {
  return section === 'flat' ? 'Flags without a section' : code(`--${section}.*`);
}

function table(head: readonly string[], rows: readonly string[]): string {
  return [row(head), row(head.map(() => '---')), ...rows].join('\n');
}
