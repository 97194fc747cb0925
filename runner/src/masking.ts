import type { Printed, Trial, TryEvent } from './model.ts';

/** Takes secrets out of a text; `known` are values that are secret wherever they stand. */
export type Mask = (text: string, known: readonly string[]) => string;

/** What a trial is masked by. */
export interface Masking {
  readonly mask: Mask;
  /** Whether a variable of this name holds a secret. */
  readonly isSecret: (name: string) => boolean;
}

/**
 * A trial without secrets: values of secret variables that the file had are taken out of everything that it gave back, and what looks
 * like a secret out of what it printed and of its exceptions. Texts of samples keep what only looks like one.
 */
export function withoutSecrets(trial: Trial, { mask, isSecret }: Masking, env: NodeJS.ProcessEnv): Trial {
  const secretsOf = (variables: NodeJS.ProcessEnv, length: number): string[] =>
    Object.entries(variables).flatMap(([name, value = '']) =>
      value.length >= length && isSecret(name) ? [value] : [],
    );
  // Short values of this machine may be words that mean something else here.
  const known = [...secretsOf(trial.request.env ?? {}, 6), ...secretsOf(env, 12)];
  const printed = (one: Printed): Printed => ({ ...one, text: mask(one.text, known) });
  return {
    ...trial,
    events: trial.events.map((event) => maskedEvent(event, (text) => mask(text, known), known)),
    stdout: printed(trial.stdout),
    stderr: printed(trial.stderr),
  };
}

function maskedEvent(event: TryEvent, mask: (text: string) => string, known: readonly string[]): TryEvent {
  const only = (text: string): string => known.reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
  switch (event.event) {
    case 'failure':
    case 'unreadable':
      return { ...event, message: mask(event.message) };
    case 'sample': {
      const logs = Object.entries(event.logs).map(
        ([key, { text, number }]) => [only(key), { text: only(text), number }] as const,
      );
      const quantity = <T extends TryQuantity>(one: T): T => (one === null ? one : { ...one, text: only(one.text) });
      return {
        ...event,
        prompt: only(event.prompt),
        label: only(event.label),
        responses: event.responses.map(only),
        query: event.query === null ? null : only(event.query),
        rewards: quantity(event.rewards),
        scores: quantity(event.scores),
        logs: Object.fromEntries(logs),
      };
    }
    case 'violation': {
      const { key, value, other } = event;
      return {
        ...event,
        ...(key === undefined ? {} : { key: only(key) }),
        ...(value === undefined ? {} : { value: only(value) }),
        ...(other === undefined ? {} : { other: only(other) }),
      };
    }
    case 'started':
    case 'stage':
    case 'loaded':
    case 'end':
      return event;
  }
}

type TryQuantity = Extract<TryEvent, { event: 'sample' }>['rewards'];
