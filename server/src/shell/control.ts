import type { AndOr, CommandNode, CompoundList, If, Pipeline, PipelineNode, Redirection, Statement } from 'unbash';
import type { Condition } from './branches.ts';
import { anyCondition, bounded, branch, no, yes } from './branches.ts';
import { runCase } from './case.ts';
import { runCommand } from './commands.ts';
import { arithmeticCondition, testCondition } from './conditions.ts';
import { inFrame } from './escapes.ts';
import { captured } from './expand/substitution.ts';
import { rangeOf } from './expand/word.ts';
import { forget, forgetAll } from './forget.ts';
import { defineFunction } from './functions.ts';
import { runArithmeticFor, runFor, runSelect, runWhile } from './loops.ts';
import type { Machine } from './machine.ts';
import { exhausted, extendBudget, nested, serial, step, unknown } from './machine.ts';
import { noteOrphans } from './notes.ts';
import { withRedirections } from './redirections.ts';
import type { Source } from './source.ts';
import { slots } from './state.ts';
import { subshell } from './subshell.ts';
import type { Text } from './values.ts';
import { NOWHERE, mapTree } from './values.ts';
import { valueOf, write } from './variables.ts';

/** Runs a script line by line: after an error in an expansion bash goes on with the next line. */
export function runScript(m: Machine, source: Source, statements: readonly Statement[]): void {
  for (let i = 0; i < statements.length && !m.state.dead;) {
    const first = i;
    do i++;
    while (i < statements.length && !startsLine(source, statements[i - 1], statements[i]));
    m.uncertain = false;
    inFrame(m, 'line', () => {
      runRange(m, source, statements, first, i);
    });
    if (exhausted(m)) giveUp(m);
  }
}

/** The budget ran out in the middle of something: nobody knows what that would have left behind. */
function giveUp(m: Machine): void {
  const why = unknown('too-many-executions');
  forgetAll(m, why);
  forget(m, slots.positional, why, serial(m, 'rest'));
  forget(m, slots.folder, why, serial(m, 'rest'));
  m.doomed = true;
  m.status = anyCondition(m);
  extendBudget(m);
}

/** Runs statements in order until the way ends or the budget is spent. */
export function runCommands(m: Machine, source: Source, statements: readonly Statement[]): Condition {
  return runRange(m, source, statements, 0, statements.length);
}

function runRange(m: Machine, source: Source, statements: readonly Statement[], from: number, to: number): Condition {
  let condition: Condition = yes;
  for (let i = from; i < to; i++) {
    const statement = statements[i];
    if (statement === undefined || m.state.dead || !step(m)) break;
    const before = m.launches.length;
    condition = runStatement(m, source, statement);
    if (m.launches.length > before) noteOrphans(m, source, statements, i);
  }
  return condition;
}

function startsLine(source: Source, before: Statement | undefined, statement: Statement | undefined): boolean {
  return before === undefined || statement === undefined || source.text.slice(before.end, statement.pos).includes('\n');
}

export function runList(m: Machine, source: Source, list: CompoundList): Condition {
  return nested(
    m,
    () => runCommands(m, source, list.commands),
    () => anyCondition(m),
  );
}

function runStatement(m: Machine, source: Source, statement: Statement): Condition {
  if (statement.background !== true) return runAndOr(m, source, statement.command);
  subshell(m, () => {
    runAndOr(m, source, statement.command);
    return () => undefined;
  });
  write(m, slots.background, { value: { kind: 'unset' }, flags: '' });
  m.status = yes;
  return yes;
}

function runAndOr(m: Machine, source: Source, node: PipelineNode | AndOr): Condition {
  if (node.type !== 'AndOr') return runPipeline(m, source, node);
  const first = node.commands[0];
  let condition: Condition = first === undefined ? yes : runPipeline(m, source, first);
  for (const [i, operator] of node.operators.entries()) {
    const next = node.commands[i + 1];
    if (next === undefined || m.state.dead) break;
    const run = (): Condition => runPipeline(m, source, next);
    condition = m.status = bounded(m, condition);
    condition = operator === '&&' ? branch(m, condition, run, () => no) : branch(m, condition, () => yes, run);
    m.status = condition;
  }
  return condition;
}

/** Runs a pipeline and keeps its status. */
function runPipeline(m: Machine, source: Source, node: PipelineNode): Condition {
  const condition = pipelineStatus(m, source, node);
  m.status = condition;
  return condition;
}

function pipelineStatus(m: Machine, source: Source, node: PipelineNode): Condition {
  if (node.type !== 'Pipeline') return runNode(m, source, node);
  const condition = node.commands.length === 1 ? runOnly(m, source, node) : runPiped(m, source, node);
  const negations = node.prefixes.filter((prefix) => prefix.type === 'Negation').length;
  return negations % 2 === 1 ? mapTree(condition, (holds) => !holds) : condition;
}

function runOnly(m: Machine, source: Source, node: Pipeline): Condition {
  const only = node.commands[0];
  const timed = node.prefixes.find((prefix) => prefix.type === 'Time');
  if (timed === undefined) return only === undefined ? yes : runNode(m, source, only);
  m.wrappers.push({ kind: 'time', location: source.location(rangeOf(timed)) });
  const condition = only === undefined ? yes : runNode(m, source, only);
  m.wrappers.pop();
  return condition;
}

/** Each command of a pipeline is a subshell; what the one before prints is its standard input. */
function runPiped(m: Machine, source: Source, node: Pipeline): Condition {
  const before = m.status;
  let input: Text | null = null;
  node.commands.forEach((command, i) => {
    const last = i === node.commands.length - 1;
    const at = source.location(rangeOf(command));
    m.status = before;
    const run = (): void => {
      if (input !== null) m.state.set(slots.input, { value: { kind: 'scalar', text: input }, flags: '' });
      m.status = runNode(m, source, command);
    };
    if (last) {
      const printed = subshell(m, () => {
        run();
        return () => valueOf(m, slots.output);
      });
      if (m.state.get(slots.output) !== undefined && printed.kind !== 'opaque')
        write(m, slots.output, { value: printed, flags: '' });
    } else {
      const text = captured(m, at, run);
      input = text.length === 0 ? [] : [...text, { kind: 'text', text: '\n', at: NOWHERE }];
    }
  });
  return m.status;
}

export function runNode(m: Machine, source: Source, node: CommandNode): Condition {
  if (!step(m) || m.state.dead) return yes;
  switch (node.type) {
    case 'Command':
      return runCommand(m, source, node);
    case 'If':
      return runIf(m, source, node, 0);
    case 'For':
      return runFor(m, source, node);
    case 'ArithmeticFor':
      return runArithmeticFor(m, source, node);
    case 'Select':
      return runSelect(m, source, node);
    case 'While':
      return runWhile(m, source, node);
    case 'Case':
      return runCase(m, source, node);
    case 'BraceGroup':
      return runList(m, source, node.body);
    case 'Subshell':
      return runSubshell(m, source, node.body);
    case 'TestCommand':
      return testCondition(m, source, node.expression);
    case 'ArithmeticCommand':
      return arithmeticCondition(m, source, node.expression, rangeOf(node));
    case 'Redirected':
      return redirected(m, source, node.redirects, () => runNode(m, source, node.command));
    case 'Function':
      defineFunction(m, source, node);
      return yes;
    case 'Coproc': {
      const body = node.body;
      if (body.type === 'CompoundList') runSubshell(m, source, body);
      else {
        subshell(m, () => {
          runNode(m, source, body);
          return () => undefined;
        });
      }
      return yes;
    }
  }
}

function redirected(m: Machine, source: Source, redirects: readonly Redirection[], run: () => Condition): Condition {
  return withRedirections(m, source, redirects, run);
}

/** `( … )`: what it prints and its launches stay, what it sets does not. */
function runSubshell(m: Machine, source: Source, body: CompoundList): Condition {
  const printed = subshell(m, () => {
    m.status = runList(m, source, body);
    return () => valueOf(m, slots.output);
  });
  if (m.state.get(slots.output) !== undefined) write(m, slots.output, { value: printed, flags: '' });
  return m.status;
}

function runIf(m: Machine, source: Source, node: If, position: number): Condition {
  const arm = position === 0 ? { clause: node.clause, then: node.then } : node.elif[position - 1];
  if (arm === undefined) return node.else === undefined ? yes : runList(m, source, node.else);
  const condition = bounded(m, runList(m, source, arm.clause));
  m.status = condition;
  if (m.state.dead) return yes;
  return branch(
    m,
    condition,
    () => runList(m, source, arm.then),
    () => runIf(m, source, node, position + 1),
  );
}
