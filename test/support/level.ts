/** How much a test does; `test/README.md` says what each level is for. */
export type Level = 'fast' | 'default' | 'full';

/** The level that `npm test` was asked for; `default` for a test that is run by itself. */
export function level(): Level {
  const asked = process.env['TEST_LEVEL'];
  return asked === 'fast' || asked === 'full' ? asked : 'default';
}

/** What belongs to the level of this run, such as a number of random inputs. */
export function byLevel<T>(values: Readonly<Record<Level, T>>): T {
  return values[level()];
}
