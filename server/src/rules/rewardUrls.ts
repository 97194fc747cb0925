import { compareReleases } from '../catalogue/versions.ts';
import { effectiveConfig, numberOf } from '../config/effective.ts';
import type { KnownWord } from '../text/items.ts';
import type { Draft, LaunchFamily, RuleContext, View } from './context.ts';
import { elsewhere, fix, say } from './finding.ts';
import type { Fix, Message, Severity } from './model.ts';
import { placeholderIn } from './placeholderText.ts';
import { valuesOf } from './strings.ts';
import { literalOf, placeOf } from './words.ts';

const FLAG = '--reward.remote_url';

/** The list of `--reward.remote_url`: one file, or servers (`openrlhf/utils/agent.py:185-200, 322-366` of 0.11.2). */
export const rewardUrls: LaunchFamily = {
  rules: [
    { id: 'rf-only-first', severity: 'warning', stage: 'S3' },
    { id: 'rf-py-not-first', severity: 'error', stage: 'S7' },
    { id: 'rf-not-url', severity: 'error', stage: 'S7' },
    { id: 'http-multi-url', severity: 'warning', stage: 'S7' },
    { id: 'http-multi-url-first-only', severity: 'warning', stage: 'S7' },
    { id: 'http-rotation-no-failover', severity: 'info', stage: 'S7' },
    { id: 'http-path', severity: 'warning', stage: 'S7' },
    { id: 'http-localhost', severity: 'warning', stage: 'S7' },
  ],
  *check(view, context) {
    // An agent takes the place of all of it.
    if (view.binding.uses.some(({ spec }) => spec.dest === 'train.agent_func_path')) return;
    const items = itemsOf(view);
    const [first] = items;
    if (
      first === undefined ||
      items.some(({ text }) => placeholderIn(text) !== undefined || /^(?:none|null|)$/i.test(text))
    )
      return;
    if (isFile(first)) yield* fileFirst(items, context);
    else yield* servers(items, view, context);
  },
};

/** One item of the list. */
interface Listed {
  readonly text: string;
  readonly word: KnownWord;
  /** Where it starts in the word's value. */
  readonly from: number;
}

function itemsOf({ binding }: View): Listed[] {
  const use = binding.uses.findLast(({ spec }) => spec.name === FLAG);
  const [value] = use === undefined ? [] : valuesOf(use);
  if (value === undefined) return [];
  let from = value.from;
  return value.text.split(',').map((text) => {
    const item = { text, word: value.word, from };
    from += text.length + 1;
    return item;
  });
}

function isFile({ text }: Listed): boolean {
  return text.endsWith('.py');
}

function isUrl({ text }: Listed): boolean {
  return /^https?:\/\//i.test(text);
}

function told(item: Listed, code: string, message: Message, { textOf }: RuleContext, severity?: Severity): Draft {
  const { word, from, text } = item;
  const location = placeOf(word, textOf, from, from + text.length);
  const draft = { code, location, message, related: elsewhere(word), subjects: [word] };
  return severity === undefined ? draft : { ...draft, severity };
}

function* fileFirst([first, ...others]: readonly Listed[], context: RuleContext): Iterable<Draft> {
  for (const item of others) {
    yield told(item, 'rf-only-first', say('rf-only-first', { first: first?.text ?? '', item: item.text }), context);
  }
}

function* servers(items: readonly Listed[], view: View, context: RuleContext): Iterable<Draft> {
  const { release, from } = context.release;
  const firstOnly = compareReleases(release, '0.11.1') === 0;
  for (const [index, item] of items.entries()) {
    // A later item that is never asked does no harm.
    const severity = index > 0 && firstOnly ? 'warning' : from === 'assumed' && index > 0 ? 'warning' : undefined;
    if (isFile(item)) {
      yield told(item, 'rf-py-not-first', say('rf-py-not-first', { item: item.text }), context, severity);
    } else if (!isUrl(item)) {
      yield told(item, 'rf-not-url', say('rf-not-url', { item: item.text }), context, severity);
    } else yield* server(item, view, context);
  }
  const [, second] = items;
  if (second !== undefined && items.every(isUrl)) yield several(second, context);
}

/** Three behaviours in six releases. */
function several(second: Listed, context: RuleContext): Draft {
  const { release } = context.release;
  if (compareReleases(release, '0.11.1') < 0) {
    return told(second, 'http-multi-url', say('http-multi-url', { release }), context);
  }
  if (compareReleases(release, '0.11.2') < 0) {
    return told(second, 'http-multi-url-first-only', say('http-multi-url-first-only', { release }), context);
  }
  return told(second, 'http-rotation-no-failover', say('http-rotation-no-failover', { release }), context);
}

function* server(item: Listed, view: View, context: RuleContext): Iterable<Draft> {
  const [, host = '', path = ''] = /^https?:\/\/([^/?#]*)([^?#]*)/i.exec(item.text) ?? [];
  if (path === '' || path === '/') {
    const fixes = withPath(item, path, context);
    yield { ...told(item, 'http-path', say('http-path', { item: item.text }), context), fixes };
  }
  const config = effectiveConfig(view.entryPoint, view.binding);
  const nodes = Math.max(numberOf(config, 'actor.num_nodes') ?? 0, numberOf(config, 'ref.num_nodes') ?? 0);
  if (nodes > 1 && /^(?:localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1\])(?::\d+)?$/i.test(host)) {
    yield told(item, 'http-localhost', say('http-localhost', { host, nodes }), context);
  }
}

function withPath({ word, from, text }: Listed, path: string, { textOf }: RuleContext): Fix[] {
  const literal = literalOf(word, textOf, from, from + text.length);
  if (literal === undefined || /[?#]/.test(text)) return [];
  const newText = `${path === '/' ? text.slice(0, -1) : text}/get_reward`;
  return [fix(say('fix-reward-path'), [{ location: literal, newText }], true)];
}
