import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { MarkupContent } from 'vscode-languageserver-types';
import { sourceDocument } from '../../../server/src/features/document.ts';
import { pythonCompletion } from '../../../server/src/features/python/completion.ts';
import { pythonHover } from '../../../server/src/features/python/hover.ts';

const AGENT = `from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor


class Agent(AgentInstanceBase):
    def __init__(self, *args, **kwargs):
        self.turn = 0

    async def reset(self, states, **kwargs):
        return {"observation": states["¦R"]}

    async def step(self, states, **kwargs):
        text = states["¦S"]
        result = {
            "¦K": 1,
        }
        return result
`;

/** Labels at the mark `¦X`, which is taken out of the text first, with all others. */
function labelsAt(text: string, mark: string): string[] {
  const offset = text.slice(0, text.indexOf(`¦${mark}`)).replaceAll(/¦[A-Z]/g, '').length;
  const document = sourceDocument('file:///a.py', 'python', 1, text.replaceAll(/¦[A-Z]/g, ''));
  return pythonCompletion(document, offset)?.items.map(({ label }) => label) ?? [];
}

function hoverOn(text: string, word: string): string {
  const plain = text.replaceAll(/¦[A-Z]/g, '');
  const found = pythonHover(sourceDocument('file:///a.py', 'python', 1, plain), plain.indexOf(word) + 1);
  return (found?.contents as MarkupContent | undefined)?.value ?? '';
}

describe('completion in Python files', () => {
  test('keys of the states, by method', () => {
    assert.deepEqual(labelsAt(AGENT, 'R'), ['observation', 'label']);
    assert.deepEqual(labelsAt(AGENT, 'S'), ['observation_text', 'action_text', 'label', 'sampling_params']);
  });

  test('keys of what is returned', () => {
    const keys = labelsAt(AGENT, 'K');
    for (const key of ['rewards', 'environment_feedback', 'done']) assert.ok(keys.includes(key), key);
    const reward = 'def reward_func(queries, prompts, labels):\n    return {"¦K';
    assert.deepEqual(labelsAt(reward, 'K'), ['rewards', 'scores', 'extra_logs']);
  });

  test('parameters and methods', () => {
    assert.deepEqual(labelsAt('def reward_func(¦P', 'P'), ['queries, prompts, labels, **kwargs']);
    assert.deepEqual(labelsAt(`${AGENT}\n    async def ¦M`, 'M'), ['reset', 'step']);
  });

  test('nothing where OpenRLHF has nothing to say', () => {
    for (const text of [
      'def other(states):\n    return states["¦K"]\n',
      'def reward_func(queries, prompts, labels):\n    table["¦K"]\n',
      'class A:\n    async def step(self, states):\n        return states["¦K"]\n',
      'x = "¦K"\n',
    ]) {
      assert.deepEqual(labelsAt(text, 'K'), [], text);
    }
  });
});

describe('hover in Python files', () => {
  test('says what a key, a function and a parameter are in training', () => {
    const reward = 'def reward_func(queries, prompts, labels):\n    return {"scores": 1.0}\n';
    assert.match(hoverOn(reward, 'scores'), /dynamic filtering/);
    assert.match(hoverOn(reward, 'reward_func'), /once per sample/);
    assert.match(hoverOn(reward, 'labels'), /--data\.label_key/);
    assert.match(hoverOn(AGENT, 'step'), /event loop/);
    assert.equal(hoverOn('def other(a):\n    return {"scores": 1.0}\n', 'scores'), '');
  });
});
