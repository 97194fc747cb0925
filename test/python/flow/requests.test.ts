import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createFlow } from '../../../server/src/python/flow/flow.ts';
import { readOutline } from '../../../server/src/python/outline/read.ts';

/** The keys that the function reads from its request. */
function reads(head: string, body: string): string[] {
  const text = `${head}\n${body
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n')}\n`;
  const file = readOutline('file:///w/m.py', 'm', text);
  const fn = file.names.get('answer');
  assert.ok(fn?.kind === 'function');
  return createFlow({ resolve: () => null })
    .requestReads(fn)
    .map(({ key, at, required }) => {
      assert.equal(text.slice(at.range.start + 1, at.range.end - 1), key);
      assert.ok(required);
      return key;
    });
}

const FASTAPI = 'async def answer(request):';
const FLASK = 'from flask import request\n\ndef answer():';

describe('what is read of a request for certain', () => {
  const cases: readonly (readonly [head: string, body: string, said: readonly string[]])[] = [
    [FASTAPI, 'data = await request.json()\nreturn data["query"], data["labels"][0]', ['query', 'labels']],
    [FASTAPI, 'return (await request.json())["query"]', ['query']],
    [FASTAPI, 'data = await request.json()  # data["no"]\nprint(data)\nreturn len(data["query"])', ['query']],
    [FASTAPI, 'data = await request.json()\nlogger.info("got %s", data)\nreturn data["query"]', ['query']],
    [FLASK, 'data = request.get_json(force=True)\nreturn data["query"]', ['query']],
    [FLASK, 'return request.json["query"]', ['query']],
    ['import flask\n\ndef answer():', 'return flask.request.json["query"]', ['query']],
    // Looked for first, set, or perhaps changed.
    [FASTAPI, 'data = await request.json()\nif "query" in data:\n    return data["query"]', []],
    [FASTAPI, 'data = await request.json()\nif data.get("query"):\n    return data["query"]', []],
    [FASTAPI, 'data = await request.json()\ndata["query"] = 1\nreturn data["query"]', []],
    [FASTAPI, 'data = await request.json()\ndata.update(query=1)\nreturn data["query"]', []],
    [FASTAPI, 'data = await request.json()\nprepare(data)\nreturn data["query"]', []],
    [FASTAPI, 'data = await request.json()\nother = data\nreturn data["query"]', []],
    [FASTAPI, 'data = await request.json()\ndata |= MORE\nreturn data["query"]', []],
    [FASTAPI, 'data = await request.json()\ndata = better(data)\nreturn data["query"]', []],
    [FASTAPI, 'data = await request.json()\nfor data in data["samples"]:\n    print(data["query"])', []],
    [FASTAPI, 'data = await request.json()\ntry:\n    return data["query"]\nexcept KeyError:\n    return None', []],
    // Not the request.
    [FASTAPI, 'data = await other.json()\nreturn data["query"]', []],
    ['def answer():', 'data = request.get_json()\nreturn data["query"]', []],
    [FASTAPI, 'data = await request.json()\nreturn data[0], data[key], data[f"a"]', []],
  ];
  for (const [head, body, said] of cases)
    test(body.replaceAll('\n', '; '), () => {
      assert.deepEqual(reads(head, body), said);
    });
});
