import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { before, describe, test } from 'node:test';
import type { IRawTheme } from 'vscode-textmate';
import * as z from 'zod';
import { editorVersions, ensureServedEditor } from '../../tools/cache/servedEditor.ts';
import { corpusTexts } from '../support/corpus.ts';
import { Tokenizer, type Token } from './grammar/tokens.ts';

// Our grammar on top of the one that VS Code has for bash, tokenized by VS Code's own engine.

const PPO = 'python3 -m openrlhf.cli.train_ppo_ray';

/** What our grammar colours, as one text per flag or module. */
function coloured(tokens: readonly Token[]): string[] {
  const found: string[] = [];
  for (const { text, scopes } of tokens) {
    if (scopes.some((scope) => scope.startsWith('punctuation.definition.parameter.openrlhf'))) found.push(text);
    else if (scopes.some((scope) => /^(entity\.name\.type|variable\.parameter).*openrlhf$/.test(scope))) {
      found.push((found.pop() ?? '') + text);
    } else if (scopes.includes('entity.name.namespace.openrlhf')) found.push(text);
  }
  return found;
}

/** Name, script, what is coloured in it beside modules. */
const CASES: readonly (readonly [string, string, readonly string[]])[] = [
  ['on the line of the command', `${PPO} --actor.adam.lr 1 --ds.zero_stage 2`, ['--actor.adam.lr', '--ds.zero_stage']],
  ['at the start of a line', `${PPO} \\\n--ref.num_nodes 1`, ['--ref.num_nodes']],
  [
    'behind blanks on a continued line',
    `${PPO} \\\n\t  --ref.num_nodes 1 \\\n  --vllm.enable_sleep`,
    ['--ref.num_nodes', '--vllm.enable_sleep'],
  ],
  ['behind a switch of another program', `x --use_ms --ckpt.path a`, ['--ckpt.path']],
  ['in an array', `A=(\n  --actor.adam.lr 1 # --ref.x\n  "--train.seed" 2\n)`, ['--actor.adam.lr', '--train.seed']],
  ['in a heredoc', `read -r -d '' X <<EOF\n  --actor.adam.lr 1 \\\nEOF\n`, ['--actor.adam.lr']],
  ['in double quotes', `bash -c "${PPO} --actor.adam.lr 1"`, ['--actor.adam.lr']],
  ['in single quotes', `bash -c '${PPO} --actor.adam.lr 1'`, ['--actor.adam.lr']],
  ['in the value of a variable', `F="--actor.adam.lr 1"`, ['--actor.adam.lr']],
  ['with a value behind =', `${PPO} --actor.adam.lr=5e-7 --ckpt.path="a b"`, ['--actor.adam.lr', '--ckpt.path']],
  ['behind ray', `ray job submit --address http://x:1 -- ${PPO} --actor.adam.lr 1`, ['--actor.adam.lr']],
];

const PLAIN: readonly (readonly [string, string])[] = [
  ['in a comment', '# --actor.adam.lr 1'],
  ['in a comment behind a command', 'echo x # --actor.adam.lr 1'],
  ['flags of other programs', 'ray job submit --address http://x --working-dir . --no-wait'],
  ['other dotted flags', 'x --foo.bar 1 --actors.x 1'],
  ['a section alone', 'x --actor --train'],
  ['the end of a word', 'x a--actor.adam.lr b/--actor.adam.lr'],
  ['a name that goes on', 'x --actor.adam.lr-x --actor.adam. 1'],
  ['one dash', 'x -actor.adam.lr 1'],
  ['another module', 'python3 -m openrlhf.cli.train_ppo x.openrlhf.cli_train_sft'],
];

const themeFile = z.object({
  include: z.string().optional(),
  tokenColors: z
    .array(
      z.object({
        scope: z.union([z.string(), z.array(z.string())]).optional(),
        settings: z.record(z.string(), z.string()),
      }),
    )
    .optional(),
});

/** The rules of a theme and of those that it builds on. Theme files have comments and commas that JSON forbids. */
function rulesOf(file: string): IRawTheme['settings'] {
  const json = readFileSync(file, 'utf8')
    .replace(/("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[^]*?\*\//g, '$1')
    .replace(/,(\s*[\]}])/g, '$1');
  const { include, tokenColors = [] } = themeFile.parse(JSON.parse(json));
  const own = tokenColors.map(({ scope, settings }) => (scope === undefined ? { settings } : { scope, settings }));
  return [...(include === undefined ? [] : rulesOf(join(dirname(file), include))), ...own];
}

for (const version of editorVersions) {
  describe(`the grammar in VS Code ${version.vscode}`, () => {
    let extensions: string;
    let tokenizer: Tokenizer;
    let bare: Tokenizer;
    before(async () => {
      extensions = join((await ensureServedEditor(version)).server, 'extensions');
      const shell = join(extensions, 'shellscript/syntaxes/shell-unix-bash.tmLanguage.json');
      tokenizer = await Tokenizer.create(shell, { injected: true });
      bare = await Tokenizer.create(shell, { injected: false });
    });

    for (const [name, script, flags] of CASES) {
      test(`colours flags ${name}`, () => {
        const found = coloured(tokenizer.tokens(script)).filter((text) => text.startsWith('-'));
        assert.deepEqual(found, flags);
      });
    }

    test('colours modules', () => {
      assert.deepEqual(coloured(tokenizer.tokens('deepspeed --module openrlhf.cli.train_sft')), [
        'openrlhf.cli.train_sft',
      ]);
    });

    for (const [name, script] of PLAIN) {
      test(`leaves alone ${name}`, () => {
        assert.deepEqual(coloured(tokenizer.tokens(script)), []);
        assert.deepEqual(tokenizer.tokens(script), bare.tokens(script));
      });
    }

    test('keeps section and rest apart', () => {
      const scopes = (text: string) =>
        tokenizer
          .tokens(`${PPO} --actor.adam.lr 1`)
          .find((token) => token.text === text)
          ?.scopes.at(-1);
      assert.equal(scopes('actor'), 'entity.name.type.section.openrlhf');
      assert.equal(scopes('.adam.lr'), 'variable.parameter.flag.openrlhf');
    });

    test('keeps the colours of a value behind =', () => {
      const tokens = tokenizer.tokens(`${PPO} --actor.adam.lr=$LR --ds.zero_stage=2 --ckpt.path="x $RUN"`);
      const last = (text: string) => tokens.find((token) => token.text === text)?.scopes.at(-1);
      assert.match(last('LR') ?? '', /^variable\.other\.normal\.shell$/);
      assert.match(last('2') ?? '', /^constant\.numeric/);
      assert.match(last('RUN') ?? '', /^variable\.other\.normal\.shell$/);
    });

    test('changes no token of the corpus outside of the words it colours', () => {
      const different: string[] = [];
      let flags = 0;
      for (const script of corpusTexts()) {
        const tokens = tokenizer.tokens(script);
        flags += coloured(tokens).length;
        const ours = scopesByPlace(tokens);
        const theirs = scopesByPlace(bare.tokens(script));
        const lines = script.split('\n');
        const lost = linesLost(lines, bare.tokens(script));
        for (const [place, scopes] of theirs) {
          const [line = 0, column = 0] = place.split(':').map(Number);
          if (ours.get(place) === scopes || lost.has(line) || isInFlag(lines[line] ?? '', column)) continue;
          different.push(`${lines[line]} at ${column}: ${scopes} became ${ours.get(place)}`);
          break;
        }
      }
      assert.ok(flags > 500, `${flags} flags`);
      assert.deepEqual(different, []);
    });

    test('has colours in every default theme, and never that of an error', () => {
      const folder = join(extensions, 'theme-defaults/themes');
      const line = `${PPO} --actor.adam.lr 1`;
      const themes = readdirSync(folder).filter((name) => name.endsWith('.json'));
      assert.ok(themes.length >= 6);
      for (const name of themes) {
        const settings = rulesOf(join(folder, name));
        const errors = settings
          .filter(({ scope }) => [scope ?? []].flat().some((one) => one.startsWith('invalid')))
          .map((rule) => rule.settings.foreground?.toUpperCase());
        for (const part of ['actor', '.adam', 'openrlhf.']) {
          const colour = tokenizer.colour(line, line.indexOf(part) + 1, { settings });
          assert.ok(colour !== undefined, `${name} has no colour for ${part}`);
          assert.ok(!errors.includes(colour.toUpperCase()), `${name} shows ${part} as an error`);
        }
      }
    });
  });
}

/** Scopes of each character without those that only group; a blank has no colour. */
function scopesByPlace(tokens: readonly Token[]): Map<string, string> {
  const places = new Map<string, string>();
  for (const { text, line, start, scopes } of tokens) {
    const shown = scopes.filter((scope) => !scope.startsWith('meta.')).join(' ');
    for (let index = 0; index < text.length; index++) {
      if (text.charAt(index).trim() !== '') places.set(`${line}:${start + index}`, shown);
    }
  }
  return places;
}

/** Lines on which the command before has ended, so that the grammar of bash takes a flag for the name of another, and those that go on. */
function linesLost(lines: readonly string[], tokens: readonly Token[]): ReadonlySet<number> {
  const lost = new Set<number>();
  for (const { text, line, scopes } of tokens) {
    if (text.startsWith('-') && scopes.includes('entity.name.command.shell')) lost.add(line);
    if (lost.has(line - 1) && lines[line - 1]?.endsWith('\\') === true) lost.add(line);
  }
  return lost;
}

/** True for a column in a word that begins with a flag or module of ours, up to the end of its value. */
function isInFlag(line: string, column: number): boolean {
  const words = line.matchAll(/--[a-z]+\.[\w.]+(?:=(?:"[^"]*"|\$?'[^']*'|[^\s"'])*)?|openrlhf\.cli\.\w+/g);
  return [...words].some(({ index, 0: word }) => index <= column && column < index + word.length);
}
