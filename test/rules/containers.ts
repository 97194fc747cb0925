/** A way to write the words of a launch into a script. */
export interface Container {
  readonly name: string;
  /** @param groups options with their values, each a line where there are lines */
  readonly write: (module: string, groups: readonly (readonly string[])[]) => string;
}

const lines = (groups: readonly (readonly string[])[], indent = '  '): string =>
  groups.map((group) => `${indent}${group.join(' ')}`).join('\n');
const flat = (groups: readonly (readonly string[])[]): string => groups.flat().join(' ');
const continued = (groups: readonly (readonly string[])[]): string =>
  groups.map((group) => ` \\\n  ${group.join(' ')}`).join('');

export const CONTAINERS: readonly Container[] = [
  { name: 'one line', write: (module, groups) => `python3 -m ${module} ${flat(groups)}\n` },
  { name: 'a line per option', write: (module, groups) => `python3 -m ${module}${continued(groups)}\n` },
  {
    name: 'two options a line, with a pipe behind',
    write: (module, groups) => {
      const pairs = groups.flatMap((group, i) => (i % 2 === 0 ? [[...group, ...(groups[i + 1] ?? [])]] : []));
      return `python3 -m ${module}${continued(pairs)} 2>&1 | cat\n`;
    },
  },
  {
    name: 'ray job submit',
    write: (module, groups) => `ray job submit --address http://a:8265 -- python3 -m ${module}${continued(groups)}\n`,
  },
  { name: 'an array', write: (module, groups) => `ARGS=(\n${lines(groups)}\n)\npython3 -m ${module} "\${ARGS[@]}"\n` },
  {
    name: 'an array with comments',
    write: (module, groups) =>
      `ARGS=(\n${groups.map((group) => `  # about\n  ${group.join(' ')} # note\n`).join('')})\npython3 -m ${module} "\${ARGS[@]}"\n`,
  },
  {
    name: 'an array on one line',
    write: (module, groups) => `ARGS=(${flat(groups)})\npython3 -m ${module} \${ARGS[@]}\n`,
  },
  {
    name: 'an array that grows',
    write: (module, groups) =>
      `ARGS=()\n${groups.map((group) => `ARGS+=(${group.join(' ')})\n`).join('')}python3 -m ${module} "\${ARGS[@]}"\n`,
  },
  {
    name: 'an array of quoted words',
    write: (module, groups) =>
      `ARGS=(\n${lines(groups.map((group) => group.map((word, i) => (i % 2 ? `'${word}'` : `"${word}"`))))}\n)\npython3 -m ${module} "\${ARGS[@]}"\n`,
  },
  { name: 'a string that is split', write: (module, groups) => `ARGS="${flat(groups)}"\npython3 -m ${module} $ARGS\n` },
  { name: 'a string of lines', write: (module, groups) => `ARGS="\n${lines(groups)}\n"\npython3 -m ${module} $ARGS\n` },
  {
    name: 'a heredoc that is read',
    write: (module, groups) => `read -r -d '' ARGS <<EOF\n${lines(groups)}\nEOF\npython3 -m ${module} $ARGS\n`,
  },
  {
    name: 'bash -c in single quotes',
    write: (module, groups) => `bash -c 'python3 -m ${module}${continued(groups)}'\n`,
  },
  { name: 'bash -c in double quotes', write: (module, groups) => `bash -c "python3 -m ${module} ${flat(groups)}"\n` },
  { name: 'a command in a string', write: (module, groups) => `cmd="python3 -m ${module} ${flat(groups)}"\n$cmd\n` },
  { name: 'eval', write: (module, groups) => `cmd="python3 -m ${module}${continued(groups)}"\neval "$cmd"\n` },
  {
    name: 'a heredoc that is a command',
    write: (module, groups) =>
      `read -r -d '' commands <<EOF\npython3 -m ${module}${continued(groups)}\nEOF\n$commands\n`,
  },
  {
    name: 'a function',
    write: (module, groups) => `run() {\n  python3 -m ${module} "$@"\n}\nrun${continued(groups)}\n`,
  },
  {
    name: 'quoted words',
    write: (module, groups) =>
      `python3 -m ${module}${continued(groups.map((group) => group.map((word) => `"${word}"`)))}\n`,
  },
];
