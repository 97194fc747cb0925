import * as l10n from '@vscode/l10n';
import type { LogEvent } from '../ray/log/events.ts';
import type { LogFollower } from '../ray/log/follow.ts';
import type { Job } from '../ray/model.ts';
import { ActorsSeen, actorOf } from './actors.ts';
import { endingText, endingTone } from './ending.ts';
import { clearLine, ownLine, ownStatus } from './lineStyle.ts';
import { ScreenText } from './screenText.ts';

/** What a key in a log view asks for. */
export type LogAction = 'save' | 'filter' | 'text' | 'token' | 'close';

export interface LogScreenOptions {
  /** The name of the job in headers and titles. */
  readonly label: string;
  readonly submissionId: string;
  readonly cluster: string;
  readonly follower: LogFollower;
  /** How many lines of a long log it starts with. */
  readonly lines: number;
  /** Only lines of this actor. */
  readonly actor?: string;
  readonly mask: (text: string) => string;
  readonly write: (text: string) => void;
  readonly setName: (name: string) => void;
  readonly act: (action: LogAction) => void;
  /** Resolves after milliseconds; replaceable in tests. */
  readonly sleep?: (milliseconds: number) => Promise<void>;
}

/** A terminal takes text as fast as it is given and keeps what it has not drawn: so it is given no more than this. */
const bytesPerMillisecond = 4000;
/** Milliseconds of quiet after which the start of a line is shown. */
const quiet = 120;

type State = 'waiting' | 'following' | 'ended';

/**
 * A log in a terminal: header, the job's lines, what is the matter, and how it ended. While paused nothing is read, so
 * nothing piles up. The terminal itself is a function to write with.
 */
export class LogScreen {
  readonly actors = new ActorsSeen();
  private readonly options: LogScreenOptions;
  private readonly text: ScreenText;
  private readonly decoder = new TextDecoder();
  private columns = 80;
  private measured = false;
  private state: State = 'waiting';
  private job: Job | null = null;
  private begun = false;
  private status = false;
  private ended = false;
  private resume: (() => void) | undefined;
  private paused: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(options: LogScreenOptions) {
    this.options = options;
    const { actor, mask } = options;
    this.text = new ScreenText({
      mask,
      onLine: (line) => {
        this.actors.add(line);
      },
      columns: () => (this.measured ? this.columns : 0),
      ...(actor === undefined ? {} : { keep: (line: string) => actorOf(line) === actor }),
    });
  }

  get isPaused(): boolean {
    return this.paused !== undefined;
  }

  get lastKnownJob(): Job | null {
    return this.job;
  }

  setColumns(columns: number): void {
    this.columns = columns;
    this.measured = true;
  }

  /** Follows until the log ends or {@link stop}. */
  async run(): Promise<void> {
    this.header();
    try {
      for await (const event of this.options.follower) {
        await this.paused;
        await this.show(event);
      }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.own(l10n.t('The log cannot be followed: {0}', reason), 'bad');
    } finally {
      clearTimeout(this.timer);
    }
    this.state = 'ended';
  }

  stop(): void {
    this.ended = true;
    this.options.follower.stop();
    clearTimeout(this.timer);
    this.resume?.();
  }

  /** A key of the person. */
  key(data: string): void {
    switch (data) {
      case 'p':
      case ' ':
        this.togglePause();
        return;
      case 's':
        this.options.act('save');
        return;
      case 'f':
        this.options.act('filter');
        return;
      case 't':
        this.options.act('text');
        return;
      case 'k':
        this.options.act('token');
        return;
      case 'r':
        this.options.follower.retryNow();
        return;
      case 'q':
        this.options.act('close');
        return;
      case '\u0003':
        this.note(l10n.t('Ctrl+C does not stop the job: use Stop Job in the jobs view. q closes this log.'));
        return;
      default:
    }
  }

  togglePause(): void {
    if (this.state === 'ended') return;
    if (this.paused === undefined) {
      this.paused = new Promise((resolve) => {
        this.resume = resolve;
      });
      this.note(l10n.t('Paused. p goes on.'));
    } else {
      this.resume?.();
      this.paused = undefined;
      this.clearStatus();
    }
    this.name();
  }

  private async show(event: LogEvent): Promise<void> {
    if (this.ended) return;
    switch (event.kind) {
      case 'bytes':
        if (!this.begun) this.begin(event.offset);
        this.clearStatus();
        await this.output(this.text.push(this.decoder.decode(event.bytes, { stream: true })));
        this.showRestSoon();
        return;
      case 'status':
        this.job = event.job;
        this.clearStatus();
        if (event.job.status === 'pending') this.note(this.pendingText(event.job));
        this.name();
        return;
      case 'trouble':
        this.note(this.troubleText(event));
        return;
      case 'recovered':
        this.clearStatus();
        return;
      case 'notice':
        this.own(event.message, 'bad');
        return;
      case 'end':
        this.end(event);
    }
  }

  private header(): void {
    const { label, submissionId, cluster, actor } = this.options;
    this.own(l10n.t('{0} on {1}, {2}', label, cluster, submissionId));
    if (actor !== undefined) {
      this.own(actor === '' ? l10n.t('Only lines of the driver') : l10n.t('Only lines of {0}', actor));
    }
    this.own(l10n.t('p pause · f filter by actor · s save · t open as text · q close (the job goes on)'));
    this.name();
  }

  private begin(offset: number | null): void {
    this.begun = true;
    this.state = 'following';
    if (offset === 0) return;
    this.own(
      l10n.t(
        'Starts at the last {0} lines. For all of it: s saves it, t opens it as text.',
        this.options.lines.toLocaleString('en'),
      ),
    );
  }

  private end({ job, reason }: Extract<LogEvent, { kind: 'end' }>): void {
    this.job = job ?? this.job;
    this.clearStatus();
    this.options.write(this.text.push(this.decoder.decode()) + this.text.end());
    this.own(endingText(this.job, reason), endingTone(this.job, reason));
    this.state = 'ended';
    this.name();
  }

  private pendingText({ message }: Job): string {
    const [first = ''] = (message ?? '').split('\n', 1);
    return first === '' ? l10n.t('Pending.') : l10n.t('Pending: {0}', first);
  }

  private troubleText({ error, retryInMs }: Extract<LogEvent, { kind: 'trouble' }>): string {
    if (retryInMs === null) return l10n.t('{0} k sets the token.', error.message);
    return l10n.t(
      '{0} Trying again in {1} s; r does it now.',
      error.message,
      Math.max(1, Math.round(retryInMs / 1000)),
    );
  }

  private async output(text: string): Promise<void> {
    if (text === '') return;
    this.options.write(text);
    const pause = Math.floor(text.length / bytesPerMillisecond);
    if (pause > 0) await (this.options.sleep ?? later)(pause);
  }

  private showRestSoon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const rest = this.text.flush();
      if (rest === '' || this.ended || this.state === 'ended') return;
      this.clearStatus();
      this.options.write(rest);
    }, quiet);
  }

  /** A line of ours that stays. */
  private own(text: string, tone: 'plain' | 'good' | 'bad' = 'plain'): void {
    this.clearStatus();
    this.text.interrupt();
    this.options.write((this.text.inLine ? '\r\n' : '') + ownLine(this.options.mask(text), tone));
  }

  /** A line of ours that the next output takes away. */
  private note(text: string): void {
    this.clearStatus();
    // Behind text of the job it would be taken back together with that text.
    if (this.text.inLine) this.options.write('\r\n');
    this.options.write(ownStatus(this.options.mask(text), this.columns));
    this.status = true;
  }

  private clearStatus(): void {
    if (!this.status) return;
    this.status = false;
    this.options.write(clearLine);
  }

  private name(): void {
    const { label, actor } = this.options;
    const base = actor === undefined ? label : `${label} · ${actor === '' ? l10n.t('driver') : actor}`;
    this.options.setName(this.isPaused ? l10n.t('{0} (paused)', base) : `${base}${this.statusSuffix()}`);
  }

  private statusSuffix(): string {
    switch (this.job?.status) {
      case 'pending':
        return l10n.t(' (pending)');
      case 'succeeded':
        return ' ✔';
      case 'failed':
        return ' ✖';
      case 'stopped':
        return ' ■';
      case 'running':
      case 'unknown':
      case undefined:
        return '';
    }
  }
}

async function later(milliseconds: number): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
