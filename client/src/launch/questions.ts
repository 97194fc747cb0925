import * as l10n from '@vscode/l10n';
import type { LaunchPlan, LaunchQuestion } from '../../../server/src/lsp/protocol.ts';
import { maskSecrets, namesSecret } from '../../../server/src/text/secrets.ts';

/** How questions are asked; the editor's input box and quick pick, or a test. Each resolves with `undefined` for "no". */
export interface QuestionUi {
  readonly input: (options: {
    readonly title: string;
    readonly prompt: string;
    readonly placeHolder: string;
    readonly value: string;
    /** What is typed is shown as dots. */
    readonly password: boolean;
  }) => Promise<string | undefined>;
  /** @returns the index of the choice */
  readonly choose: (options: {
    readonly title: string;
    readonly placeHolder: string;
    readonly choices: readonly { readonly label: string; readonly detail?: string }[];
  }) => Promise<number | undefined>;
}

export type Answered =
  | { readonly kind: 'plan'; readonly plan: LaunchPlan }
  /** The person would rather run the script as it is. */
  | { readonly kind: 'terminal' }
  | { readonly kind: 'given-up' }
  /** The file has changed, so that there is no such launch any more. */
  | { readonly kind: 'gone' }
  /** Everything is answered and the command is not known all the same. */
  | { readonly kind: 'unknown' };

/** No script asks for more; a bound in case answers lead to ever new questions. */
const mostQuestions = 100;

/** Asks for what is known only when the script runs, one question after the other; an answer may open or settle others. */
export async function askQuestions(
  ui: QuestionUi,
  first: LaunchPlan,
  planWith: (answers: Readonly<Record<string, string>>) => Promise<LaunchPlan | null>,
): Promise<Answered> {
  const answers: Record<string, string> = {};
  let plan = first;
  let takeDefaults = false;
  for (let asked = 0; asked < mostQuestions; asked += 1) {
    // A variable that stays unknown holds nothing up: the checklist says that it does not go along.
    const open = plan.questions.filter(({ key, of }) => !(key in answers) && of?.startsWith('env ') !== true);
    const [question] = open;
    if (question === undefined) break;
    if (asked === 0) {
      const way = await chooseWay(ui, open);
      if (way === 'terminal' || way === 'given-up') return { kind: way };
      takeDefaults = way === 'defaults';
    }
    const own = takeDefaults ? question.suggestion : undefined;
    const title = l10n.t('Launch on Ray: question {0} of {1}', asked + 1, asked + open.length);
    const answer = own ?? (await ask(ui, question, title));
    if (answer === undefined) return { kind: 'given-up' };
    answers[question.key] = answer;
    const next = await planWith(answers);
    if (next === null) return { kind: 'gone' };
    plan = next;
  }
  return plan.argv === null ? { kind: 'unknown' } : { kind: 'plan', plan };
}

type Way = 'answer' | 'defaults' | 'terminal' | 'given-up';

async function chooseWay(ui: QuestionUi, open: readonly LaunchQuestion[]): Promise<Way> {
  const texts = [...new Set(open.map(({ text }) => text))];
  const own = [
    ...new Set(
      open.flatMap((question) =>
        question.suggestion === undefined ? [] : [isSecret(question) ? '***' : question.suggestion],
      ),
    ),
  ];
  const ways: readonly { readonly way: Way; readonly label: string; readonly detail: string }[] = [
    ...(own.length === 0
      ? []
      : [{ way: 'defaults', label: l10n.t("$(check) Take the Script's Defaults"), detail: own.join(', ') } as const]),
    { way: 'answer', label: l10n.t('$(edit) Give the Values…'), detail: texts.join(', ') },
    {
      way: 'terminal',
      label: l10n.t('$(terminal) Run the Script in a Terminal'),
      detail: l10n.t('As it is, on this machine'),
    },
  ];
  const choice = await ui.choose({
    title: l10n.t('Launch on Ray'),
    placeHolder:
      open.length === 1
        ? l10n.t('1 value is known only when the script runs')
        : l10n.t('{0} values are known only when the script runs', open.length),
    choices: ways.map(({ label, detail }) => ({ label, detail })),
  });
  return choice === undefined ? 'given-up' : (ways[choice]?.way ?? 'given-up');
}

async function ask(ui: QuestionUi, question: LaunchQuestion, title: string): Promise<string | undefined> {
  const password = isSecret(question);
  const of = question.of === null ? '' : l10n.t(' for {0}', question.of);
  switch (question.kind) {
    case 'branch': {
      const choice = await ui.choose({
        title,
        placeHolder: l10n.t('{0}: which way does it go? {1}', question.text, question.why),
        choices: (question.choices ?? []).map((label) => ({
          label: label === '' ? l10n.t('(adds nothing)') : maskSecrets(label),
        })),
      });
      return choice === undefined ? undefined : String(choice);
    }
    case 'text':
    case 'words':
      return ui.input({
        title,
        prompt: l10n.t('{0}{1}: {2}', question.text, of, question.why),
        placeHolder:
          question.kind === 'text' ? l10n.t('Value') : l10n.t('Any number of words, as in bash; none is fine'),
        value: question.suggestion ?? '',
        password,
      });
  }
}

/** Whether the answer is a secret, by the flag that it is for and by the variables in its text. */
function isSecret({ of, text }: LaunchQuestion): boolean {
  return [of?.replace(/^env /, '') ?? '', ...(text.match(/\w+/g) ?? [])].some(namesSecret);
}
