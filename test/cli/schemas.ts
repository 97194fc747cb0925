import * as z from 'zod';

/** The formats that `docs/command-line.md` promises, as schemas: tests hold every output against them. */

const position = z.strictObject({ line: z.int().min(0), character: z.int().min(0) });
const range = z.strictObject({ start: position, end: position });
const placed = { range, file: z.string().optional() };

const edit = z.strictObject({ file: z.string().optional(), range, newText: z.string() });

export const findingsSchema = z.array(
  z.strictObject({
    file: z.string(),
    range,
    severity: z.enum(['error', 'warning', 'info', 'hint']),
    code: z.string().regex(/^[a-z0-9-]+$/),
    stage: z.union([z.string().regex(/^(S\d+|S2h|now)$/), z.null()]),
    entryPoint: z.union([z.string(), z.null()]),
    release: z.string().regex(/^\d+(\.\d+)+([._-]?[a-z]+\.?\d*)?$/),
    releaseFrom: z.enum(['option', 'comment', 'setting', 'fork', 'installed', 'assumed']),
    message: z.string().min(1),
    related: z.array(z.strictObject({ file: z.string(), range, message: z.string().min(1) })),
    fixes: z.array(z.strictObject({ title: z.string().min(1), edits: z.array(edit).min(1) })),
  }),
);

const use = z.strictObject(placed).optional();
const parts = z.array(z.strictObject({ text: z.union([z.string(), z.null()]), ...placed })).optional();

const item: z.ZodType = z.lazy(() =>
  z.union([
    z.strictObject({ value: z.string(), ...placed, use, parts }),
    z.strictObject({ value: z.null(), ...placed, use, parts }),
    z.strictObject({ value: z.null(), many: z.literal(true), ...placed, use }),
    z.strictObject({ oneOf: z.array(z.array(item)).min(1), choice: z.string() }),
  ]),
);

const launchFields = {
  id: z.string().min(1),
  entryPoint: z.union([z.string(), z.null()]),
  module: z.string().min(1),
  ...placed,
  conditional: z.boolean(),
  repeated: z.literal(true).optional(),
  via: z.array(
    z.strictObject({ kind: z.enum(['call', 'loop', 'source']), file: z.string(), range, value: z.string().optional() }),
  ),
  launcher: z.array(item),
  env: z.array(z.strictObject({ name: z.string().min(1), item })),
  wrappers: z.array(z.strictObject({ kind: z.string().min(1), ...placed })),
  argv: z.array(item),
};

const answersOf = (launch: z.ZodType) =>
  z.array(z.strictObject({ file: z.string(), launches: z.array(launch), error: z.string().min(1).optional() }));

export const argvSchema = answersOf(z.strictObject(launchFields));

const pythonValue: z.ZodType = z.lazy(() =>
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(pythonValue)]),
);
const pythonType = z.enum(['int', 'float', 'str', 'bool', 'NoneType', 'list', 'tuple']);

const boundValue = z.union([
  z.strictObject({
    known: z.literal(true),
    type: pythonType,
    value: pythonValue,
    origin: z.enum(['given', 'default']),
    range: range.optional(),
    file: z.string().optional(),
  }),
  z.strictObject({ known: z.literal(false), why: z.string().min(1) }),
  z.strictObject({ known: z.literal(false), oneOf: z.array(pythonValue).min(1), choice: z.string() }),
]);

export const valuesSchema = answersOf(
  z.union([
    z.strictObject({ ...launchFields, values: z.record(z.string(), boundValue) }),
    z.strictObject({
      ...launchFields,
      error: z.strictObject({ code: z.string(), range, file: z.string().optional() }),
    }),
    z.strictObject(launchFields),
  ]),
);
