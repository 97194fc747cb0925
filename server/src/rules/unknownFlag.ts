import type { ParseProblem } from '../launch/binding.ts';
import type { Message } from '../messages/catalogue.ts';
import type { Draft } from './context.ts';
import type { Fix } from './model.ts';

/** An option that the entry point does not have. */
export type UnknownFlag = Extract<ParseProblem, { readonly code: 'unknown-flag' }>;

/** What a kind of unknown flag has to say; the rest of the finding is the same for all. */
export interface Verdict {
  readonly code: string;
  readonly severity?: Draft['severity'];
  readonly message: Message;
  readonly fixes: readonly Fix[];
  /** Words that the fixes change besides the flag and its values. */
  readonly subjects?: Draft['subjects'];
}

/** The one value of an option; `undefined` where it has another number of values or one that is not known. */
export function valueOf({ inline, values }: UnknownFlag): string | undefined {
  const [value] = values;
  if (inline !== undefined) return values.length === 0 ? inline : undefined;
  return values.length === 1 && value?.kind === 'known' ? value.value : undefined;
}
