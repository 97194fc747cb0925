import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TEMPLATE_KINDS, type TemplateKind } from '../../../server/src/templates/kinds.ts';
import { root } from '../../support/built.ts';
import type { ContractCase } from '../contracts/corpus.ts';
import type { Sample } from './samples.ts';

/** The mark with which the pretend model of `contract_world.py` ends its answers. */
export const END = '<|im_end|>';

/** A template under a launch, with what its samples have to get. */
export interface TemplateCase extends ContractCase {
  readonly template: TemplateKind;
  /** What is amiss with a sample; `undefined` if it got what it should. */
  readonly wrong: (sample: Sample) => string | undefined;
  /** The model gives only bad answers, so that there is nothing to learn. */
  readonly hopeless: boolean;
}

interface Options {
  readonly launch?: string;
  /** What the model answers to every prompt; the usual texts of `contract_world.py` without. */
  readonly texts?: readonly string[];
  /** Of the six prompts. */
  readonly labels?: readonly string[];
  /** What a person would change in the template. */
  readonly edits?: readonly (readonly [string, string])[];
  readonly urls?: readonly string[];
  readonly hopeless?: boolean;
  readonly random?: boolean;
}

/** The text of a template. */
export function templateText({ file }: TemplateKind): string {
  return readFileSync(join(root, 'templates', file), 'utf8');
}

/** A case of the kind with this id. */
export function templateCase(
  id: string,
  name: string,
  wrong: (sample: Sample) => string | undefined,
  options: Options = {},
): TemplateCase {
  const template = TEMPLATE_KINDS.find((kind) => kind.id === id);
  if (template === undefined) throw new Error(`there is no kind ${id}`);
  let text = templateText(template);
  for (const [from, to] of options.edits ?? []) {
    if (!text.includes(from)) throw new Error(`${template.file} has no ${from}`);
    text = text.replace(from, to);
  }
  const { texts, labels, urls, hopeless = false, random = false } = options;
  return {
    id: `${id}: ${name}`,
    template,
    role: template.role === 'reward-function' ? 'reward' : template.role === 'agent' ? 'agent' : 'server',
    claim: 'good',
    className: id,
    files: { [template.file]: text },
    entry: template.file,
    launch: (options.launch ?? '').split(' ').filter((word) => word !== ''),
    unlabelled: false,
    random,
    wrong,
    hopeless,
    ...(texts === undefined ? {} : { texts }),
    ...(labels === undefined ? {} : { labels }),
    ...(urls === undefined ? {} : { urls }),
  };
}

/** Answers of which none is any good: cut off, nothing but the end mark, no text that means anything, marks left open. */
export const HOPELESS = ['\\boxed{', END, `</think></answer>\\frac{1}{0}${END}`, '```python\n<think><answer>\u0000'];

/** A check of the reward alone: what it should be for the text of an answer and a label. */
export function rewarded(expected: (answer: string, label: string) => number): (sample: Sample) => string | undefined {
  return ({ actions, label, reward, scores }) => {
    const should = expected(actions.join('').replace(END, ''), label);
    const got = JSON.stringify([reward, scores]);
    return got === JSON.stringify([should, should]) ? undefined : `${got} instead of ${should}`;
  };
}
