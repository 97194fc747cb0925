import actor from './docs/actor.json' with { type: 'json' };
import adam from './docs/adam.json' with { type: 'json' };
import algo from './docs/algo.json' with { type: 'json' };
import ckpt from './docs/ckpt.json' with { type: 'json' };
import critic from './docs/critic.json' with { type: 'json' };
import data from './docs/data.json' with { type: 'json' };
import ds from './docs/ds.json' with { type: 'json' };
import evaluation from './docs/eval.json' with { type: 'json' };
import flat from './docs/flat.json' with { type: 'json' };
import logger from './docs/logger.json' with { type: 'json' };
import model from './docs/model.json' with { type: 'json' };
import muon from './docs/muon.json' with { type: 'json' };
import ref from './docs/ref.json' with { type: 'json' };
import reward from './docs/reward.json' with { type: 'json' };
import rollout from './docs/rollout.json' with { type: 'json' };
import train from './docs/train.json' with { type: 'json' };
import vllm from './docs/vllm.json' with { type: 'json' };
import type { FlagDoc } from './schema.ts';

/** Our words on flags, one file per section (`flat`: the flags without a dot). */
type DocFile = Readonly<Record<string, FlagDoc>>;

const FILES = [
  actor,
  adam,
  algo,
  ckpt,
  critic,
  data,
  ds,
  evaluation,
  flat,
  logger,
  model,
  muon,
  ref,
  reward,
  rollout,
  train,
  vllm,
] as readonly DocFile[];

/** Description of every flag of every bundled release, by flag name. */
export const flagDocs: DocFile = Object.assign({}, ...FILES) as DocFile;

/** The description of a flag as it holds for an entry point. */
export function flagDoc(flag: string, entryPoint: string): FlagDoc | undefined {
  const doc = Object.hasOwn(flagDocs, flag) ? flagDocs[flag] : undefined;
  const own = doc?.perEntryPoint?.[entryPoint];
  return doc && own ? { ...doc, ...own } : doc;
}
