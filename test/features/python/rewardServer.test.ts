import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sourceDocument } from '../../../server/src/features/document.ts';
import { render } from '../../../server/src/messages/render.ts';
import { ServiceBench } from '../../support/service.ts';

const SERVER = 'file:///work/reward_server.py';
const server = (route: string, head = ''): string => `${head}from fastapi import FastAPI, Request

app = FastAPI()


@app.post("${route}")
async def answer(request: Request):
    data = await request.json()
    return {"rewards": [float(query == label) for query, label in zip(data["queries"], data["label"])]}
`;
const launch = (url: string, more = ''): string =>
  `# openrlhf: release 0.11.2\npython3 -m openrlhf.cli.train_ppo_ray --reward.remote_url ${url} ${more}\n`;

class Bench extends ServiceBench {
  #version = 0;

  async codes(text: string): Promise<string[]> {
    const document = sourceDocument(SERVER, 'python', ++this.#version, text);
    const { findings } = await this.service.pythonAnalysis(document);
    return findings.map(({ code }) => code);
  }
}

const WRONG = ['rs-request-field', 'rs-request-field'];

describe('a reward server is judged', () => {
  test('where a launch of the folder asks at one of its paths', async () => {
    const bench = new Bench({ 'file:///work/train.sh': launch('http://10.0.0.1:5000/score') });
    assert.deepEqual(await bench.codes(server('/score')), WRONG);
    assert.deepEqual(await bench.codes(server('/other')), []);
  });
  test('where one of several URLs leads to it', async () => {
    const bench = new Bench({ 'file:///work/train.sh': launch('"http://a/x,http://b:1/score?k=1"') });
    assert.deepEqual(await bench.codes(server('/score')), WRONG);
    assert.deepEqual(await bench.codes(server('/')), []);
  });
  test('where it imports openrlhf and speaks of rewards', async () => {
    const bench = new Bench();
    const head = 'from openrlhf.models import Actor\n';
    assert.deepEqual(await bench.codes(server('/get_reward', head)), WRONG);
    assert.deepEqual(await bench.codes(server('/v1/chat/completions', head)), []);
    assert.deepEqual(await bench.codes(server('/get_reward')), []);
  });
  test('but not where an agent takes the place of the URL', async () => {
    const script = launch('http://a/score', '--train.agent_func_path agent.py');
    assert.deepEqual(await new Bench({ 'file:///work/train.sh': script }).codes(server('/score')), []);
  });
  test('by what the script says now', async () => {
    const outdated: string[] = [];
    const bench = new Bench();
    const told = new Bench(
      { 'file:///work/train.sh': launch('http://a/other') },
      { outdated: (uris) => outdated.push(...uris) },
    );
    assert.deepEqual(await bench.codes(server('/score')), []);
    assert.deepEqual(await told.codes(server('/score')), []);
    await told.service.analysis(told.document(launch('http://a/score')));
    assert.deepEqual(outdated, [SERVER]);
    assert.deepEqual(await told.codes(server('/score')), WRONG);
  });
  test('by the releases of the launches that ask', async () => {
    const whole = server('/score').replace(/\[float.*\]/, 'len(str(data))');
    const old = launch('http://a/score', '--rollout.n_samples_per_prompt 8').replace('0.11.2', '0.11.0');
    assert.deepEqual(await new Bench({ 'file:///work/train.sh': old }).codes(whole), ['rf-int-reward']);
    assert.deepEqual(await new Bench({ 'file:///work/train.sh': launch('http://a/score') }).codes(whole), []);
  });
});

test('a server that says reward where it should say rewards is looked at without being asked', async () => {
  const bench = new ServiceBench({ 'file:///work/train.sh': launch('http://a/score') });
  const text = server('/score')
    .replace('"rewards"', '"reward"')
    .replace(/data\["(?:queries|label)"\]/g, 'data["query"]');
  const found = await bench.service.diagnostics(sourceDocument(SERVER, 'python', 1, text));
  assert.deepEqual(
    found.get(SERVER)?.map(({ code }) => code),
    ['rf-missing-rewards-key'],
  );
});

test('fixes of what a server takes and reads', async () => {
  const bench = new ServiceBench({ 'file:///work/train.sh': launch('http://a/score') });
  const text = server('/score').replace('app.post', 'app.get');
  const fixed = await fixedBy(bench, text, 'Take POST');
  assert.equal(fixed, server('/score'));
  const renamed = await fixedBy(bench, fixed, 'Rename the key to "query"');
  assert.equal(renamed, fixed.replace('"queries"', '"query"'));
});

async function fixedBy(bench: ServiceBench, text: string, title: string): Promise<string> {
  const document = sourceDocument(SERVER, 'python', text.length, text);
  const { findings } = await bench.service.pythonAnalysis(document);
  const fix = findings.flatMap(({ fixes }) => fixes).find((one) => render(one.title) === title);
  assert.ok(fix, `no fix ${title}`);
  const [edit, ...more] = fix.edits;
  assert.ok(edit && more.length === 0);
  const { start, end } = edit.location.range;
  return text.slice(0, start) + edit.newText + text.slice(end);
}
