import { readRaySubmit } from '../../ray/submit.ts';
import { secondShellChange } from '../../ray/secondShell.ts';
import type { SecondShellChange } from '../../ray/secondShell.ts';
import type { KnownWord, Word } from '../../text/items.ts';
import type { Draft, LaunchFamily, RuleContext, View } from '../context.ts';
import { elsewhere, say } from '../finding.ts';
import type { Message } from '../model.ts';
import { placeholderIn } from '../placeholderText.ts';
import { placeOf } from '../words.ts';

/** Words that do not reach the program as they are, because Ray puts them together for one more shell. */
export const raySecondShell: LaunchFamily = {
  rules: [{ id: 'ray-second-shell', severity: 'warning', stage: 'S0' }],
  *check(view, context) {
    for (const word of argumentsOf(view)) {
      // What a template left there is told as that.
      if (word.kind !== 'known' || placeholderIn(word.value)) continue;
      const change = secondShellChange(word.value);
      if (change !== undefined) yield draft(word, change, context);
    }
  },
};

/**
 * The arguments of the program. What stands before its module is left alone, since `cd /folder '&&'` there is meant for
 * that very shell; of a string that is run, the string and its arguments are looked at.
 */
function argumentsOf(view: View): readonly Word[] {
  const { launch, way } = view;
  const submit = readRaySubmit(launch, way.taken);
  if (submit === null) return [];
  if (launch.submit === undefined) return way.words;
  return submit.entrypoint.slice(1).flatMap((item) => (item.kind === 'branches' ? [] : [item]));
}

function draft(word: KnownWord, { change, from, to }: SecondShellChange, { textOf }: RuleContext): Draft {
  return {
    code: 'ray-second-shell',
    ...(change === 'pattern' ? { severity: 'info' as const } : {}),
    location: placeOf(word, textOf, from, to),
    message: messageOf(change, word.value.slice(from, to)),
    related: elsewhere(word),
    subjects: [word],
  };
}

function messageOf(change: SecondShellChange['change'], text: string): Message {
  switch (change) {
    case 'expansion':
    case 'home':
      return say(`second-shell-${change}`, { text });
    case 'operator':
      return say('second-shell-operator', { text: text === '\n' ? 'the line end' : text });
    case 'quote':
    case 'backslash':
    case 'comment':
    case 'pattern':
      return say(`second-shell-${change}`);
  }
}
