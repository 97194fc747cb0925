import { Ajv, type ValidateFunction } from 'ajv';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Microsoft's package of SARIF matchers carries the schema of SARIF 2.1.0 as OASIS published it. */
const PACKAGE = '@microsoft/jest-sarif';

/** Validates SARIF 2.1.0 logs against the official schema. */
export function sarifValidator(): ValidateFunction {
  const entry = createRequire(import.meta.url).resolve(PACKAGE);
  const path = join(dirname(entry), 'schemas/sarif-2.1.0-rtm.5.json');
  const schema: unknown = JSON.parse(readFileSync(path, 'utf8'));
  assert.ok(typeof schema === 'object' && schema !== null);
  // It is written in draft 4, of which it uses nothing that draft 7 reads otherwise but the names of these two words.
  const body = Object.fromEntries(Object.entries(schema).filter(([word]) => word !== '$schema' && word !== 'id'));
  return new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(body);
}
