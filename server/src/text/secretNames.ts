/** Which names of variables, fields and flags stand before a secret. */

/** Words that make a `token` a secret, written in small letters. */
const owners = new Set(
  'access api auth authentication bearer gh github gitlab hf hub huggingface ray refresh secret session wandb'.split(
    ' ',
  ),
);

/** Words before `token` that speak of a vocabulary. */
const vocabulary = new Set(
  'bos cls end eos image mask max min new num pad per sep special start stop think unk video audio'.split(' '),
);

const wholeSecrets = new Set(
  'apikey passphrase passwd password passwords secret secrets credential credentials'.split(' '),
);

/** Words after which a name is not of the secret, but of where it is. */
const places = new Set('dir file id name path url'.split(' '));

const keys = new Set('access api auth private secret wandb'.split(' '));

/** Something like `HF_TOKEN`, `WANDB_API_KEY`, `DB_PASSWORD`, `AWS_SECRET_ACCESS_KEY`, `hub_token`. */
export function isSecretName(name: string): boolean {
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  const before = words.at(-2) ?? '';
  if (places.has(last)) return false;
  if (words.some((word) => wholeSecrets.has(word))) return true;
  if (last === 'key') return keys.has(before);
  if (last !== 'token') return false;
  return isUpperCase(name)
    ? !vocabulary.has(before)
    : owners.has(before) || words.slice(-3, -1).join(' ') === 'hugging face';
}

/**
 * A flag before a secret: `--logger.wandb.key`, `--use_wandb` and their beginnings, which argparse takes for them; `--token`,
 * `--hf-token`, `--api_key`.
 */
export function isSecretFlag(flag: string): boolean {
  if (!flag.startsWith('--')) return false;
  if (/(?:^--|\.)use_wa?n?d?b?$/.test(flag) || /wandb[._]k(?:ey?)?$|\.key$/.test(flag) || flag === '--token')
    return true;
  return isSecretName(flag.slice(2));
}

export function isUpperCase(name: string): boolean {
  return /[A-Z]/.test(name) && !/[a-z]/.test(name);
}

function wordsOf(name: string): readonly string[] {
  return name.split(/[_.-]+|(?<=[a-z])(?=[A-Z])/).map((word) => word.toLowerCase());
}
