import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';

/** How OpenRLHF uses a file: `--reward.remote_url X.py`, `--train.agent_func_path`, or a server behind a URL. */
export type Role = 'reward' | 'agent' | 'server';

/**
 * What a folder of the corpus claims of its files, by the real executors: they train; the run ends in at least one
 * release; it trains on something that is not meant; or nothing that the executors show, but a person should know.
 */
export type Claim = 'good' | 'fails' | 'silent' | 'advice';

/** A working directory with a Python file that a launch names. */
export interface ContractCase {
  /** `ROLE/CLASS/WAY`. */
  readonly id: string;
  readonly role: Role;
  readonly claim: Claim;
  /** The name of the mistake; for good files the habit. */
  readonly className: string;
  /** Text by path. */
  readonly files: Readonly<Record<string, string>>;
  /** Path of the file that the launch names. */
  readonly entry: string;
  /** Words that the launch has beside the usual ones of {@link usualLaunch}. */
  readonly launch: readonly string[];
  /** The launch sets no `--data.label_key`. */
  readonly unlabelled: boolean;
  /** Labels of the prompts and what the model says, where not the usual ones of `contract_world.py`. */
  readonly labels?: readonly unknown[];
  readonly texts?: readonly string[];
  /** Two runs may differ. */
  readonly random: boolean;
  /** Paths of the URLs of a server. */
  readonly urls?: readonly string[];
}

/** Flags of every launch of the corpus; `contract_world.py` has the same settings. */
export const usualLaunch = [
  '--rollout.n_samples_per_prompt 4',
  '--rollout.batch_size 4',
  '--rollout.micro_batch_size 2',
  '--train.batch_size 16',
  '--train.micro_batch_size 2',
  '--algo.advantage.estimator group_norm',
  '--algo.kl.init_coef 0',
  '--rollout.max_new_tokens 128',
  '--data.max_len 640',
].join(' ');

const folder = fileURLToPath(new URL('../../contracts/cases', import.meta.url));
const entries: Readonly<Record<Role, string>> = {
  reward: 'rewards/reward.py',
  agent: 'agents/agent.py',
  server: 'server.py',
};
const Texts = z.array(z.string());
const Labels = z.array(z.unknown());

/** Every case of `test/contracts/cases/ROLE/CLAIM/CLASS.py`, in the order of their names. */
export function readCorpus(): readonly ContractCase[] {
  const cases: ContractCase[] = [];
  for (const role of ['reward', 'agent', 'server'] as const) {
    for (const claim of ['good', 'fails', 'silent', 'advice'] as const) {
      for (const file of listing(path.join(folder, role, claim))) {
        const text = readFileSync(path.join(folder, role, claim, file), 'utf8');
        cases.push(...readCells(text, { role, claim, className: file.replace(/\.py$/, '') }));
      }
    }
  }
  const ids = new Set<string>();
  for (const { id } of cases) {
    if (ids.has(id)) throw new Error(`two cases are called ${id}`);
    ids.add(id);
  }
  return cases;
}

/** The cases of one listing: cells that begin with `# %% WAY`; `# %% file: PATH` begins another file of the same case. */
export function readCells(
  text: string,
  { role, claim, className }: Pick<ContractCase, 'role' | 'claim' | 'className'>,
): readonly ContractCase[] {
  const cases: ContractCase[] = [];
  const cells = text.split(/^# %% /m).slice(1);
  let at = 0;
  while (at < cells.length) {
    const { title, body } = cellOf(cells[at++] ?? '');
    const headers = headersOf(body);
    const entry = headers.get('entry') ?? entries[role];
    const files: Record<string, string> = { [entry]: body };
    while (cells[at]?.startsWith('file: ') === true) {
      const other = cellOf(cells[at++] ?? '');
      files[other.title.slice('file: '.length)] = other.body;
    }
    const labels = headers.get('labels');
    const texts = headers.get('texts');
    const urls = headers.get('urls');
    cases.push({
      id: `${role}/${className}/${title}`,
      role,
      claim,
      className,
      files,
      entry,
      launch: (headers.get('launch') ?? '').split(' ').filter((word) => word !== ''),
      unlabelled: headers.get('label key') === 'none',
      random: headers.get('random') === 'yes',
      ...(labels === undefined ? {} : { labels: Labels.parse(JSON.parse(labels)) }),
      ...(texts === undefined ? {} : { texts: Texts.parse(JSON.parse(texts)) }),
      ...(urls === undefined ? {} : { urls: urls.split(' ') }),
    });
  }
  return cases;
}

function cellOf(cell: string): { readonly title: string; readonly body: string } {
  const end = cell.indexOf('\n');
  return { title: cell.slice(0, end).trim(), body: `${cell.slice(end + 1).trim()}\n` };
}

/** `# key: value` lines at the top of a cell. */
function headersOf(body: string): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  for (const line of body.split('\n')) {
    const match = /^# (launch|labels|texts|random|entry|urls|label key): (.*)$/.exec(line);
    if (match?.[1] === undefined || match[2] === undefined) break;
    headers.set(match[1], match[2].trim());
  }
  return headers;
}

function listing(directory: string): readonly string[] {
  try {
    return readdirSync(directory)
      .filter((name) => name.endsWith('.py'))
      .sort();
  } catch {
    return [];
  }
}
