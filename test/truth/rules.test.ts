import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { guessedFlag, guesses } from '../../server/src/catalogue/guesses.ts';
import { olderFlag, renames, unreleasedRename } from '../../server/src/catalogue/renames.ts';
import { ENTRY_POINTS, type FlagSpec } from '../../server/src/catalogue/schema.ts';
import type { Finding } from '../../server/src/rules/model.ts';
import { readMarked } from '../rules/marked.ts';
import { MISTAKES } from '../rules/mistakes.ts';
import { applyFix, catalogues, checkScript, fixAll } from '../rules/pipeline.ts';
import { argvsOf } from '../rules/realBash.ts';
import { parseAll, type Case } from './binding/program.ts';

/** Findings of stage S0 and their fixes against bash and the real parser: what is an error is refused, what is mended is accepted. */

interface RenameFacts {
  readonly renames: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
}

const facts = JSON.parse(readFileSync(new URL('../facts/flag_renames.json', import.meta.url), 'utf8')) as RenameFacts;

/** A launch as a script, an option per line. */
function script(entry: string, groups: readonly (readonly string[])[]): string {
  const module = `python3 -m openrlhf.cli.${entry}`;
  return `${module}${groups.map((group) => ` \\\n  ${group.join(' ')}`).join('')}\n`;
}

/** The words behind the module of each script's only launch, from real bash. */
function argvs(scripts: readonly string[]): string[][] {
  return argvsOf(scripts).map((launches, index) => {
    assert.equal(launches.length, 1, scripts[index]);
    const words = launches[0] ?? [];
    return words.slice(words.findIndex((word) => word.startsWith('openrlhf.')) + 1);
  });
}

function spec(release: string, entry: string): readonly FlagSpec[] {
  return catalogues.entryPoint(release, entry)?.flags ?? [];
}

/** Words that the flag accepts. */
function valuesFor(flag: FlagSpec | undefined): string[] {
  if (flag?.action !== 'store') return [];
  const [choice] = flag.choices ?? [];
  const value =
    choice === undefined ? (flag.type === 'int' ? '3' : flag.type === 'float' ? '0.5' : 'x') : String(choice);
  return Array.from({ length: typeof flag.nargs === 'number' ? flag.nargs : 1 }, () => value);
}

/** What the entry point needs beside; lora_combiner has flags that must be there. */
function needed(release: string, entry: string, given: readonly string[]): string[][] {
  return spec(release, entry)
    .filter((flag) => flag.required && !given.includes(flag.name))
    .map((flag) => [flag.name, ...valuesFor(flag)]);
}

interface Probe {
  readonly release: string;
  readonly entry: string;
  readonly text: string;
  readonly what: string;
}

const refusals = new Set(['error']);

/** Refused before and accepted after, for every probe. */
async function refusedThenAccepted(
  probes: readonly Probe[],
  mend: (probe: Probe) => string,
): Promise<{ readonly before: string[][]; readonly after: string[][] }> {
  const mended = probes.map(mend);
  const before = argvs(probes.map(({ text }) => text));
  const after = argvs(mended);
  const toCase = ({ release, entry }: Probe, argv: readonly string[] | undefined): Case => ({
    tag: `v${release}`,
    entry,
    argv: argv ?? [],
  });
  const refused = await parseAll(probes.map((probe, i) => toCase(probe, before[i])));
  const accepted = await parseAll(probes.map((probe, i) => toCase(probe, after[i])));
  probes.forEach(({ what, release, entry, text }, i) => {
    const label = `${what} (${entry} ${release}):\n${text}---\n${mended[i] ?? ''}`;
    assert.equal(refused[i]?.verdict, 'refused', label);
    assert.equal(accepted[i]?.verdict, 'accepted', `${label}${JSON.stringify(accepted[i])}`);
  });
  return { before, after };
}

function codes(findings: readonly Finding[]): string[] {
  return findings.filter(({ severity }) => refusals.has(severity)).map(({ code }) => code);
}

test('each mistake is what the real parser says, and mended it is accepted', async () => {
  const probes = MISTAKES.map(({ entryPoint, release, groups, name, expect }) => {
    const text = script(entryPoint, groups);
    const wrong = codes(checkScript(text, { release }).findings).filter((code) => code !== 'launcher-mismatch');
    return {
      release,
      entry: entryPoint,
      text,
      what: name,
      wrong,
      stops: wrong.some((code) => code !== 'ppo-local-rank'),
      expect,
    };
  });
  const before = argvs(probes.map(({ text }) => text));
  const after = argvs(probes.map(({ text, release }) => fixAll(text, { release })));
  const cases = (words: string[][]): Case[] =>
    probes.map(({ release, entry }, i) => ({ tag: `v${release}`, entry, argv: words[i] ?? [] }));
  const was = await parseAll(cases(before));
  const is = await parseAll(cases(after));
  probes.forEach(({ what, text, stops }, i) => {
    assert.equal(was[i]?.verdict, stops ? 'refused' : 'accepted', `${what}:\n${text}`);
    assert.equal(is[i]?.verdict, 'accepted', `${what}:\n${text}${JSON.stringify(after[i])}`);
  });
  console.log(`${probes.length} mistakes: the verdict before and after is the real parser's`);
});

test('every flat flag of every entry point and release becomes what the real parser accepts', async () => {
  const probes: Probe[] = [];
  const unclear: string[] = [];
  for (const release of catalogues.releases) {
    for (const [entry, flat] of Object.entries(facts.renames)) {
      for (const [flag, names] of Object.entries(flat)) {
        if (names.length === 1 && names[0] === flag) continue;
        const flags = spec(release, entry);
        const older = spec('0.11.1', entry);
        const values = valuesFor([...flags, ...older].find(({ name }) => name === names[0]));
        const given = flag === '--ptx_coef' ? ['0.1'] : values;
        const text = script(entry, [[flag, ...given], ...needed(release, entry, names)]);
        const { findings } = checkScript(text, { release });
        const found = findings.find(({ code }) => code === 'old-flat-flag');
        assert.ok(found, `${flag} of ${entry} at ${release} is not told:\n${text}`);
        if (!found.fixes.some(({ preferred }) => preferred)) unclear.push(`${release} ${entry} ${flag}`);
        else probes.push({ release, entry, text, what: flag });
      }
    }
  }
  await refusedThenAccepted(probes, ({ text, release }) => fixAll(text, { release }, ['old-flat-flag']));
  console.log(
    `${probes.length} flat flags over ${catalogues.releases.length} releases mended, ${unclear.length} without a fix`,
  );
  assert.deepEqual(unclear, []);
});

test('every flag of another entry point: what is certain is accepted', async () => {
  const probes: Probe[] = [];
  let told = 0;
  for (const release of catalogues.releases) {
    for (const entry of ENTRY_POINTS) {
      const own = new Set(spec(release, entry).map(({ name }) => name));
      for (const other of ENTRY_POINTS) {
        for (const flag of spec(release, other)) {
          // A beginning of an own flag is an abbreviation, a flat flag is told as such.
          const begins = [...own].some((name) => name.startsWith(flag.name));
          if (own.has(flag.name) || begins || facts.renames[entry]?.[flag.name]) continue;
          const groups = [[flag.name, ...valuesFor(flag)], ...needed(release, entry, [])];
          const text = script(entry, groups);
          const found = checkScript(text, { release }).findings.find(({ code }) => code === 'wrong-entry-flag');
          assert.ok(found, `${flag.name} for ${entry} at ${release} is not told`);
          told++;
          if (found.fixes.some(({ preferred }) => preferred)) probes.push({ release, entry, text, what: flag.name });
        }
      }
    }
  }
  await refusedThenAccepted(probes, ({ text, release }) => fixAll(text, { release }, ['wrong-entry-flag']));
  console.log(`${told} flags of other entry points told, ${probes.length} with a certain fix, all accepted`);
});

/** Mistakes behind a variable, in an array, a heredoc, a string that is run, a function, and in the script itself. */
const PLANTED = `#!/bin/bash
MODEL=Qwen/Qwen3-4B
SAMPLES=«int-literal 1e5»
COMMON=(
  «old-flat-flag --pretrain» $MODEL
  --algo.advantage.estimator «invalid-choice grpo» # as in the paper
  «old-flat-flag --l2» 0.01
  «old-flat-flag --perf»
)
read -r -d '' MORE <<EOF
  --train.colocate_all «bool-flag-with-value True»
  --reward.clip_range «negative-literal -1e1» 10
  «abbrev-used --ds.packing»
EOF

python3 -m openrlhf.cli.train_ppo_ray \\
  "\${COMMON[@]}" \\
  --data.max_samples "$SAMPLES" \\
  --vllm.num_engines 2 \\
  «continuation-cut-comment # --vllm.enable_sleep \\»
  --rollout.n_samples_per_prompt 8

ray job submit --address http://127.0.0.1:8265 -- \\
  python3 -m openrlhf.cli.train_ppo_ray --vllm.num_engines 2 $MORE

bash -c 'python3 -m openrlhf.cli.train_ppo_ray \\
  «is-correction-renamed --algo.advantage.is_correction_enable» \\
  «is-correction-renamed --algo.advantage.is_correction_type» icepop «nargs2-arity --actor.adam.betas»=0.9 0.95'

train() {
  deepspeed --module openrlhf.cli.train_sft "$@"
}
train «wrong-entry-flag --actor.model_name_or_path» "$MODEL" \\
  «bool-flag-eq-value --ds.packing_samples=True»
`;

test('names that people make up, and those of older or unreleased versions: what is certain is accepted', async () => {
  const probes: Probe[] = [];
  let told = 0;
  const release = catalogues.newest;
  for (const entry of ENTRY_POINTS) {
    const names = [
      ...Object.keys(guesses),
      ...Object.keys(renames.older[entry] ?? {}),
      ...Object.keys(renames.unreleased[entry] ?? {}),
    ];
    for (const flag of new Set(names)) {
      const to = guessedFlag(entry, flag)?.to ?? olderFlag(entry, flag)?.to ?? unreleasedRename(entry, flag);
      if (!to || spec(release, entry).some(({ name }) => name.startsWith(flag))) continue;
      const target = spec(release, entry).find(({ name }) => name === to[0]);
      const values = olderFlag(entry, flag)?.value === undefined ? valuesFor(target) : [];
      const text = script(entry, [[flag, ...values], ...needed(release, entry, to)]);
      const [found] = checkScript(text, { release }).findings.filter(({ code }) => code !== 'launcher-mismatch');
      assert.equal(found?.severity, 'error', text);
      told++;
      if (found.fixes.some(({ preferred }) => preferred)) probes.push({ release, entry, text, what: flag });
    }
  }
  await refusedThenAccepted(probes, ({ text }) => fixAll(text, { release }));
  console.log(`${told} names that are no flags told, ${probes.length} with a certain fix, all accepted`);
});

const PPO = 'train_ppo_ray';
const PREFIX = '--algo.advantage.is_correction';

/** Every order of a few things. */
function orders<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, i) =>
    orders([...items.slice(0, i), ...items.slice(i + 1)]).map((rest) => [item, ...rest]),
  );
}

function option(name: string, value: string | null): string[][] {
  return value === null ? [] : [[name, ...(value === '' ? [] : value.split(' '))]];
}

/** What 0.11.2 takes for the options of before (equal in the real loss: `test/oracle/loss_equiv.py`); `null` for a value that is none. */
function asNew(type: string | null, policy: string | null): string[] {
  if (policy === 'gspo') return [`${PREFIX}_level`, 'token'];
  if (type === 'icepop') return [`${PREFIX}_level`, 'token', `${PREFIX}_mode`, 'mask'];
  if (type === 'seq-mask-tis') return [`${PREFIX}_level`, 'seq', `${PREFIX}_mode`, 'mask'];
  return [`${PREFIX}_level`, 'token', `${PREFIX}_mode`, 'clip'];
}

function withoutGroup(words: readonly string[]): string[] {
  const group = /^--algo\.advantage\.is_correction_(?:enable|type|level|mode|gating)$/;
  return words.filter((word, i) => !group.test(word) && !(group.test(words[i - 1] ?? '') && !word.startsWith('--')));
}

test('correction flags of before 0.11.2 are rewritten by value, in any order', async () => {
  const probes: (Probe & { readonly expected: readonly string[] })[] = [];
  for (const type of [null, 'tis', 'icepop', 'seq-mask-tis']) {
    for (const enable of [true, false]) {
      for (const policy of [null, 'ppo', 'gspo']) {
        for (const threshold of [null, '0.5 5.0']) {
          const groups = [
            ...option(`${PREFIX}_enable`, enable ? '' : null),
            ...option(`${PREFIX}_type`, type),
            ...option('--actor.policy_loss_type', policy),
            ...option(`${PREFIX}_threshold`, threshold),
          ];
          if (!enable && type === null) continue;
          for (const order of orders(groups)) {
            const expected = enable ? asNew(type, policy) : [];
            probes.push({ release: '0.11.2', entry: PPO, text: script(PPO, order), what: 'correction', expected });
          }
        }
      }
    }
  }
  const codesOfGroup = ['is-correction-renamed'];
  const { before, after } = await refusedThenAccepted(probes, ({ text, release }) =>
    fixAll(text, { release }, codesOfGroup),
  );
  probes.forEach(({ text, expected }, i) => {
    const words = after[i] ?? [];
    const group = words.filter((word, at) => !withoutGroup(words).includes(word) || isGroupValue(words, at));
    assert.deepEqual(group, expected, text);
    assert.deepEqual(withoutGroup(words), withoutGroup(before[i] ?? []), text);
  });
  console.log(`${probes.length} orders of the old correction flags rewritten and accepted by 0.11.2`);
});

function isGroupValue(words: readonly string[], at: number): boolean {
  return /is_correction_(?:level|mode|type|gating)$/.test(words[at - 1] ?? '');
}

/** What an older release says instead; `undefined` where it has no words for it. */
function asOld(
  level: string | null,
  mode: string | null,
  gating: string | null,
  policy: string | null,
  threshold: string | null,
): string[] | undefined {
  if (level === null || level === 'off') return [];
  if (gating !== null && gating !== 'ratio') return undefined;
  if (threshold !== null && threshold.split(' ').length !== 2) return undefined;
  if (policy === 'gspo') return [`${PREFIX}_enable`];
  const masks = mode === null || mode === 'mask';
  if (level === 'token') return masks ? [`${PREFIX}_enable`, `${PREFIX}_type`, 'icepop'] : [`${PREFIX}_enable`];
  return masks ? [`${PREFIX}_enable`, `${PREFIX}_type`, 'seq-mask-tis'] : undefined;
}

test('correction flags of 0.11.2 become those of an older release, or nothing is offered', async () => {
  const probes: (Probe & { readonly expected: readonly string[] })[] = [];
  let refused = 0;
  for (const release of catalogues.releases.filter((one) => one !== '0.11.2')) {
    for (const level of [null, 'off', 'token', 'seq']) {
      for (const mode of [null, 'mask', 'clip']) {
        for (const gating of [null, 'ratio', 'binary_kl', 'tv']) {
          for (const policy of [null, 'ppo', 'gspo']) {
            for (const threshold of [null, '0.5 5.0', '0.003']) {
              if (level === null && mode === null && gating === null) continue;
              const groups = [
                ...option(`${PREFIX}_level`, level),
                ...option('--actor.policy_loss_type', policy),
                ...option(`${PREFIX}_mode`, mode),
                ...option(`${PREFIX}_threshold`, threshold),
                ...option(`${PREFIX}_gating`, gating),
              ];
              const text = script(PPO, groups);
              const expected = asOld(level, mode, gating, policy, threshold);
              const found = checkScript(text, { release }).findings.filter(
                ({ code }) => code === 'flag-of-other-release',
              );
              const offered = found.every(({ fixes }) => fixes.some(({ preferred }) => preferred));
              assert.ok(found.length > 0, text);
              assert.equal(offered, expected !== undefined, `${release}:\n${text}`);
              if (expected === undefined) refused++;
              // One threshold is refused by older releases whatever else stands there.
              else if (threshold !== '0.003') probes.push({ release, entry: PPO, text, what: 'correction', expected });
            }
          }
        }
      }
    }
  }
  const group = ['flag-of-other-release'];
  const { after } = await refusedThenAccepted(probes, ({ text, release }) => fixAll(text, { release }, group));
  probes.forEach(({ text, expected }, i) => {
    const words = after[i] ?? [];
    const rest = withoutGroup(words);
    assert.deepEqual(
      words.filter((word, at) => !rest.includes(word) || isGroupValue(words, at)),
      expected,
      text,
    );
  });
  console.log(
    `${probes.length} settings of 0.11.2 said in the words of older releases, ${refused} that they have no words for`,
  );
});

test('while the release is assumed, both fixes of a flag of another release lead to a script without it', () => {
  const text = script(PPO, [[`${PREFIX}_enable`]]);
  const [finding] = checkScript(text).findings;
  assert.equal(finding?.severity, 'warning');
  assert.equal(finding.fixes.length, 2);
  for (const fix of finding.fixes) {
    assert.deepEqual(checkScript(applyFix(text, fix)).findings, []);
  }
});

test('a script with a mistake in every place: told at each, and what the fixes give is accepted', async () => {
  const { text, expected } = readMarked(PLANTED);
  const release = '0.11.2';
  const found = checkScript(text, { release }).findings;
  assert.deepEqual(
    found.map(({ code, location }) => [code, location.range.start, location.range.end]),
    expected,
  );
  const mended = fixAll(text, { release });
  const launches = argvsOf([mended])[0] ?? [];
  assert.equal(launches.length, 4, mended);
  const cases = launches.map((words) => {
    const at = words.findIndex((word) => word.startsWith('openrlhf.'));
    return { tag: 'v0.11.2', entry: (words[at] ?? '').replace('openrlhf.cli.', ''), argv: words.slice(at + 1) };
  });
  const verdicts = await parseAll(cases);
  assert.deepEqual(
    verdicts.map(({ verdict }) => verdict),
    cases.map(() => 'accepted'),
    mended,
  );
  console.log(`${found.length} planted mistakes told at their places, ${cases.length} mended launches accepted`);
});
