import type { SyntaxNode } from '@lezer/common';
import type { Location } from '../../text/location.ts';
import type { ClassOutline, FunctionOutline, PythonFile, PythonFiles } from '../outline/model.ts';
import { textOf } from '../tree.ts';
import { basesOf, methodOf } from './bases.ts';
import { type Abstract, atomsOf, isLoose, oneOf } from './domain.ts';
import { exported } from './export.ts';
import type { Value } from './model.ts';
import { moduleMember } from './names.ts';
import { bounded, exits, newMachine } from './returns.ts';
import { State, escape } from './state.ts';

/** Values that names of a module and attributes of objects have. */

export function moduleValueOf(files: PythonFiles, file: PythonFile, name: string): Value {
  const at: Location = { uri: file.uri, range: { start: 0, end: 0 } };
  const nothing: Value = { kind: 'unknown', at };
  return (
    bounded(() => {
      const state = new State();
      const value = moduleMember(newMachine(files), state, file, name, at);
      return value ? exported(state, value, () => nothing) : nothing;
    }) ?? nothing
  );
}

/** What `self.name` can be after `__init__`; unknown where something else may set it. */
export function attributeOf(files: PythonFiles, cls: ClassOutline, name: string): Value {
  const nothing: Value = { kind: 'unknown', at: { uri: cls.file.uri, range: cls.nameRange } };
  const init = methodOf(files, cls, '__init__');
  if (!init || init.async || setElsewhere(files, cls, name, init)) return nothing;
  return (
    bounded(() => {
      const machine = newMachine(files);
      const ways = exits(machine, init, undefined);
      const self = init.parameters[0]?.name;
      const values: Abstract[] = [];
      let state: State | null = null;
      for (const way of ways) {
        const object = [...way.state.heap.values()].find(({ kind, site }) => kind === 'instance' && site === 'self');
        const value = object?.kind === 'instance' ? object.attributes.get(name) : undefined;
        if (!value || self === undefined) return nothing;
        // Others may have changed what it holds since.
        escape(way.state, [value]);
        values.push(value);
        state = way.state;
      }
      const [first] = values;
      if (!first || !state) return nothing;
      const one = values.length === 1 ? first : oneOf(values.flatMap(atomsOf), values.some(isLoose), nothing.at);
      // Objects of different ways are in different states.
      if (values.length > 1 && atomsOf(one).some(({ kind }) => kind === 'ref')) return nothing;
      return exported(state, one, () => nothing);
    }) ?? nothing
  );
}

/** True where code other than `__init__` assigns an attribute of this name, in the files of the class and its bases. */
function setElsewhere(files: PythonFiles, cls: ClassOutline, name: string, init: FunctionOutline): boolean {
  const { classes, complete } = basesOf(files, cls);
  if (!complete) return true;
  const all = new Set([cls.file, ...classes.map(({ file }) => file)]);
  return [...all].some((file) => assigns(file, file.source.root, name, init));
}

function assigns(file: PythonFile, root: SyntaxNode, name: string, init: FunctionOutline): boolean {
  const cursor = root.cursor();
  do {
    if (cursor.name !== 'PropertyName' || file.source.text.slice(cursor.from, cursor.to) !== name) continue;
    if (file === init.file && cursor.from >= init.node.from && cursor.to <= init.node.to) continue;
    const member = cursor.node.parent;
    if (member && isTarget(member)) return true;
  } while (cursor.next());
  return /\b(setattr|__setattr__|__dict__)\b/.test(file.source.text) && textOf(file.source, root).includes(name);
}

function isTarget(member: SyntaxNode): boolean {
  let node: SyntaxNode = member;
  while (node.parent && /^(Tuple|Parenthesized|Array)Expression$/.test(node.parent.name)) node = node.parent;
  const { parent } = node;
  if (parent?.name === 'UpdateStatement') return node.prevSibling === null;
  if (parent?.name === 'DeleteStatement') return true;
  if (parent?.name === 'WithStatement') return node.prevSibling?.name === 'as';
  if (parent?.name === 'ForStatement') return node.nextSibling?.name === 'in' || node.prevSibling?.name === 'for';
  if (parent?.name !== 'AssignStatement') return false;
  for (let next = node.nextSibling; next; next = next.nextSibling) if (next.name === 'AssignOp') return true;
  return false;
}
