import type { ChoiceDoc, DefaultValue, FlagDoc, FlagSpec } from '../catalogue/schema.ts';

/** `0.1` for a value as Python would print it in a message; strings keep no quotes. */
export function valueText(value: DefaultValue): string {
  if (value === null) return 'None';
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return numberText(value);
  return value.map((item) => valueText(item)).join(' ');
}

/** `5e-7` rather than `0.0000005`: small numbers as people write them in scripts. */
function numberText(value: number): string {
  return value !== 0 && Math.abs(value) < 1e-3 ? value.toExponential() : String(value);
}

/** Text as inline code, whatever it contains. */
export function code(text: string): string {
  const runs = [...text.matchAll(/`+/g)].map((match) => match[0].length);
  const fence = '`'.repeat(Math.max(0, ...runs) + 1);
  const pad = text === '' || text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${text}${pad}${fence}`;
}

/** What argparse takes for the flag, in a few words: `float`, `2 float values`, `switch`. */
export function typeText(spec: FlagSpec): string {
  if (spec.action !== 'store') return 'switch';
  const type = spec.choices ? 'choice' : (spec.type ?? 'str');
  switch (spec.nargs) {
    case null:
      return type;
    case '?':
      return `${type}, optional`;
    case '*':
      return `any number of ${type} values`;
    case '+':
      return `one or more ${type} values`;
    default:
      return `${spec.nargs} ${type} values`;
  }
}

/** The default in words: `default 1e-06`, `off by default`, `required`. */
export function defaultText(spec: FlagSpec): string {
  if (spec.required) return 'required';
  if (spec.action === 'store_true') return 'off by default';
  if (spec.action === 'store_false') return 'on by default';
  if (spec.defaultComputed !== undefined) return 'default computed at start';
  if (spec.default === null) return 'no default';
  if (spec.default === '') return 'default empty';
  return `default ${valueText(spec.default)}`;
}

/** `float · default 1e-06`. */
export function flagDetail(spec: FlagSpec): string {
  return `${typeText(spec)} · ${defaultText(spec)}`;
}

/** Our words on a flag: what it does, range, dependencies, other names, choices. */
export function flagMarkdown(spec: FlagSpec, doc: FlagDoc | undefined): string {
  if (!doc) return spec.help === undefined || spec.help === '' ? '' : `**Help text of this copy**: ${spec.help}`;
  const lines = [doc.summary];
  if (doc.unit) lines.push(`**Unit**: ${doc.unit}`);
  if (doc.range) lines.push(`**Range**: ${doc.range}`);
  if (doc.depends) lines.push(`**Depends**: ${doc.depends}`);
  if (doc.noEffect) lines.push(`**No effect**: ${doc.noEffect}`);
  if (doc.aka?.length) lines.push(`**Also called**: ${doc.aka.join(', ')}`);
  if (spec.choices) lines.push(choicesMarkdown(spec, doc));
  return lines.join('\n\n');
}

function choicesMarkdown(spec: FlagSpec, doc: FlagDoc): string {
  const rows = (spec.choices ?? []).map((choice) => {
    const text = String(choice);
    const said = doc.choices?.[text];
    return `- ${code(text)}${said ? `${choiceNames(said)}: ${said.summary}` : ''}`;
  });
  return rows.join('\n');
}

function choiceNames(doc: ChoiceDoc): string {
  return doc.aka?.length ? ` (${doc.aka.join(', ')})` : '';
}

/** Our words on one choice of a flag. */
export function choiceMarkdown(doc: ChoiceDoc): string {
  return [doc.summary, ...(doc.aka?.length ? [`**Also called**: ${doc.aka.join(', ')}`] : [])].join('\n\n');
}

/** Where OpenRLHF's source is read, by the tag of a release. */
const SOURCE_TREE = 'https://github.com/OpenRLHF/OpenRLHF/blob';

/** The release that descriptions are of unless they say so; see `FlagDoc.source`. */
const DESCRIBED = '0.11.2';

/** The place in OpenRLHF's source that uses the flag, as a link. */
export function sourceMarkdown({ source, release = DESCRIBED }: Pick<FlagDoc, 'source' | 'release'>): string {
  const match = /^(.+):(\d+)$/.exec(source);
  if (!match) return '';
  const [, file = '', line = ''] = match;
  return `[${source}](${SOURCE_TREE}/v${release}/${file}#L${line}) of OpenRLHF ${release}`;
}
