import { readPrefix } from '../ray/log/prefix.ts';
import { ActorBars } from './bars.ts';
import { unfinishedControl, withoutControls } from './controls.ts';

/** How long a line may become before it is shown in pieces. */
const longestLine = 64 * 1024;

/** A word that is not over yet may be the first half of a token, of which nothing shall be seen. */
const openWord = /[\w+/=.-]+$/;

export interface ScreenTextOptions {
  /** Hides tokens and keys in a line. */
  readonly mask: (line: string) => string;
  /** False for lines that are not to be seen; given without line end and colours as they are. */
  readonly keep?: (line: string) => boolean;
  /** Hears every line that stays, as it came, with Ray's prefix where a bar was written over it. */
  readonly onLine?: (line: string) => void;
  /** Width of the terminal; without it bars of actors are not drawn in place. */
  readonly columns?: () => number;
}

/**
 * Turns the text of a log, in pieces as they come, into what a terminal shows: `\r` goes to the start of the line and `\n`
 * to the next one, secrets are masked line by line, and no control sequence gets through that a log has no business with.
 *
 * What it holds back is bounded: at most one line, and never more than 64 KiB of one.
 */
export class ScreenText {
  private readonly options: ScreenTextOptions;
  /** What has come of the line and is not written. */
  private waiting = '';
  /** What has been written of the line. */
  private written = '';
  /** The line does not pass `keep`, or its first part did not. */
  private dropped = false;
  /** Ray's prefix at the start of the row, where a carriage return follows it. */
  private source = '';
  private readonly bars = new ActorBars();

  constructor(options: ScreenTextOptions) {
    this.options = options;
  }

  /** True while the terminal's cursor is behind text of the log. */
  get inLine(): boolean {
    return this.written !== '';
  }

  /** @returns what the terminal shall get of it now; the start of an unfinished line comes with {@link flush} */
  push(text: string): string {
    const all = this.waiting + text;
    const shown: string[] = [];
    let start = 0;
    for (const match of all.matchAll(/\r?\n|\r(?!\n|$)/g)) {
      shown.push(this.line(all.slice(start, match.index), match[0] === '\r' ? '\r' : '\r\n'));
      start = match.index + match[0].length;
    }
    this.waiting = all.slice(start);
    if (this.waiting.length > longestLine) shown.push(this.piece(this.waiting.length - longestLine / 2));
    return shown.join('');
  }

  /** What can be shown of the line that is not over yet, such as a progress bar or a question. */
  flush(): string {
    if (this.waiting === '' || this.waiting === '\r') return '';
    // Ray ends such a row by itself.
    if (this.options.keep !== undefined || this.source !== '') return '';
    let end = Math.min(this.waiting.length, unfinishedControl(this.waiting));
    if (this.waiting.endsWith('\r')) end = Math.min(end, this.waiting.length - 1);
    const word = openWord.exec(this.waiting.slice(0, end));
    if (word !== null) end = unfinishedControl(this.waiting.slice(0, word.index));
    return this.piece(end);
  }

  /** What is left, when no more will come. */
  end(): string {
    const rest = this.waiting.replace(/\r$/, '');
    this.waiting = '';
    return rest === '' && this.written === '' ? '' : this.line(rest, '\r\n');
  }

  /** Begins anew, as for a log that was replaced. */
  reset(): void {
    this.waiting = '';
    this.written = '';
    this.dropped = false;
    this.source = '';
    this.bars.interrupt();
  }

  /** Something else than the log is written now. */
  interrupt(): void {
    this.bars.interrupt();
  }

  private line(text: string, end: string): string {
    const whole = this.written + text;
    // What a progress bar writes over is no line.
    if (end !== '\r') this.options.onLine?.(this.source + whole);
    const keep =
      this.written === '' && !this.dropped ? (this.options.keep?.(this.source + text) ?? true) : !this.dropped;
    const shown = keep ? this.place(whole, end) + this.rest(whole) + end : '';
    if (end !== '\r') this.source = '';
    else if (this.source === '' && isPrefix(whole)) this.source = whole;
    this.written = '';
    this.dropped = false;
    return shown;
  }

  private place(whole: string, end: string): string {
    if (end === '\r') return '';
    if (this.written === '') return this.bars.before(this.source, whole, this.options.columns?.() ?? 0);
    this.bars.interrupt();
    return '';
  }

  private piece(end: number): string {
    if (end <= 0) return '';
    const text = this.waiting.slice(0, end);
    this.waiting = this.waiting.slice(end);
    if (this.written === '' && !(this.options.keep?.(this.source + text) ?? true)) this.dropped = true;
    if (this.dropped) return '';
    const shown = this.rest(this.written + text);
    this.written = (this.written + text).slice(-longestLine);
    return shown;
  }

  /** The masked line without what was shown of it already. */
  private rest(whole: string): string {
    const { mask } = this.options;
    const before = withoutControls(mask(this.written));
    const now = withoutControls(mask(whole));
    // What came may have changed how the part before it is masked; that part stays as it was shown.
    let same = 0;
    while (same < before.length && before.charAt(same) === now.charAt(same)) same += 1;
    return now.slice(same);
  }
}

function isPrefix(text: string): boolean {
  const prefix = readPrefix(text);
  return prefix !== null && text.slice(prefix.length).trim() === '';
}
