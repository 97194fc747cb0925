/**
 * Every sentence that the product says, once, in English. `{name}` is an argument. Findings and fixes carry a key and
 * arguments; `render` makes text of them at the edge, through `@vscode/l10n`, for editor and command line alike.
 */
export const MESSAGES = {
  // Flags that the entry point does not have.
  'unknown-flag': '{entryPoint} of OpenRLHF {release} has no flag {flag}.',
  'unknown-flag-guess': '{entryPoint} of OpenRLHF {release} has no flag {flag}; what it means is set by {suggestion}.',
  'unknown-flag-nearest': '{entryPoint} of OpenRLHF {release} has no flag {flag}. Did you mean {suggestions}?',
  'unknown-flag-wrapper':
    '{entryPoint} of OpenRLHF {release} has no flag {flag}; it is fine only if {module} adds it. The setting openrlhf.modules can say so.',
  'old-flat-flag': '{flag} is the name of before OpenRLHF 0.10.2. Since then it is {names}.',
  'old-flat-flag-split':
    '{flag} is the name of before OpenRLHF 0.10.2. Since then it is two flags, {names}; set both, or the one left out falls back to its default.',
  'old-flat-flag-removed':
    '{flag} was dropped in OpenRLHF 0.10.2 and nothing took its place: it had no effect any more. Remove it.',
  'old-flat-flag-correction':
    '{flag} is the name of before OpenRLHF 0.10.2, and the flag that followed it is gone in {release}; the correction is set by {names} there.',

  'flag-of-newer-release': '{entryPoint} has {flag} from OpenRLHF {since} on; this script is judged by {release}.',
  'flag-of-older-release': '{entryPoint} has {flag} up to OpenRLHF {until} only; this script is judged by {release}.',
  'correction-of-newer-release':
    '{entryPoint} has {flag} from OpenRLHF {since} on; {release} says the same with other flags.',
  'is-correction-renamed':
    'OpenRLHF {release} has no flag {flag} any more (it was there up to {until}): the correction is set by level and mode there, which must be changed together.',
  'is-correction-no-effect':
    'OpenRLHF {release} has no flag {flag} any more (it was there up to {until}), and without is_correction_enable it did nothing.',
  'wrong-entry-flag': '{entryPoint} has no flag {flag}; {owners} has it.',
  'wrong-entry-flag-twin': '{entryPoint} has no flag {flag}, which is for {owners}. Here it is {twin}.',
  'docs-flag-typo': 'No entry point has {flag}, though OpenRLHF’s README writes it. {entryPoint} calls it {twin}.',

  // Literals.
  'int-literal': "{flag} takes a whole number; Python's int() refuses '{value}'.",
  'int-literal-suggestion': "{flag} takes a whole number written out: {suggestion} instead of '{value}'.",
  'int-literal-empty': '{flag} takes a whole number, but the value given is empty.',
  'float-literal': "{flag} takes a number; Python's float() refuses '{value}'.",
  'float-literal-empty': '{flag} takes a number, but the value given is empty.',
  'invalid-choice': "{flag} does not take '{value}'. It takes {choices}.",
  'invalid-choice-suggestion':
    "{flag} does not take '{value}'; what you mean is called {suggestion} there. It takes {choices}.",
  'invalid-choice-release':
    "{flag} takes '{value}' in OpenRLHF {releases} only, and this script is judged by {release}. There it takes {choices}.",

  // Places that belong to a finding.
  'related-use': 'It is used here.',
  'related-piece': 'This part comes from here.',
  'related-launch': 'This launch has it too.',

  // Fixes.
  'fix-rename': 'Change to {flag}',
  'fix-split': 'Replace by {flags}',
  'fix-remove': 'Remove {flag}',
  'fix-correction': 'Set the correction by {flags}',
  'fix-remove-correction': 'Remove the correction flags that have no effect',
  'fix-state-release': 'State that this script is for OpenRLHF {release}',
  'fix-value': 'Change to {value}',

  // What the status tells.
  'status-foreign-shell': 'Nothing is judged here: this is a {shell} script, and only bash and sh are understood.',
} as const satisfies Record<string, string>;

export type MessageKey = keyof typeof MESSAGES;
export type MessageArgs = Readonly<Record<string, string | number>>;

/** A sentence of the catalogue with its arguments; it becomes text at the edge only. Arguments never hold a secret. */
export interface Message {
  readonly key: MessageKey;
  readonly args?: MessageArgs;
}
