import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCatalogues } from '../../server/src/catalogue/lookup.ts';
import { sourceDocument } from '../../server/src/features/document.ts';
import { evaluateOnce } from '../../server/src/features/evaluate.ts';

const catalogues = createCatalogues(undefined);
const release = { release: '0.11.2', from: 'assumed' } as const;
const script = sourceDocument(
  'file:///w/train.sh',
  'shellscript',
  1,
  'source ./env.sh\npython3 -m openrlhf.cli.train_sft --data.dataset "$DATA"\n',
);

test('a script runs once more only where a file that it reads has another text', () => {
  const evaluate = evaluateOnce();
  const withText = (text: string | null | undefined) =>
    evaluate(script, release, { catalogues, file: (uri) => (uri === 'file:///w/env.sh' ? text : null) });
  const dataset = ({ launches }: ReturnType<typeof withText>) => {
    const value = launches[0]?.ways[0]?.binding.values.get('data.dataset');
    return value?.known === true ? value.value.value : null;
  };

  const unloaded = withText(undefined);
  assert.equal(dataset(unloaded), null);
  assert.deepEqual(unloaded.script.needs, ['file:///w/env.sh']);
  assert.equal(withText(undefined), unloaded);

  const loaded = withText('DATA=a\n');
  assert.equal(dataset(loaded), 'a');
  assert.equal(withText('DATA=a\n'), loaded);
  assert.equal(dataset(withText('DATA=b\n')), 'b');
  assert.notEqual(withText(null), loaded);
});
