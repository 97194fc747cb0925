import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readOutline } from '../../../server/src/python/outline/read.ts';
import { routesOf } from '../../../server/src/python/outline/routes.ts';

const FASTAPI = 'from fastapi import FastAPI\napp = FastAPI()\n';
const FLASK = 'import flask\napp = flask.Flask(__name__)\n';

function routes(head: string, decorator: string): string[] {
  const file = readOutline('file:///w/m.py', 'm', `${head}\n\n${decorator}\ndef answer():\n    return {}\n`);
  return routesOf(file).map(({ framework, path, methods }) => `${framework} ${methods.join('+')} ${path}`);
}

describe('routes', () => {
  const cases: readonly (readonly [head: string, decorator: string, said: readonly string[]])[] = [
    [FASTAPI, '@app.post("/get_reward")', ['fastapi POST /get_reward']],
    [FASTAPI, "@app.post(path='/get_reward', status_code=200)", ['fastapi POST /get_reward']],
    [FASTAPI, '@app.get("/a")\n@app.post("/b")', ['fastapi GET /a', 'fastapi POST /b']],
    [FASTAPI, '@app.api_route("/a", methods=["POST", "GET"])', ['fastapi POST+GET /a']],
    [FLASK, '@app.route("/a")', ['flask GET /a']],
    [FLASK, '@app.route("/a", methods=("post",))', ['flask POST /a']],
    ['from fastapi import FastAPI as Api\napp = Api(title="x")\n', '@app.post("/a")', ['fastapi POST /a']],
    // What is not written as a literal, and what is not an app of these, is not told.
    [FASTAPI, '@app.post("/items/{item}")', []],
    [FASTAPI, '@app.post(PATH)', []],
    [FASTAPI, '@app.post(f"/a")', []],
    [FLASK, '@app.route("/a", methods=METHODS)', []],
    [FLASK, '@app.route("/a", methods=[POST])', []],
    ['from fastapi import APIRouter\napp = APIRouter()\n', '@app.post("/a")', []],
    ['from mine import FastAPI\napp = FastAPI()\n', '@app.post("/a")', []],
    [`${FASTAPI}app = other()\n`, '@app.post("/a")', []],
    ['def make(app):\n    return app\n', '@app.post("/a")', []],
  ];
  for (const [head, decorator, said] of cases)
    test(decorator.replace('\n', ' '), () => {
      assert.deepEqual(routes(head, decorator), said);
    });
  test('of a file that is not Python there are none', () => {
    assert.deepEqual(routes(`${FASTAPI}def (:\n`, '@app.post("/a")'), []);
  });
});
