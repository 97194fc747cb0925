import assert from 'node:assert/strict';
import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import type { Hands } from '../../../tools/editor/hands.ts';
import type { HandsResult } from '../../../tools/editor/handsServer.ts';

type Result<K extends keyof Hands> = Awaited<ReturnType<Hands[K]>>;

/**
 * Does something in this window as a person would, by the program that shows it.
 *
 * @throws Error when it does not work, and in a desktop VS Code, which no program of ours shows
 */
export async function hands<K extends keyof Hands>(method: K, ...args: Parameters<Hands[K]>): Promise<Result<K>> {
  const address = process.env['EDITOR_TESTS_HANDS'];
  assert.ok(address, 'this test presses keys, which works in a served VS Code only: unset VSCODE_EXECUTABLE');
  const result = await post(address, JSON.stringify({ method, args }));
  if ('error' in result)
    throw new Error(`${method}(${args.map((one) => JSON.stringify(one)).join(', ')}): ${result.error}`);
  return result.value as Result<K>;
}

async function post(address: string, body: string): Promise<HandsResult> {
  return new Promise((resolve, reject) => {
    const call = request(address, { method: 'POST', agent: false }, (response) => {
      json(response).then((value) => {
        resolve(value as HandsResult);
      }, reject);
    });
    call.once('error', reject);
    call.end(body);
  });
}
