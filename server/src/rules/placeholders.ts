import type { Word } from '../text/items.ts';
import type { Location } from '../text/location.ts';
import type { Draft, RuleContext, ScriptFamily } from './context.ts';
import { elsewhere, say } from './finding.ts';
import { placeholderIn } from './placeholderText.ts';
import type { TextOf } from './words.ts';
import { placeOf, wordsOf } from './words.ts';
import { KEY_FLAGS } from './wandb.ts';

/** Texts that a template left for its reader to fill in. */
export const placeholders: ScriptFamily = {
  rules: [{ id: 'placeholder-value', severity: 'warning', stage: null }],
  *check(context) {
    const { textOf } = context;
    for (const { launch, ways } of context.launches) {
      for (const item of [...launch.launcher, ...launch.env.map(({ item }) => item)]) {
        for (const word of wordsOf(item)) yield* inWord(word, textOf);
      }
      for (const { binding, way } of ways) {
        // What stands in a prompt template or is W&B's key is not for this rule.
        const exempt = new Set<Word>();
        for (const use of binding.uses) {
          if (!isExempt(use.spec.name)) continue;
          exempt.add(use.word);
          for (const value of use.values) exempt.add(value);
        }
        for (const problem of binding.problems) {
          if (problem.code !== 'unknown-flag' || !isExempt(problem.spelled)) continue;
          for (const value of problem.values) exempt.add(value);
        }
        // A stray word is what argparse stops at.
        const strays = new Set(
          binding.problems.flatMap((problem) => (problem.code === 'positional-token' ? [problem.word] : [])),
        );
        for (const word of way.words) {
          if (exempt.has(word)) continue;
          const stray = word.kind === 'known' && strays.has(word);
          for (const draft of inWord(word, textOf)) yield stray ? { ...draft, severity: 'error', stage: 'S0' } : draft;
        }
      }
    }
    yield* inHeader(context);
    yield* asRedirections(context);
  },
};

function isExempt(flag: string): boolean {
  return KEY_FLAGS.includes(flag) || /(?:input|chat)_template$/.test(flag);
}

function* inWord(word: Word, textOf: TextOf): Iterable<Draft> {
  if (word.kind !== 'known') return;
  const found = placeholderIn(word.value);
  if (!found) return;
  yield draft(word.value.slice(found.from, found.to), placeOf(word, textOf, found.from, found.to), elsewhere(word));
}

/** `#SBATCH` lines of the files that launch something: comments for bash, options for Slurm. */
function* inHeader({ launches, textOf }: RuleContext): Iterable<Draft> {
  for (const uri of new Set(launches.map(({ launch }) => launch.location.uri))) {
    for (const line of (textOf(uri) ?? '').matchAll(/^#SBATCH[^\n]*/gm)) {
      const match = /\{ ?[A-Za-z_][A-Za-z0-9_-]* ?\}|<[^<>\s]+>/.exec(line[0]);
      if (!match) continue;
      const start = line.index + match.index;
      yield draft(match[0], { uri, range: { start, end: start + match[0].length } }, []);
    }
  }
}

/** Without quotes bash does not even start the launch: there is no file of such a name. */
function* asRedirections({ notes }: RuleContext): Iterable<Draft> {
  for (const note of notes) {
    if (note.kind !== 'placeholder-redirection') continue;
    const { location, text } = note;
    const message = say('placeholder-redirection', { text });
    yield { code: 'placeholder-value', severity: 'error', location, message, subjects: [] };
  }
}

function draft(text: string, location: Location, related: Draft['related'] = []): Draft {
  return { code: 'placeholder-value', location, message: say('placeholder-value', { text }), related, subjects: [] };
}
