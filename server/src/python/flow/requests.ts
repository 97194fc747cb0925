import type { SyntaxNode } from '@lezer/common';
import type { FunctionOutline } from '../outline/model.ts';
import { textOf } from '../tree.ts';
import type { KeyRead } from './model.ts';

/** Calls that look at what they get and leave it as it is. */
const LOOKS = /^(?:print|len|str|repr|json\.dumps|pprint|(?:logger|logging|log)\.\w+)$/;

/**
 * Reads by constant key from the JSON body of the request that a route's function answers: `data["query"]` where `data` is
 * `await request.json()`, `request.get_json()` or `request.json`. Only those that fail without the key, as far as that is certain:
 * none inside `try`, none of keys that are looked for or set first, none of a body that others may change.
 */
export function requestReadsOf(fn: FunctionOutline): readonly KeyRead[] {
  const { source } = fn.file;
  const body = fn.node.getChild('Body');
  if (!body) return [];
  const whole = textOf(source, fn.node).replace(/#[^\n]*/g, (comment) => ' '.repeat(comment.length));
  const request = requestsOf(fn);
  const isBody = (node: SyntaxNode): boolean => {
    const [, awaited, method] =
      /^\(?\s*(?:await\s+(\w+)\.json\(\s*\)|(?:flask\.)?(request\.(?:get_json\([^()]*\)|json)))\s*\)?$/.exec(
        textOf(source, node),
      ) ?? [];
    return awaited === undefined ? method !== undefined && request.isFlask : request.names.has(awaited);
  };
  const held = new Map<string, number>();
  const reads: (KeyRead & { readonly of: string | null })[] = [];
  walk(body, false);
  return reads.filter(({ key, of }) => !isLookedFor(key) && (of === null || (held.get(of) === 1 && isOnlyRead(of))));

  function walk(node: SyntaxNode, guarded: boolean): void {
    if (node.name === 'AssignStatement') assigned(node);
    if (node.name === 'MemberExpression' && !guarded) member(node);
    const inside = guarded || node.name === 'TryStatement';
    for (let child = node.firstChild; child; child = child.nextSibling) walk(child, inside);
  }

  function assigned(node: SyntaxNode): void {
    const target = node.firstChild;
    const value = node.lastChild;
    if (target?.name !== 'VariableName' || target.nextSibling?.name !== 'AssignOp' || !value || !isBody(value)) return;
    const name = textOf(source, target);
    held.set(name, (held.get(name) ?? 0) + 1);
  }

  function member(node: SyntaxNode): void {
    const object = node.firstChild;
    const key = object?.nextSibling?.nextSibling;
    if (!object || object.nextSibling?.name !== '[' || key?.name !== 'String' || key.nextSibling?.name !== ']') return;
    const [, , text] = /^(['"])([^'"\\]*)\1$/.exec(textOf(source, key)) ?? [];
    const of = object.name === 'VariableName' ? textOf(source, object) : null;
    if (text === undefined || (of === null && !isBody(object))) return;
    reads.push({ key: text, at: { uri: fn.file.uri, range: { start: key.from, end: key.to } }, required: true, of });
  }

  /** `"key" in data`, `data.get("key")`, `data["key"] = …`. */
  function isLookedFor(key: string): boolean {
    const quoted = `['"]${key.replace(/[^\w ]/g, '\\$&')}['"]`;
    return new RegExp(
      `${quoted}\\s+(?:not\\s+)?in\\b|\\.\\w+\\(\\s*${quoted}|\\[\\s*${quoted}\\s*\\]\\s*(?:=(?!=)|\\+=)`,
    ).test(whole);
  }

  /** The name is bound once, and what it holds is passed to nobody who may change it. */
  function isOnlyRead(name: string): boolean {
    const uses = [...whole.matchAll(new RegExp(`(?<![\\w.])${name}\\b(?!\\s*=(?!=))`, 'g'))];
    const binds = [
      ...whole.matchAll(
        new RegExp(`(?<![\\w.])${name}\\s*(?::[^=\\n]*)?(?:[-+*/|&^%@]|//|\\*\\*|<<|>>|:)?=(?!=)`, 'g'),
      ),
    ];
    if (
      binds.length !== 1 ||
      new RegExp(`\\b(?:for|as|global|nonlocal)\\b[^\\n:]*\\b${name}\\b\\s*(?:in\\b|:|,|$)`, 'm').test(whole)
    )
      return false;
    return uses.every(({ index, 0: written }) => {
      const behind = whole.slice(index + written.length);
      if (/^\s*\[/.test(behind) || /^\s*\.\s*(?:get|keys|values|items|copy)\b/.test(behind)) return true;
      const [, callee = ''] = /([\w.]+)\(\s*[^()]*$/.exec(whole.slice(0, index)) ?? [];
      return LOOKS.test(callee);
    });
  }
}

/** What the request is called: parameters, and `request` of Flask. */
function requestsOf({ parameters, file }: FunctionOutline): {
  readonly names: ReadonlySet<string>;
  readonly isFlask: boolean;
} {
  const flask = file.names.get('request');
  const module = file.names.get('flask');
  const isFlask =
    (flask?.kind === 'imported' && flask.module === 'flask' && flask.name === 'request') ||
    (flask === undefined && module?.kind === 'module' && module.module === 'flask');
  return { names: new Set(parameters.map(({ name }) => name)), isFlask };
}
