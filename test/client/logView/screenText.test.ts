import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { withoutControls } from '../../../client/src/logView/controls.ts';
import { ScreenText } from '../../../client/src/logView/screenText.ts';
import { byLevel } from '../../support/level.ts';

const token = 'hf_abcdefghijklmnopqrstuvwxyz0123';
const mask = (line: string): string => line.replaceAll(/hf_[A-Za-z0-9]{20,}/g, 'hf_…');

/** What the text gives in one piece, without any looking at it on the way. */
function whole(text: string, keep?: (line: string) => boolean): string {
  const screen = new ScreenText({ mask, ...(keep === undefined ? {} : { keep }) });
  return screen.push(text) + screen.end();
}

/** A text cut at places, each piece followed by a look at the unfinished line where `looks` says so. */
function inPieces(text: string, cuts: readonly number[], looks: readonly boolean[]): string {
  const screen = new ScreenText({ mask });
  const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b);
  let shown = '';
  let from = 0;
  for (const [index, to] of [...places, text.length].entries()) {
    shown += screen.push(text.slice(from, to));
    if (looks[index] === true) shown += screen.flush();
    from = to;
  }
  return shown + screen.end();
}

const part = fc.constantFrom(
  ...['step 1', '\r', '\n', '\r\n', ' ', '\u001b[36m', '\u001b[0m', '\u001b[K', '\u001b]0;title\u0007', '|███ |', '字'],
  ...[token, `HF_TOKEN=${token}`, '\u001b[2J', '\u001b[6n', '\u001bc', '\u0007', 'loss=0.5', '\b', '\u001b'],
);
const log = fc.array(part, { maxLength: 20 }).map((parts) => parts.join(''));

describe('the text of a log in a terminal', () => {
  test('lines start at the left, carriage returns stay, the last line ends', () => {
    assert.equal(whole('a\nb\r\nc\rd'), 'a\r\nb\r\nc\rd\r\n');
    assert.equal(whole(''), '');
    assert.equal(whole('\n\n'), '\r\n\r\n');
  });

  test('colours and progress bars stay, nothing else does that a terminal obeys', () => {
    assert.equal(whole('\u001b[36m(A pid=1)\u001b[0m x\n'), '\u001b[36m(A pid=1)\u001b[0m x\r\n');
    assert.equal(whole('\r 10%|█ |\u001b[K\u001b[A\n'), '\r 10%|█ |\u001b[K\u001b[A\r\n');
    for (const control of [
      '\u001b]0;t\u0007',
      '\u001b]52;c;QQ==\u001b\\',
      '\u001b[2J',
      '\u001b[6n',
      '\u001bc',
      '\u001bPq\u001b\\',
      '\u001b[?1049h',
      '\u0007',
      '\u009b31m',
      '\u001b[>c',
    ]) {
      assert.equal(withoutControls(`a${control}b`).replace(/^a31mb$/, 'ab'), 'ab', JSON.stringify(control));
    }
  });

  test('cut anywhere and looked at anywhere, the same text is shown', () => {
    fc.assert(
      fc.property(
        log,
        fc.array(fc.nat(400), { maxLength: 6 }),
        fc.array(fc.boolean(), { maxLength: 7 }),
        (text, cuts, looks) => {
          const pieces = inPieces(text, cuts, looks);
          assert.equal(pieces, whole(text));
        },
      ),
      { seed: 42, numRuns: byLevel({ fast: 500, default: 5000, full: 50_000 }) },
    );
  });

  test('a token is never seen, wherever the pieces end', () => {
    const text = `\rHF_TOKEN=${token} and\n x ${token}`;
    for (let cut = 0; cut <= text.length; cut += 1) {
      for (let second = cut; second <= text.length; second += 1) {
        const shown = inPieces(text, [cut, second], [true, true, true]);
        assert.ok(!/hf_[a-z]{6}/.test(shown), `${cut} ${second}: ${JSON.stringify(shown)}`);
      }
    }
  });

  test('a progress bar without a line end is shown when it is looked at', () => {
    const screen = new ScreenText({ mask });
    assert.equal(screen.push('\n\rEpoch:  20%|██  | 1/5 [00:03<00:12,  3.1s/it]'), '\r\n\r');
    assert.equal(screen.flush(), 'Epoch:  20%|██  | 1/5 [00:03<00:12,  3.1s/it]');
    assert.equal(screen.inLine, true);
    assert.equal(screen.push('\rEpoch:  40%'), '\r');
  });

  test('a line of megabytes does not pile up', () => {
    const screen = new ScreenText({ mask });
    let shown = 0;
    for (let at = 0; at < 64; at += 1) shown += screen.push('x y'.repeat(20_000)).length;
    assert.ok(shown > 64 * 60_000 - 2 * 64 * 1024, String(shown));
    assert.equal(shown + screen.end().length, 64 * 60_000 + 2);
  });

  test('a filter lets whole lines through or none of them', () => {
    const keep = (line: string): boolean => line.includes('(A ');
    assert.equal(whole('(A pid=1) a\n(B pid=2) b\n(A pid=1) c', keep), '(A pid=1) a\r\n(A pid=1) c\r\n');
  });
});

describe('progress bars of actors, which Ray ends with a line end each time', () => {
  const prefix = '(PPOTrainer pid=12) ';
  const bar = (percent: number, name = 'Generate samples'): string =>
    `${prefix}\r${name}: ${String(percent).padStart(3)}%|███ | ${percent}/100 [00:01<00:02, 1.00it/s]\n`;

  /** What a terminal shows in the end. */
  function screenOf(text: string, columns = 120): string[] {
    const rows = [''];
    let at = 0;
    let column = 0;
    const wide = new ScreenText({ mask, columns: () => columns });
    const cuts = text.match(/[^]{1,7}/g) ?? [];
    const shown = cuts.map((piece) => wide.push(piece) + wide.flush()).join('') + wide.end();
    const control = new RegExp(String.raw`\x1b\[(?:(1A)|(2K))|[^]`, 'g');
    for (const [part, up, erase] of shown.matchAll(control)) {
      if (up !== undefined) at -= 1;
      else if (erase !== undefined) rows[at] = '';
      else if (part === '\r') column = 0;
      else if (part === '\n') {
        at += 1;
        rows[at] ??= '';
      } else {
        if (column === columns) {
          at += 1;
          column = 0;
        }
        const row = (rows[at] ?? '').padEnd(column);
        rows[at] = row.slice(0, column) + part + row.slice(column + 1);
        column += 1;
      }
    }
    return rows.slice(0, at).map((row) => row.replace(/\|.*/, ''));
  }

  test('are one row, which stays when another bar or line follows', () => {
    assert.deepEqual(screenOf(bar(1) + bar(50) + bar(100) + bar(100) + bar(0) + bar(7)), [
      'Generate samples: 100%',
      'Generate samples:   7%',
    ]);
    assert.deepEqual(screenOf(`${bar(1)}${prefix}loss 1\n${bar(2)}${bar(3, 'Train')}x\n${bar(4, 'Train')}`), [
      'Generate samples:   1%',
      '(PPOTrainer pid=12) loss 1',
      'Generate samples:   2%',
      'Train:   3%',
      'x',
      'Train:   4%',
    ]);
  });

  test('are drawn in place where they are wrapped, too', () => {
    for (const columns of [20, 21, 40, 57, 58, 59, 60]) {
      const [first, ...more] = [bar(1), 'x\n' + bar(2) + bar(3), 'x\n' + bar(3)].map((text) => screenOf(text, columns));
      assert.equal((first?.length ?? 0) + 1, more[0]?.length, String(columns));
      assert.deepEqual(more[0], more[1], String(columns));
    }
  });

  test('are rows of their own where they come from several actors, or their width is not certain', () => {
    assert.equal(screenOf(bar(1) + bar(2).replace('pid=12', 'pid=13')).length, 2);
    assert.equal(screenOf(bar(1, '字') + bar(2, '字')).length, 2);
    for (const columns of [0, 10]) {
      const narrow = new ScreenText({ mask, columns: () => columns });
      assert.doesNotMatch(narrow.push(bar(1) + bar(2)), /1A/);
    }
  });

  test('belong to the actor whose prefix they were written over', () => {
    const lines: string[] = [];
    const screen = new ScreenText({
      mask,
      keep: (line) => line.includes('PPOTrainer'),
      onLine: (line) => lines.push(line.slice(0, 11)),
    });
    const shown = screen.push(`driver\n${bar(1)}(A pid=3) \rx: 5%|█|\n`) + screen.end();
    assert.match(shown, /^\(PPOTrainer pid=12\) \rGenerate samples: +1%.*\r\n$/);
    assert.deepEqual(lines, ['driver', '(PPOTrainer', '(A pid=3) x']);
  });
});
