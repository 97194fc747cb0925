import { splitCommand } from './words.ts';

/** What two commands are compared as: a text with the program on lines of its own, then one flag per line. */
export interface ComparedArguments {
  /** `python3 -m openrlhf.cli.train_ppo_ray` and what is before it. */
  readonly program: readonly string[];
  /** A flag with its values, `--actor.adam.lr 1e-6`. */
  readonly flags: readonly string[];
}

/** Takes the words of a command apart; words are flags from the first one behind the program that begins with `--`. */
export function comparedArguments(words: readonly string[]): ComparedArguments {
  const start = words.findIndex((word, at) => at > 0 && /^--[a-z]/i.test(word) && !/^--module(=|$)/.test(word));
  if (start < 0) return { program: words, flags: [] };
  const flags: string[] = [];
  for (const word of words.slice(start)) {
    const [, name, value] = /^(--[a-z][^=]*)(?:=(.*))?$/is.exec(word) ?? [];
    // What hangs on a condition of the script stands for flags of its own.
    if (/^\{(?:--| \||\|)/.test(word)) flags.push(word);
    else if (name !== undefined) flags.push(value === undefined ? name : `${name} ${shown(value)}`);
    else flags.push(`${flags.pop() ?? ''} ${shown(word)}`.trim());
  }
  return { program: words.slice(0, start), flags };
}

/** The text that the diff editor shows: flags in the order of their names, so that only what differs differs. */
export function comparedText({ program, flags }: ComparedArguments): string {
  // A later one of two equal flags wins, so the order among them has to stay.
  const sorted = [...flags].sort((one, other) => compareNames(nameOf(one), nameOf(other)));
  return `${[program.map(shown).join(' '), ...sorted].filter((line) => line !== '').join('\n')}\n`;
}

/** {@link comparedText} of a job's entry point. */
export function comparedCommand(entrypoint: string): string {
  return comparedText(comparedArguments(splitCommand(entrypoint)));
}

function nameOf(flag: string): string {
  return flag.split(' ', 1)[0] ?? flag;
}

function compareNames(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** A word that would look like several, or like none, is shown in quotes. */
function shown(word: string): string {
  return word === '' || /[\s"]/.test(word) ? JSON.stringify(word) : word;
}
