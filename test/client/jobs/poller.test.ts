import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Poller } from '../../../client/src/jobs/poller.ts';
import { FakeClock, settled } from '../support/jobs.ts';

const times = { interval: 100, soon: 10, soonFor: 50, longest: 1_000 };

/** A poller whose rounds end when the test says so. */
function polled(results: readonly (boolean | undefined)[] = []) {
  const clock = new FakeClock();
  const open: (() => void)[] = [];
  let rounds = 0;
  let atOnce = 0;
  let most = 0;
  const round = async (): Promise<boolean> => {
    const result = results[rounds] ?? true;
    rounds += 1;
    atOnce += 1;
    most = Math.max(most, atOnce);
    await new Promise<void>((resolve) => open.push(resolve));
    atOnce -= 1;
    return result;
  };
  const end = async (): Promise<void> => {
    open.shift()?.();
    await settled();
  };
  return { clock, poller: new Poller(round, times, clock), end, rounds: () => rounds, most: () => most };
}

describe('a poller', () => {
  test('asks at once when it is wanted, then after each pause, and not at all when it is not', async () => {
    const { clock, poller, end, rounds } = polled();
    assert.equal(rounds(), 0);
    poller.setWanted(true);
    assert.equal(rounds(), 1);
    assert.equal(clock.next, undefined, 'the pause begins when the answer is there');
    await end();
    assert.equal(clock.next, 100);
    await clock.step();
    assert.equal(rounds(), 2);
    poller.setWanted(false);
    await end();
    assert.equal(clock.next, undefined);
  });

  test('never makes two rounds at once; asked in the middle of one, it makes another afterwards', async () => {
    const { poller, end, rounds, most } = polled();
    poller.setWanted(true);
    void poller.now();
    void poller.now();
    assert.equal(rounds(), 1);
    await end();
    assert.equal(rounds(), 2);
    await end();
    assert.deepEqual([rounds(), most()], [2, 1]);
  });

  test('waits longer after each failure, up to a limit, and as usual after a success', async () => {
    const { clock, poller, end } = polled([false, false, false, false, false, true]);
    poller.setWanted(true);
    const pauses: number[] = [];
    for (let round = 0; round < 6; round += 1) {
      await end();
      pauses.push((clock.next ?? 0) - clock.now());
      await clock.step();
    }
    assert.deepEqual(pauses, [200, 400, 800, 1_000, 1_000, 100]);
  });

  test('goes on after an error that nobody foresaw', async () => {
    const clock = new FakeClock();
    let rounds = 0;
    const poller = new Poller(
      async () => {
        rounds += 1;
        return Promise.reject(new Error('unforeseen'));
      },
      times,
      clock,
    );
    poller.setWanted(true);
    await settled();
    await clock.step();
    await poller.now();
    assert.equal(rounds, 3);
    poller.dispose();
  });

  test('asks more often for a while after an action', async () => {
    const { clock, poller, end } = polled();
    poller.setWanted(true);
    await end();
    const refreshed = poller.soon();
    await end();
    await refreshed;
    assert.equal(clock.next, 10);
    for (let round = 0; round < 5; round += 1) {
      await clock.step();
      await end();
    }
    assert.equal(clock.next, clock.now() + 100);
  });

  test('an action while nobody looks is one round', async () => {
    const { clock, poller, end, rounds } = polled();
    const refreshed = poller.soon();
    await end();
    await refreshed;
    assert.deepEqual([rounds(), clock.next], [1, undefined]);
  });
});
