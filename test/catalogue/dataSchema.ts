/** The shape of the bundled data files, as strict as it can be said. */
import * as z from 'zod';

const option = z.string().regex(/^--[a-z0-9_]+(\.[a-z0-9_]+)*$/);
const release = z.string().regex(/^\d+\.\d+\.\d+(\.post\d+)?$/);
const entryPoint = z.enum(['train_ppo_ray', 'train_sft', 'train_rm', 'train_dpo', 'serve_rm', 'lora_combiner']);
const scalar = z.union([z.boolean(), z.number(), z.string()]);

const row = z.strictObject({
  name: option,
  aliases: z.array(option).min(1).optional(),
  dest: z.string().min(1).optional(),
  type: z.enum(['int', 'float', 'str', 'bool']).optional(),
  nargs: z.union([z.int().min(1), z.enum(['?', '*', '+'])]).optional(),
  choices: z
    .array(z.union([z.string(), z.number()]))
    .min(1)
    .optional(),
  default: z.union([scalar, z.null(), z.array(scalar)]).optional(),
  defaultType: z.enum(['NoneType', 'int', 'float', 'str', 'bool', 'list', 'tuple']).optional(),
  defaultComputed: z.string().min(1).optional(),
  action: z.enum(['store_true', 'store_false']).optional(),
  required: z.literal(true).optional(),
});

const perEntryPoint = <T extends z.ZodType>(value: T) => z.partialRecord(entryPoint, value);
const optionList = z.array(option);
/** Old flags may be spelled in ways that today's are not. */
const anyOption = z.string().regex(/^--[\w.]+$/);
const given = z.union([z.string(), z.boolean(), z.null()]);

export const dataSchemas = {
  catalogue: z.strictObject({ entryPoints: z.record(entryPoint, z.array(row).min(1)) }),
  'releases.json': z.array(z.strictObject({ release, data: release, ray: release })).min(1),
  'lines.json': z.record(release, z.record(entryPoint, z.array(z.int().min(1)).min(1))),
  'renames.json': z.strictObject({
    flat: perEntryPoint(z.record(anyOption, optionList)),
    older: perEntryPoint(
      z.record(
        anyOption,
        z.strictObject({
          last: z.string(),
          to: optionList,
          value: z.string().optional(),
          sumOf: z.array(anyOption).min(2).optional(),
        }),
      ),
    ),
    unreleased: perEntryPoint(z.record(anyOption, optionList)),
    later: z.array(
      z.strictObject({
        from: release,
        to: release,
        added: perEntryPoint(optionList),
        removed: perEntryPoint(z.record(option, optionList)),
        byValue: perEntryPoint(
          z.array(
            z.strictObject({
              when: z.record(option, z.union([given, z.array(given)])),
              then: z.record(option, z.string()),
            }),
          ),
        ),
      }),
    ),
  }),
  'guesses.json': z.record(
    anyOption,
    z
      .array(
        z.strictObject({
          in: z.array(entryPoint).min(1).optional(),
          to: optionList,
          because: z
            .enum([
              'reference-is-actor',
              'actor-flag-drives-critic',
              'freezes-the-actor',
              'key-turns-it-on',
              'length-is-a-sum',
              'grpo-is-group-norm',
              'no-config-file',
            ])
            .optional(),
        }),
      )
      .min(1),
  ),
  'modules.json': z.record(
    z.string().regex(/^[a-z_]+$/),
    z.strictObject({
      last: release.optional(),
      to: z.array(entryPoint),
      flags: z.record(option, z.union([z.string(), z.literal(true)])).optional(),
    }),
  ),
};
