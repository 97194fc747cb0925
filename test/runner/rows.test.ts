import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Trial, TryRows } from '../../runner/src/model.ts';
import { shown, trial } from './inWorker.ts';

const ECHO = 'def reward_func(queries, prompts, labels):\n    return {"rewards": 1.0}\n';
const rows = (path: string, more: Partial<TryRows> = {}): TryRows => ({
  path,
  rows: 2,
  inputKey: 'question',
  labelKey: 'answer',
  ...more,
});

function asked(found: Trial): readonly (readonly [string, string])[] {
  return found.events.flatMap((event) => (event.event === 'sample' ? [[event.prompt, event.label] as const] : []));
}

const EXPECTED = [
  ['Wie viel?', '12'],
  ['a,b', 'x"y'],
] as const;

describe('rows of a data set', () => {
  const two = [
    { question: 'Wie viel?', answer: '12' },
    { question: 'a,b', answer: 'x"y' },
    { question: 'third', answer: '3' },
  ];
  const texts: Readonly<Record<string, string>> = {
    'd.jsonl': two.map((row) => `${JSON.stringify(row)}\n\n`).join(''),
    'list.json': JSON.stringify(two, null, 2),
    'lines.json': two.map((row) => `${JSON.stringify(row)}\n`).join(''),
    'bom.jsonl': `\ufeff${two.map((row) => `${JSON.stringify(row)}\n`).join('')}`,
    'd.csv': 'question,answer,more\r\nWie viel?,12,\r\n"a,b","x""y",z\r\nthird,3,\r\n',
  };
  for (const path of Object.keys(texts)) {
    test(path, async () => {
      const found = await trial(ECHO, { data: rows(path), files: texts, responses: ['x'] });
      assert.deepEqual(shown(found), []);
      assert.deepEqual(asked(found), EXPECTED);
    });
  }
  test('template, chat, and no label key', async () => {
    const given = { files: texts, responses: ['x'] };
    const template = await trial(ECHO, { ...given, data: rows('d.csv', { rows: 1, template: 'Q: {}\nA:' }) });
    assert.deepEqual(asked(template), [['Q: Wie viel?\nA:', '12']]);
    const unlabelled: TryRows = { path: 'd.jsonl', rows: 1, inputKey: 'question', chat: true };
    const chat = await trial(ECHO, { ...given, data: unlabelled });
    assert.deepEqual(asked(chat), [['<|im_start|>user\nWie viel?<|im_end|>\n<|im_start|>assistant\n', '']]);
  });
  for (const [what, path, text, message] of [
    ['a key that there is not', 'd.jsonl', '{"prompt": "x"}\n', /its rows have no 'question'; they have prompt\./],
    ['an empty file', 'd.jsonl', '', /there is no row in it/],
    ['no JSON', 'd.jsonl', 'not json\n', /^error The samples cannot be read: Expecting value/],
    ['no such file', 'other.jsonl', '', /No such file/],
  ] as const) {
    test(what, async () => {
      const found = await trial(ECHO, { data: rows(path), files: { 'd.jsonl': text } });
      assert.match(shown(found).join(), message);
      assert.deepEqual(asked(found), []);
    });
  }
});
