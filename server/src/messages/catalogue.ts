import { OVERVIEW_MESSAGES } from './overview.ts';
import { IGNORE_MESSAGES } from './ignores.ts';
import { PYTHON_MESSAGES } from './python.ts';

/**
 * Every sentence that the product says, once, in English. `{name}` is an argument. Findings and fixes carry a key and
 * arguments; `render` makes text of them at the edge, through `@vscode/l10n`, for editor and command line alike.
 */
export const MESSAGES = {
  ...IGNORE_MESSAGES,
  ...PYTHON_MESSAGES,
  ...OVERVIEW_MESSAGES,

  // Flags that the entry point does not have.
  'unknown-flag': '{entryPoint} of OpenRLHF {release} has no flag {flag}.',
  'unknown-flag-guess': '{entryPoint} of OpenRLHF {release} has no flag {flag}. Use {suggestion}.',
  'guess-reference-is-actor':
    '{entryPoint} has no flag {flag}: the reference model is always the one that the actor starts from.',
  'guess-actor-flag-drives-critic': '{entryPoint} has no flag {flag}: {suggestion} holds for the critic too.',
  'guess-freezes-the-actor':
    '{entryPoint} has no flag {flag}: the actor is frozen for its first steps by {suggestion}, in spite of the name.',
  'guess-key-turns-it-on': '{entryPoint} has no flag {flag}: W&B is on as soon as {suggestion} has a key.',
  'guess-length-is-a-sum':
    '{entryPoint} has no flag {flag}: {suggestion} takes the length of prompt and answer together.',
  'guess-grpo-is-group-norm': '{entryPoint} has no flag {flag}: GRPO is {suggestion} group_norm.',
  'guess-no-config-file': '{entryPoint} has no flag {flag}: OpenRLHF reads no configuration file, only flags.',
  'unknown-flag-flat-elsewhere':
    '{entryPoint} has no flag {flag}, and never had: before OpenRLHF 0.10.2 it was a flag of {owners}.',
  'unknown-flag-gone': '{entryPoint} of OpenRLHF {release} has no flag {flag}, and needs none. Delete it.',
  'unknown-flag-nearest': '{entryPoint} of OpenRLHF {release} has no flag {flag}. Did you mean {suggestions}?',
  'unknown-flag-wrapper': '{entryPoint} of OpenRLHF {release} has no flag {flag}; it is fine only if {module} adds it.',
  'unknown-flag-incomplete':
    '{entryPoint} has no flag {flag} as far as it could be read from this copy of OpenRLHF; the rest of it may add one.',
  'old-flat-flag': '{flag} was renamed in OpenRLHF 0.10.2. It is {names} now.',
  'old-flat-flag-split':
    '{flag} was split in OpenRLHF 0.10.2, into {names}. Set both: the one left out falls back to its default.',
  'old-flat-flag-removed': '{flag} was removed in OpenRLHF 0.10.2, and had no effect any more before that. Delete it.',
  'old-flat-flag-correction':
    '{flag} was renamed in OpenRLHF 0.10.2, and what it became is gone in {release}. There the correction is set by {names}.',

  'older-flag': '{flag} was last in OpenRLHF {last}. Today it is {names}.',
  'older-flag-removed': '{flag} was last in OpenRLHF {last}, and nothing took its place. Delete it.',
  'older-flag-sum': '{flag} was last in OpenRLHF {last}. Today {name} takes the sum of {parts}.',
  'flag-of-newer-release':
    '{entryPoint} has {flag} only from OpenRLHF {since} on, and this script is judged by {release}.',
  'flag-of-older-release': '{entryPoint} had {flag} up to OpenRLHF {until}, and this script is judged by {release}.',
  'correction-of-newer-release':
    '{entryPoint} has {flag} only from OpenRLHF {since} on. {release} says the same with other flags.',
  'is-correction-renamed':
    '{flag} is not in OpenRLHF {release} (last in {until}). Level and mode replace it, and have to be changed together, or the training changes.',
  'is-correction-no-effect':
    '{flag} is not in OpenRLHF {release} (last in {until}). Without is_correction_enable it did nothing, so it can go.',
  'wrong-entry-flag': '{entryPoint} has no flag {flag}, which is for {owners}. Remove it.',
  'wrong-entry-flag-twin': '{entryPoint} has no flag {flag}, which is for {owners}. Here it is {twin}.',
  'docs-flag-typo': 'No entry point has {flag}, though the README of OpenRLHF writes it. {entryPoint} calls it {twin}.',

  // Literals.
  'int-literal': "{flag} takes a whole number; Python's int() refuses '{value}'.",
  'int-literal-suggestion': "{flag} takes a whole number written out: {suggestion} instead of '{value}'.",
  'int-literal-empty': '{flag} takes a whole number, but the value given is empty.',
  'float-literal': "{flag} takes a number; Python's float() refuses '{value}'.",
  'float-literal-empty': '{flag} takes a number, but the value given is empty.',
  'invalid-choice': "{flag} does not take '{value}'. It takes {choices}.",
  'invalid-choice-suggestion':
    "{flag} does not take '{value}'; what you mean is called {suggestion} there. It takes {choices}.",
  'invalid-choice-part':
    "{flag} does not take '{value}', which stands for several settings; {suggestion} is the one of this flag. It takes {choices}.",
  'invalid-choice-release':
    "{flag} takes '{value}' in OpenRLHF {releases} only, and this script is judged by {release}. There it takes {choices}.",

  // Abbreviated flags.
  'ambiguous-abbrev': '{flag} is the beginning of several flags: {matches}. Spell out the one you mean.',
  'ambiguous-abbrev-meant':
    '{flag} is the beginning of several flags, such as {matches}, and so it is refused. Did you mean {meant}?',
  'ambiguous-abbrev-many':
    '{flag} is the beginning of {count} flags, such as {first} and {second}. Spell out the one you mean.',
  'abbrev-used':
    '{flag} works only as the beginning of {name}, and stops working once a release adds another flag that begins so.',

  // How many values.
  'nargs-few': '{flag} takes {expected} values, separated by spaces; here it gets {got}.',
  'nargs-equals':
    '{flag} takes {expected} values, which cannot be given with =. Write them behind it, separated by spaces.',
  'nargs-surplus': "{flag} takes {expected} values; '{value}' is one too many.",
  'nargs-plus-empty': '{flag} takes one value or more; here it gets none.',
  'missing-value': '{flag} takes a value, and none follows it.',
  'missing-value-dash':
    "'{value}' begins with a dash, so it counts as a flag and {flag} gets no value. Write {flag}={value}.",
  'negative-literal':
    "'{value}' counts as a flag, not as the value of {flag}: of all that begins with a dash only the forms -1 and -0.5 are read as numbers. Write it so, or as {flag}={value}.",
  'negative-literal-of-several':
    "'{value}' counts as a flag, not as a value of {flag}: of all that begins with a dash only the forms -1 and -0.5 are read as numbers. Write it so.",

  // Flags without a value.
  'bool-flag-with-value': "{flag} takes no value: it is on when it is there. Remove '{value}'.",
  'bool-flag-with-false':
    "{flag} takes no value: it is on when it is there, and '{value}' does not turn it off. Leave the flag out.",
  'help-with-value': "{flag} takes no value, and '{value}' is read as one. Remove it.",

  // Words without a flag.
  'positional-token':
    "'{value}' belongs to no flag. A value with spaces needs quotes; a line that goes on needs a backslash at its end.",
  'positional-after':
    "'{value}' belongs to no flag: {flag} has its value already. A value with spaces needs quotes around all of it.",
  'positional-dashes': 'A lone -- is refused, and everything behind it counts as words without a flag. Remove it.',
  'positional-blank':
    'This is a word of nothing but white space: a space behind a backslash or a pair of empty quotes. Remove it.',
  'missing-required': '{entryPoint} does not start without {flags}.',

  // Repeated flags.
  'repeated-flag': '{flag} is given again later in this launch; the last one counts and this one has no effect.',
  'repeated-dest': '{other}, given later in this launch, sets the same thing as {flag}; the last one counts.',

  // Values that are accepted and do harm.
  'none-literal': "{flag} gets the text '{value}', which is not Python's None. Leave the flag out instead.",
  'empty-literal': '{flag} gets an empty text, which is not the same as no value. Leave the flag out instead.',
  'float-nonfinite': "{flag} accepts '{value}', and training is spoilt by it. Give a finite number.",
  'ppo-local-rank':
    '--local_rank {value} becomes LOCAL_RANK of every Ray actor, each of which sees a single GPU: loading the models fails. Leave it out.',
  'is-threshold-count':
    '{flag} takes HIGH, or LOW and HIGH; here it gets {count} values, and OpenRLHF stops before it starts anything.',
  'is-threshold-single':
    '{flag} gets one value, which is the upper bound: it means the same as 0 {value}. Give two to set a lower bound too.',

  // How the program is started.
  'launcher-per-gpu':
    '{program} starts one copy of train_ppo_ray per GPU, and each asks Ray for the whole cluster. Start it once, with python3 -m or ray job submit.',
  'launcher-alone':
    '{entryPoint} started by Python alone fails as it sets up DeepSpeed, unless RANK and WORLD_SIZE are set outside this script. Start it with deepspeed --module {module}.',
  'module-unknown': 'OpenRLHF {release} has no module openrlhf.cli.{name}. It has {names}.',
  'module-nearest': 'OpenRLHF {release} has no module openrlhf.cli.{name}. Did you mean {instead}?',
  'module-removed': 'The module openrlhf.cli.{name} was last in OpenRLHF {until}. {release} has {names}.',
  'module-renamed': 'The module openrlhf.cli.{name} was last in OpenRLHF {until}; {release} has {instead} for it.',
  'module-method': 'OpenRLHF {release} has no module openrlhf.cli.{name}: that method is {instead} with {flags}.',
  'module-is-path':
    '{option} takes the dotted name of a module, and {module} is a path. Leave {option} out, or write the name.',

  // ray job submit.
  'ray-unknown-option': 'ray job submit has no option {option}.',
  'ray-unknown-option-nearest': 'ray job submit has no option {option}. Did you mean {suggestions}?',
  'ray-option-newer':
    'ray job submit has {option} only from Ray {since} on, and the Ray that OpenRLHF {release} is made for is {ray}.',
  'ray-missing-dashes':
    'ray job submit takes {option} for an option of its own and refuses it. Put -- before {program}: what follows it is left to the program.',
  'ray-flag-with-value': '{option} takes no value: it is on when it is there.',
  'ray-both-environments': '--runtime-env and --runtime-env-json cannot be given together: ray job submit stops there.',
  'ray-folder-twice': '--working-dir wins over the working_dir of {option}, which has no effect.',
  'ray-submission-id':
    'A submission id with a slash is refused by the cluster, and leaves a job behind that waits for ever: the id becomes the name of a file.',
  'ray-address-client':
    '{address} is for Ray Client. ray job submit only asks there where the dashboard is; {suggestion} is the dashboard itself, on its usual port.',
  'ray-address-store':
    '{address} is no dashboard: without http:// the address is taken for that of the cluster itself, which is asked where its dashboard is. {suggestion} is the dashboard, on its usual port.',
  'ray-address-scheme':
    'Without http:// this is taken for the address of the cluster itself, port 6379 as a rule, and nothing there answers. The dashboard is {suggestion}.',
  'ray-address-port':
    'Port {port} is not the dashboard of a cluster, and what listens there does not speak HTTP. The dashboard is {suggestion} unless it was started with another port.',
  'ray-address-overridden': '{variable} is set here, and it wins over --address.',
  'ray-metadata-text': '{option} takes texts only: ray job submit refuses the value of {key}. Write it in quotes.',
  'ray-resource-number': '{option} takes numbers only: ray job submit refuses the value of {key}.',
  'ray-json-object': '{option} takes a JSON object, such as {example}.',
  'ray-json-empty': '{option} takes a JSON object, and gets an empty text.',
  'ray-json-single-quotes': '{option} takes JSON, where keys and texts stand in double quotes.',
  'ray-json-no-quotes': '{option} takes JSON, where keys and texts stand in double quotes: {text} has none.',
  'ray-json-no-quotes-shell':
    '{option} takes JSON, and the shell took its double quotes away: {text} has none left. Put all of it in single quotes.',
  'ray-json-trailing-comma': '{option} takes JSON, where no comma may follow the last value.',
  'ray-json-comment': '{option} takes JSON, which has no comments.',
  'ray-json-python-constant': '{option} takes JSON, where {text} is written {instead}.',
  'ray-json-control-character': '{option} takes JSON, where a line end or a tab within a text has to be escaped.',
  'ray-json-escape': '{option} takes JSON, which knows no escape {text}.',
  'ray-json-more-text': '{option} takes one JSON object; this is more than that.',
  'ray-json-ends-early': '{option} takes JSON, and this ends too early: a quote or bracket is not closed.',
  'ray-json-comma-missing': '{option} takes JSON, and a comma is missing here.',
  'ray-json-colon-missing': '{option} takes JSON, and a colon is missing here.',
  'ray-json-unexpected': '{option} takes JSON, and this cannot stand here.',

  // The runtime environment.
  'runtime-env-object': 'A runtime environment is a JSON object, which begins with a brace.',
  'runtime-env-key': 'Ray has no key {key} in a runtime environment: it keeps it, says nothing and does nothing.',
  'runtime-env-key-nearest':
    'Ray has no key {key} in a runtime environment: it keeps it, says nothing and does nothing. Did you mean {suggestions}?',
  'runtime-env-key-gone': 'The key {key} was last in Ray {until}: newer ones keep it and do nothing.',
  'runtime-env-setup-commands':
    'setup_commands is a key of cluster files, not of a runtime environment: Ray keeps it here and runs none of it. Install packages with pip or uv, or let the program begin with the commands: bash -c "… && python3 …".',
  'runtime-env-config-key': 'config has no key {key}, and Ray ignores it. It has {keys}.',
  'runtime-env-managers':
    'A runtime environment has one of pip, uv and conda: ray job submit refuses {first} with {second}.',
  'runtime-env-alone': '{key} goes together with env_vars and config only: ray job submit refuses it with {other}.',
  'runtime-env-vars': 'env_vars takes an object of names and texts.',
  'runtime-env-var':
    'An environment variable is a text: ray job submit refuses the value of {name}. Write it in quotes.',
  'runtime-env-conda': 'conda takes the name of an environment, the path of a YAML file, or an object.',
  'runtime-env-hook': 'worker_process_setup_hook takes the name of a function, as a text.',
  'runtime-env-packages':
    '{manager} takes a list of texts, the path of a requirements file, or an object with packages.',
  'runtime-env-packages-missing': 'An object for {manager} needs packages, a list of texts.',
  'runtime-env-packages-field': '{manager} has no field {field}, and ray job submit refuses it. It has {fields}.',
  'runtime-env-type': '{key} takes {expected}.',
  'runtime-env-timeout':
    'setup_timeout_seconds takes a whole number of seconds, without quotes: 1 or more, or -1 for no limit.',
  'runtime-env-folder-text': '{key} takes a text: a folder, or the URI of an archive.',
  'runtime-env-folder-home':
    'No shell reads {folder} here, and Ray does not put a home folder in the place of ~: it looks for a folder of that very name and stops.',
  'runtime-env-folder-variable':
    '{variable} stands here as it is, and Ray does not put a value in its place: it looks for a folder {folder} and stops.',
  'runtime-env-folder-scheme': 'Ray fetches no working_dir from {folder}: it knows {schemes}.',
  'runtime-env-folder-archive': '{folder} must end in .zip: Ray fetches a working_dir as one archive.',
  'runtime-env-folder-local':
    'A folder that all nodes have already (local://) is a working_dir only from Ray 2.59 on. Before, leave it out and let the program begin with cd.',
  'runtime-env-excludes-all':
    'The folder itself is matched as a single dot, so {pattern} leaves out everything: an empty package is sent, always under the same name.',

  // The second shell.
  'second-shell-expansion':
    'Ray up to 2.55 gives the program to another shell on the cluster, which puts its own value in the place of {text}. Newer ones (2.60) hand it over as it is.',
  'second-shell-operator':
    'Ray up to 2.55 gives the program to another shell on the cluster, for which {text} ends or redirects the command: the program does not get this word whole. Newer ones (2.60) hand it over as it is.',
  'second-shell-quote':
    'Ray up to 2.55 gives the program to another shell on the cluster, which takes this single quote for its own. Newer ones (2.60) hand it over as it is.',
  'second-shell-backslash':
    'Ray up to 2.55 gives the program to another shell on the cluster, which takes a backslash away here. Newer ones (2.60) hand it over as it is.',
  'second-shell-home':
    'Ray up to 2.55 gives the program to another shell on the cluster, which puts the home folder of its user in the place of {text}. Newer ones (2.60) hand it over as it is.',
  'second-shell-comment':
    'Ray up to 2.55 gives the program to another shell on the cluster, for which # begins a comment: the program gets neither this word nor what follows. Newer ones (2.60) hand it over as it is.',
  'second-shell-pattern':
    'Ray up to 2.55 gives the program to another shell on the cluster, which puts the names of files that fit in the place of this, if there are any. Newer ones (2.60) hand it over as it is.',

  // The script.
  'unknown-release':
    "The flags of OpenRLHF '{text}' are not known, so this script is judged by {release}. State {releases}.",
  'unknown-release-stand-in':
    'The flags of OpenRLHF {text} are not known, so this script is judged by {release}, the newest known before it.',
  'continuation-cut-comment':
    'The command ends at this comment: bash runs the flags below it as commands of their own.',
  'continuation-cut-space':
    'This backslash is followed by a space, so the line does not go on and the flags below are commands of their own.',
  'continuation-cut-blank':
    'The command ends at this blank line: bash runs the flags below it as commands of their own.',
  'missing-backslash': 'This line has no backslash at its end: bash runs the flags below it as commands of their own.',
  'crlf-line-ending':
    'Lines end in CRLF. Bash keeps the carriage return as part of the last word and does not see a backslash before it as the end of the line. Save the file with LF.',
  'missing-source':
    '{path} cannot be read from here, so what it sets is unknown and nothing that depends on it is judged.',
  'missing-source-unknown':
    'Which file this reads is only known when the script runs, so nothing that may depend on it is judged.',
  'placeholder-redirection':
    'bash reads {text} as redirections: it opens a file of that name, and writes to one named like the next word. Put the real value in its place.',
  'placeholder-value': '{text} is left over from a template. Put the real value in its place.',
  'wandb-key': 'This is no W&B key: it is left over from a template, and the login fails once all models are placed.',
  'wandb-key-true': "'{value}' is no W&B key: it only works on a machine that is logged in already.",
  'wandb-secret':
    'What {flag} gets is printed to the log, shown by ps and stored in the W&B run; in the variable WANDB_API_KEY it is in none of them.',
  'secret-in-script':
    'A {owner} key stands here in clear text: whoever has this file can use it. Revoke it, and read it from the environment.',

  // Places that belong to a finding.
  'related-use': 'It is used here.',
  'related-piece': 'This part comes from here.',
  'related-flag': 'This is the flag.',
  'related-last': 'This one counts.',
  'related-module': 'This is what it starts.',
  'related-orphans': 'These lines are cut off.',
  'related-launch': 'This launch has it too.',
  'related-script': 'This script sources the file.',

  // Python files at the flag that names them.
  'python-file-missing':
    '{flag}: there is no file {path} where the run will look for it. Every vLLM engine fails as it starts.',
  'python-file-not-found':
    '{flag}: there is no file {path} in this workspace. If the run does not find it either, every vLLM engine fails as it starts.',
  'agent-not-python':
    '--train.agent_func_path takes the path of a .py file; with {path} every vLLM engine fails as it starts.',
  'python-file-finding': '{file}: {first}',
  'python-file-findings': '{file}: {first} More findings in the file: {count}.',

  // Fixes.
  'fix-rename': 'Change to {flag}',
  'fix-split': 'Replace by {flags}',
  'fix-remove': 'Remove {flag}',
  'fix-correction': 'Set the correction by {flags}',
  'fix-remove-correction': 'Remove the correction flags that have no effect',
  'fix-remove-value': 'Remove {value}',
  'fix-remove-earlier': 'Remove this {flag}',
  'fix-equals': 'Write {flag}={value}',
  'fix-apart': 'Write {expected} values separated by spaces',
  'fix-module': 'Change to {module}',
  'fix-environment': 'Read it from WANDB_API_KEY',
  'fix-continuation': 'Mend the continued line',
  'fix-crlf': 'End all lines in LF',
  'fix-state-release': 'State that this script is for OpenRLHF {release}',
  'fix-value': 'Change to {value}',

  'fix-dashes': 'Put -- before {program}',
  'fix-quote': 'Write it in quotes',
  'fix-json-quotes': 'Swap single and double quotes',
  'fix-comma': 'Remove the comma',

  'fix-all': 'Fix all OpenRLHF findings that have one certain fix',

  // What the status tells.
  'status-foreign-shell': 'Nothing is judged here: this is a {shell} script, and only bash and sh are understood.',
  'status-too-large': 'Nothing is judged here: the file has more than {limit} characters.',

  'status-python-unused': 'Nothing is judged here: no launch names this file, and it is not one that OpenRLHF loads.',

  // Why a value is not known before the script runs.
  'why-unset-variable': 'It depends on a variable that the script does not set.',
  'why-unset-variable-named': 'It depends on the variable {name}, which the script does not set.',
  'why-positional-parameter': 'It depends on what the script or function is called with.',
  'why-positional-parameter-named': 'It depends on ${name}, on what the script or function is called with.',
  'why-command-substitution': 'It depends on what a command prints.',
  'why-command-substitution-named': 'It depends on what {name} prints.',
  'why-read-at-run-time': 'It is only known at run time.',
  'why-read-at-run-time-named': 'It is only known at run time: {name}.',
  'why-unknown-condition': 'It depends on a condition that cannot be decided.',
  'why-unknown-condition-named': 'What {name} holds depends on a condition that cannot be decided.',
  'why-missing-source': 'It may be set by a sourced file that cannot be read.',
  'why-missing-source-named': 'It may be set by {name}, a sourced file that cannot be read.',
  'why-glob': 'It depends on which files there are.',
  'why-glob-named': 'It depends on which files there are: {name}.',
  'why-too-many-executions': 'It differs from one execution to the next, and there are too many to follow.',
  'why-too-many-executions-named':
    'What {name} holds differs from one execution to the next, and there are too many to follow.',
  'why-not-modelled': 'It comes about in a way that is not followed.',
  'why-not-modelled-named': 'It depends on {name}, which comes about in a way that is not followed.',

  // A launch for Ray.
  'runtime-env-file': 'The file {path} of --runtime-env could not be read as an object in YAML.',

  // Titles over a launch in the editor.
  'lens-launch': '$(rocket) Launch on Ray',
  'lens-try': '$(play) Try',
  'lens-used': '$(references) Used by one launch',
  'lens-used-many': '$(references) Used by {count} launches',
} as const satisfies Record<string, string>;

export type MessageKey = keyof typeof MESSAGES;
export type MessageArgs = Readonly<Record<string, string | number | Message>>;

/** A sentence of the catalogue with its arguments; it becomes text at the edge only. Arguments never hold a secret. */
export interface Message {
  readonly key: MessageKey;
  readonly args?: MessageArgs;
}
