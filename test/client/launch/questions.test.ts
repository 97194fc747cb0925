import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { askQuestions } from '../../../client/src/launch/questions.ts';
import type { QuestionUi } from '../../../client/src/launch/questions.ts';
import type { LaunchPlan, LaunchQuestion } from '../../../server/src/lsp/protocol.ts';
import { plan } from './plans.ts';

function question(key: string, more: Partial<LaunchQuestion> = {}): LaunchQuestion {
  return {
    key,
    text: `$${key}`,
    why: 'Not set.',
    kind: 'text',
    of: '--flag',
    uri: 'file:///ws/a.sh',
    line: 1,
    ...more,
  };
}

/** A person who answers in this order; what was asked is kept. */
function person(answers: readonly (string | number | undefined)[]): QuestionUi & { readonly asked: string[] } {
  const left = [...answers];
  const asked: string[] = [];
  return {
    asked,
    input: async ({ title, prompt, value, password }) => {
      asked.push(`${title} | ${prompt} | ${password ? '•••' : value}`);
      const answer = left.shift();
      return Promise.resolve(typeof answer === 'string' ? answer : undefined);
    },
    choose: async ({ placeHolder, choices }) => {
      asked.push(`${placeHolder} | ${choices.map(({ label }) => label.replace(/^\$\([\w-]+\) /, '')).join(' / ')}`);
      const answer = left.shift();
      return Promise.resolve(typeof answer === 'number' ? answer : undefined);
    },
  };
}

/** Plans by what is answered: questions leave the list as they are answered, and the command is known when none is left. */
function planner(questions: readonly LaunchQuestion[]): (answers: Readonly<Record<string, string>>) => LaunchPlan {
  return (answers) => {
    const open = questions.filter(({ key }) => !(key in answers));
    return plan({
      questions: open,
      argv: open.some(({ of }) => of?.startsWith('env ') !== true) ? null : Object.values(answers),
    });
  };
}

async function run(questions: readonly LaunchQuestion[], ui: QuestionUi) {
  const planWith = planner(questions);
  return askQuestions(ui, planWith({}), async (answers) => Promise.resolve(planWith(answers)));
}

describe('questions of a launch', () => {
  test('secrets are typed unseen, and neither defaults nor ways of a condition show them', async () => {
    const secret = [
      question('A', { of: '--logger.wandb.key', suggestion: 'abc' }),
      question('B', { of: 'env RUN', text: 'plain-${HF_TOKEN}' }),
      question('C', { text: '${HF_TOKEN}' }),
      question('D', { kind: 'branch', choices: [`--logger.wandb.key ${'0123456789'.repeat(4)}`, ''] }),
      question('E', { suggestion: 'seen' }),
    ];
    const details: (string | undefined)[] = [];
    const ui = person([1, 'x', 'y', 1, 'z']);
    const seen: QuestionUi = {
      input: ui.input,
      choose: async (options) => {
        details.push(...options.choices.map(({ label, detail }) => `${label} ${detail ?? ''}`));
        return ui.choose(options);
      },
    };
    assert.equal((await run(secret, seen)).kind, 'plan');
    const shown = [...ui.asked, ...details].join('\n');
    assert.doesNotMatch(shown, /abc|0123456789/);
    assert.deepEqual(
      ui.asked.map((line) => line.split(' | ').at(-1)).filter((last) => last === '•••' || last === 'seen'),
      ['•••', '•••', 'seen'],
    );
    assert.match(shown, /--logger\.wandb\.key \*\*\* \/ \(adds nothing\)/);
  });
  test('nothing is asked where all is known', async () => {
    const ui = person([]);
    assert.equal((await run([], ui)).kind, 'plan');
    assert.deepEqual(ui.asked, []);
  });

  test('each value is asked for with its text, its flag and why; a branch is chosen', async () => {
    const ui = person([0, 'x', 1]);
    const answered = await run(
      [question('A'), question('B', { kind: 'branch', choices: ['--c 1', ''], of: null })],
      ui,
    );
    assert.ok(answered.kind === 'plan');
    assert.deepEqual(answered.plan.argv, ['x', '1']);
    assert.deepEqual(ui.asked, [
      '2 values are known only when the script runs | Give the Values… / Run the Script in a Terminal',
      'Launch on Ray: question 1 of 2 | $A for --flag: Not set. | ',
      '$B: which way does it go? Not set. | --c 1 / (adds nothing)',
    ]);
  });

  test("the script's defaults answer what they can", async () => {
    const ui = person([0, 'x']);
    const answered = await run([question('A', { suggestion: 'own' }), question('B')], ui);
    assert.ok(answered.kind === 'plan');
    assert.deepEqual(answered.plan.argv, ['own', 'x']);
    assert.equal(ui.asked.length, 2);
  });

  test('a default is what the box begins with', async () => {
    const ui = person([1, 'y']);
    await run([question('A', { suggestion: 'own' })], ui);
    assert.match(ui.asked[1] ?? '', /\| own$/);
  });

  test('a variable of the environment holds nothing up', async () => {
    const ui = person([]);
    assert.equal((await run([question('A', { of: 'env TOKEN' })], ui)).kind, 'plan');
    assert.deepEqual(ui.asked, []);
  });

  test('giving up at any point, or the terminal instead', async () => {
    assert.deepEqual(await run([question('A')], person([undefined])), { kind: 'given-up' });
    assert.deepEqual(await run([question('A')], person([0, undefined])), { kind: 'given-up' });
    assert.deepEqual(await run([question('A')], person([1])), { kind: 'terminal' });
  });

  test('a script that changes meanwhile, and one whose command stays unknown', async () => {
    const gone = await askQuestions(person([0, 'x']), planner([question('A')])({}), async () => Promise.resolve(null));
    assert.deepEqual(gone, { kind: 'gone' });
    const unknown = plan({ argv: null });
    assert.deepEqual(await askQuestions(person([]), unknown, async () => Promise.resolve(unknown)), {
      kind: 'unknown',
    });
  });
});
