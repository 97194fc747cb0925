import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extractEntryPoint } from '../../../server/src/python/arguments.ts';
import { readOutline } from '../../../server/src/python/outline/read.ts';

const START = `proxy = Proxy()
app = FastAPI()


@app.post("/get_reward")
async def get_reward(request: Request):
    data = await request.json()
    rewards = proxy.rewards(data["query"])
    return {"rewards": rewards, "scores": rewards, "extra_logs": {"rewards_raw": rewards}}


if __name__ == "__main__":
    uvicorn.run(app, host="0.0.0.0", port=5000)

import uvicorn
from fastapi import FastAPI, Request

`;
const END = `app = FastAPI()


@app.post("/get_reward")
async def get_reward(request: Request):
    try:
        data = await request.json()
        value = float(data["labels"][0] in data["query"][0]) + 0.5 / len(data["query"][0])
    except Exception:
        value = 0.0
    return {"rewards": value}


if __name__ == "__main__":
    uvicorn.run(app, port=5000)
`;

test('a file whose tree the parser loses has an outline of which nothing is certain', () => {
  // So many open brackets that the parser's tree has nodes of no kind; with fewer or more of them it may be right.
  const files = Array.from(
    { length: 30 },
    (_, index) => `${START}a${'def reward_func('.repeat(1000 + 89 * index)}${END}`,
  );
  const outlines = files.map((text) => readOutline('file:///work/reward.py', 'reward', text));
  const unreadable = outlines.filter(({ source }) => source.unreadable);
  assert.ok(unreadable.length > 0, 'the parser reads all of them');
  for (const { syntaxError, mayHaveMore, doubtful, source } of unreadable) {
    assert.equal(syntaxError, null);
    assert.equal(mayHaveMore, true);
    assert.deepEqual(doubtful, [{ start: 0, end: source.text.length }]);
    const { problems } = extractEntryPoint(source.text, { name: 'train_sft' });
    assert.ok(
      problems.some(({ kind }) => kind === 'no-parser'),
      'no flags, and no word of it',
    );
  }
});
