/** Sentences on comments that ignore findings, and the fixes that write them. */
export const IGNORE_MESSAGES = {
  'ignore-unused': 'Nothing is ignored here: there is no finding {code} that this comment covers.',
  'ignore-unused-alone':
    'Nothing is ignored here: “ignore” covers its own line, which has only this comment. Use ignore-next-line for the line below.',
  'ignore-unused-flag':
    'Nothing is ignored at {flag}: there is no finding of these codes at it that this comment covers.',
  'ignore-unknown-code': 'There is no rule {code}.',
  'ignore-unknown-code-near': 'There is no rule {code}. Did you mean {suggestion}?',
  'ignore-kind': '{text} is not known. Use ignore, ignore-next-line or ignore-file.',
  'ignore-no-code': 'A code has to follow, such as unknown-flag: only findings with a code that is named are ignored.',
  'ignore-flag': '{text} is no flag. A flag is written as --name, without a value.',
  'ignore-reason': '{text} is no code. A reason begins with a colon.',
  'ignore-word': '{text} is neither a code nor a flag.',
  'fix-ignore-remove': 'Remove the comment',
  'fix-ignore-remove-part': 'Remove {text} from the comment',
  'fix-ignore-colon': 'Put a colon before the reason',
  'fix-ignore-line': 'Ignore {code} for this line',
  'fix-ignore-command': 'Ignore {code} for this command',
  'fix-ignore-flag': 'Ignore {code} for {flag} of this command',
  'fix-ignore-file': 'Ignore {code} in this file',
} as const satisfies Record<string, string>;
