/** One way to break the evaluator: a text of one of its files and what stands there instead. */
export interface Mutation {
  readonly name: string;
  /** Path below `server/src/shell/`. */
  readonly file: string;
  /** Stands exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  /** Constructs whose scripts must tell. */
  readonly constructs: readonly string[];
  /** Wrong ranges may tell, too. */
  readonly ranges?: true;
}

export const mutations: readonly Mutation[] = [
  // Launchers.
  {
    name: 'options of Python in one word, `-um`, are not read',
    file: 'launchers.ts',
    find: '|| /^-[bBdEhiIOqsSuvVx]+m$/.test(text)',
    replace: '',
    constructs: ['python-u-m'],
  },
  {
    name: 'the value of a Python option is taken for the program',
    file: 'launchers.ts',
    find: 'if (PYTHON_VALUE_OPTIONS.has(text)) {',
    replace: 'if (text === "never") {',
    constructs: ['python-u-m'],
  },
  {
    name: 'torchrun starts nothing',
    file: 'launchers.ts',
    find: "  'torchrun',\n",
    replace: '',
    constructs: ['torchrun'],
  },
  {
    name: 'deepspeed does not know --module',
    file: 'launchers.ts',
    find: "if (text === '-m' || text === '--module') {\n      byModule = true;",
    replace: "if (text === '-m') {\n      byModule = true;",
    constructs: ['deepspeed'],
  },
  {
    name: 'ray job submit loses the program behind --',
    file: 'launchers.ts',
    find: 'end = i + 1;',
    replace: 'end = i + 2;',
    constructs: ['ray-job-submit'],
  },
  {
    name: 'the argv loses its first word',
    file: 'launchers.ts',
    find: 'cursor.words.slice(index + 1)',
    replace: 'cursor.words.slice(index + 2)',
    constructs: ['python-m'],
  },
  {
    name: 'what `env` sets is forgotten',
    file: 'launchers.ts',
    find: 'if (afterEnv) noteEnvironment(cursor, item);',
    replace: '',
    constructs: ['env-command'],
  },
  // Strings that are commands.
  {
    name: 'eval runs only its first word',
    file: 'builtins/running.ts',
    find: "joinWords(m, call.words.slice(1), ' ', call.at)",
    replace: "joinWords(m, call.words.slice(1, 2), ' ', call.at)",
    constructs: ['eval'],
  },
  {
    name: '`bash -c` gives its name as the first argument',
    file: 'shells.ts',
    find: 'args: cursor.words.slice(string + 2)',
    replace: 'args: cursor.words.slice(string + 1)',
    constructs: ['bash-c'],
  },
  {
    name: '`bash -c` sees what the script has not exported',
    file: 'shells.ts',
    find: 'clean: true,',
    replace: 'clean: false,',
    constructs: ['bash-c', 'declare'],
  },
  {
    name: 'commands follow exec',
    file: 'builtins/running.ts',
    find: 'm.state.dead = true;',
    replace: '',
    constructs: ['exec'],
  },
  // Conditions, loops, functions.
  {
    name: '`;&` ends a case',
    file: 'case.ts',
    find: "if (item.terminator === ';&') return runFrom(",
    replace: 'if (item.terminator === undefined) return runFrom(',
    constructs: ['case'],
  },
  {
    name: 'case takes the last pattern that matches',
    file: 'case.ts',
    find: 'of [...node.items.entries()].reverse()',
    replace: 'of [...node.items.entries()]',
    constructs: ['case'],
  },
  {
    name: '`&&` runs its command on failure too',
    file: 'control.ts',
    find: 'branch(m, condition, run, () => no)',
    replace: 'branch(m, condition, run, run)',
    constructs: ['and-or'],
  },
  {
    name: '`!` does not negate',
    file: 'control.ts',
    find: 'negations % 2 === 1',
    replace: 'negations > 9',
    constructs: ['if'],
  },
  {
    name: 'until goes round while its condition holds',
    file: 'loops.ts',
    find: "node.kind === 'until' ?",
    replace: "node.kind !== 'until' ?",
    constructs: ['loops'],
  },
  {
    name: 'the name of a for loop is not set',
    file: 'loops.ts',
    find: "assign(m, name, { kind: 'scalar', text: item.text });",
    replace: '',
    constructs: ['loops'],
  },
  {
    name: 'a function gets its own name as $1',
    file: 'commands.ts',
    find: 'callFunction(m, value.node, value.source, call.words.slice(1), call.at)',
    replace: 'callFunction(m, value.node, value.source, call.words, call.at)',
    constructs: ['functions'],
  },
  {
    name: 'local variables stay after the call',
    file: 'functions.ts',
    find: '\n  restoreLocals(m);\n',
    replace: '\n',
    constructs: ['local'],
  },
  {
    name: 'a sourced file gets no arguments',
    file: 'builtins/running.ts',
    find: 'if (args.length > 0) setPositional(m, args);',
    replace: '',
    constructs: ['source'],
  },
  // Splitting, quotes, globs.
  {
    name: 'IFS is not looked at',
    file: 'expand/word.ts',
    find: '(ifs) => splitFields(segments, { ifs, noglob, word: place })',
    replace: "() => splitFields(segments, { ifs: ' \\t\\n', noglob, word: place })",
    constructs: ['word-splitting'],
  },
  {
    name: 'empty fields between delimiters get lost',
    file: 'expand/split.ts',
    find: 'if (builder.current === null && builder.many === null) builder.current = [];',
    replace: '',
    constructs: ['word-splitting'],
  },
  {
    name: 'file patterns are known text',
    file: 'expand/split.ts',
    find: 'if (!context.noglob && matchesFiles(parts))',
    replace: 'if (!context.noglob && parts.length > 99)',
    constructs: ['globs'],
  },
  {
    name: '`set -f` is not looked at',
    file: 'expand/word.ts',
    find: "const noglob = isOn(m, 'f');",
    replace: 'const noglob = m.launches.length > 99;',
    constructs: ['globs'],
  },
  {
    name: 'brackets are no file pattern',
    file: 'expand/split.ts',
    find: '/[*?]|\\[[^\\]]+\\]/.test(bare)',
    replace: '/[*?]/.test(bare)',
    constructs: ['globs'],
  },
  {
    name: 'padding of {01..03} gets lost',
    file: 'expand/braces.ts',
    find: 'const width = padded ?',
    replace: 'const width = padded && first === "" ?',
    constructs: ['brace-expansion'],
  },
  {
    name: 'every backslash in double quotes is an escape',
    file: 'expand/literals.ts',
    find: "return next !== '' && ESCAPED_IN_DOUBLE_QUOTES.includes(next);",
    replace: "return next !== '';",
    constructs: ['quotes'],
  },
  // Parameter operations and arithmetic.
  {
    name: '`%` and `#` remove the longest match',
    file: 'expand/operations.ts',
    find: 'const shortest = operator.length === 1;',
    replace: 'const shortest = operator.length === 9;',
    constructs: ['remove-affix'],
  },
  {
    name: '`//` replaces once',
    file: 'expand/operations.ts',
    find: "operator === '//' ? 'gs' : 's'",
    replace: "'s'",
    constructs: ['replace'],
  },
  {
    name: 'slices count from one',
    file: 'expand/operations.ts',
    find: 'const start = offset < 0 ? characters.length + offset : offset;',
    replace: 'const start = offset < 0 ? characters.length + offset : Math.max(0, offset - 1);',
    constructs: ['slices'],
  },
  {
    name: '`^` changes every letter',
    file: 'expand/operations.ts',
    find: 'if (operator.length === 2) return characters.map(change)',
    replace: 'if (operator.length > 0) return characters.map(change)',
    constructs: ['case-change'],
  },
  {
    name: '`${X:-d}` takes an empty value',
    file: 'expand/defaults.ts',
    find: 'if (!colon) return scalar.set;',
    replace: 'if (scalar.set !== null) return scalar.set;',
    constructs: ['defaults'],
  },
  {
    name: '`i++` has its new value',
    file: 'expand/expression.ts',
    find: 'return prefix ? next : value;',
    replace: 'return next;',
    constructs: ['arithmetic'],
  },
  // Assignments and what is read.
  {
    name: '`+=` on text forgets what was there',
    file: 'assignments.ts',
    find: 'return node.append === true && node.index === undefined',
    replace: 'return node.append !== true && node.index !== undefined',
    constructs: ['string-append'],
  },
  {
    name: '`+=` on an array forgets what was there',
    file: 'assignments.ts',
    find: 'node.append === true ? old : undefined, name, isAssoc)',
    replace: 'undefined, name, isAssoc)',
    constructs: ['array-append'],
  },
  {
    name: 'declare -i keeps the text',
    file: 'assignments.ts',
    find: "if (all.includes('i')",
    replace: "if (all.includes('9')",
    constructs: ['declare'],
  },
  {
    name: 'read -d takes one line',
    file: 'builtins/reading.ts',
    find: "if (letter === 'd') options.delimiter = value.charAt(0);",
    replace: '',
    constructs: ['heredoc-read'],
  },
  {
    name: 'read keeps the backslashes',
    file: 'builtins/reading.ts',
    find: 'options.raw ? {',
    replace: 'options.names.length >= 0 ? {',
    constructs: ['heredoc-read', 'here-string'],
  },
  // Places.
  {
    name: 'literals are one character too long',
    file: 'items.ts',
    find: 'location: only.at, ...elsewhere(only.at, use)',
    replace:
      'location: { ...only.at, range: { ...only.at.range, end: only.at.range.end + 2 } }, ...elsewhere(only.at, use)',
    constructs: ['several-flags-a-line'],
    ranges: true,
  },
  {
    name: 'words split from a text are placed at its beginning',
    file: 'values.ts',
    find: 'range: { start: range.start + start, end: range.start + end }',
    replace: 'range: { start: range.start, end: range.start + end - start }',
    constructs: ['word-splitting'],
    ranges: true,
  },
];
