import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { jobDocument, jobFacts } from '../../../client/src/jobs/details.ts';
import { jobItems, labelOf } from '../../../client/src/jobs/items.ts';
import { endOf } from '../../../client/src/jobs/lastLines.ts';
import { ageText, durationText } from '../../../client/src/jobs/times.ts';
import type { Job } from '../../../client/src/ray/model.ts';
import { jobLike } from '../support/jobs.ts';

const minute = 60_000;
const hour = 60 * minute;

describe('rows of jobs', () => {
  test('newest first; one without a start is the newest, but for what is left of one that has ended', () => {
    const job = (key: string, startTime: number | null, status: Job['status']) =>
      jobLike({ key, submissionId: key, startTime, status });
    const jobs = [
      ...[job('b', 10, 'failed'), job('ghost', null, 'failed'), job('c', 30, 'running')],
      ...[job('new', null, 'pending'), job('a', 10, 'stopped'), job('ghost2', null, 'failed')],
    ];
    assert.deepEqual(
      jobItems(jobs, 100).map((item) => item.job.key),
      ['new', 'c', 'b', 'a', 'ghost2', 'ghost'],
    );
  });

  const now = 10 * hour;
  for (const [what, job, description, icon, context] of [
    [
      'succeeded',
      { status: 'succeeded', startTime: now - 2 * hour, endTime: now - hour },
      '1h 00m · 1 h ago',
      'pass',
      'job.submission.ended',
    ],
    [
      'failed',
      { status: 'failed', startTime: now - 65_000, endTime: now - 5_000 },
      'failed after 1m 00s · now',
      'error',
      'job.submission.ended',
    ],
    [
      'stopped',
      { status: 'stopped', startTime: now - 3 * minute, endTime: now - 2 * minute },
      'stopped after 1m 00s · 2 min ago',
      'debug-stop',
      'job.submission.ended',
    ],
    [
      'running',
      { status: 'running', startTime: now - 192_000, endTime: null },
      '3m 12s',
      'sync',
      'job.submission.active',
    ],
    [
      'pending',
      { status: 'pending', startTime: now - 3 * minute, endTime: null },
      'pending · 3 min ago',
      'clock',
      'job.submission.pending',
    ],
    [
      'a word that is not known',
      { status: 'unknown', startTime: null, endTime: null },
      '',
      'question',
      'job.submission.active',
    ],
    [
      'a driver',
      { status: 'running', type: 'driver', submissionId: null, startTime: now, endTime: null },
      '0s',
      'sync',
      'job.driver.active',
    ],
    [
      'no times at all',
      { status: 'failed', startTime: null, endTime: null },
      'failed',
      'error',
      'job.submission.ended',
    ],
  ] as const) {
    test(what, () => {
      const [item] = jobItems([jobLike(job)], now);
      assert.deepEqual([item?.description, item?.icon.id, item?.contextValue], [description, icon, context]);
    });
  }

  test('the label is entry point and model, else the beginning of the command, else the id', () => {
    assert.equal(labelOf(jobLike()), 'train_ppo_ray · Qwen3-4B');
    assert.equal(labelOf(jobLike({ entrypoint: 'sleep 10\necho' })), 'sleep 10');
    assert.equal(labelOf(jobLike({ entrypoint: `echo ${'x'.repeat(100)}` })).length, 60);
    assert.equal(labelOf(jobLike({ entrypoint: ' ' })), 'raysubmit_1');
  });
});

const key = '0123456789abcdef0123456789abcdef01234567';

describe('secrets', () => {
  const job = jobLike({
    entrypoint: `WANDB_API_KEY=${key} python3 x.py --logger.wandb.key ${key}`,
    message: `wandb: key ${key} is wrong`,
    runtimeEnv: { env_vars: { HF_TOKEN: 'hf_abcdefghijklmnopqrstuvwxyz0123456789', WANDB_API_KEY: key } },
    metadata: { note: `wandb ${key}` },
  });
  test('are in no row, no fact and no document', () => {
    const shown = [
      labelOf(job),
      JSON.stringify(jobFacts(job, 0)),
      jobDocument(job, { name: 'lab', base: 'http://a:1' }, 0),
    ].join('\n');
    assert.ok(!shown.includes(key) && !shown.includes('hf_abcdef'), shown);
    assert.match(shown, /WANDB_API_KEY/);
  });
});

test('a document has what is there, and no fence in the text ends it', () => {
  const job = jobLike({ entrypoint: 'echo ```\n````', exitCode: -9, status: 'failed', errorType: 'X' });
  const text = jobDocument(job, { name: 'lab', base: 'http://a:1' }, 0);
  assert.match(text, /\n`````sh\necho ```\n````\n`````\n/);
  assert.match(text, /ended by signal 9/);
  assert.match(text, /failed \(X\)/);
  assert.ok(!text.includes('## Metadata'));
});

test('ages and durations', () => {
  assert.deepEqual([0, 59_000, minute, hour, 47 * hour, 48 * hour].map(ageText), [
    'now',
    'now',
    '1 min ago',
    '1 h ago',
    '47 h ago',
    '2 d ago',
  ]);
  assert.deepEqual([-5, 999, 8_000, 65_000, hour + 7 * minute, 52 * hour].map(durationText), [
    '0s',
    '0s',
    '8s',
    '1m 05s',
    '1h 07m',
    '2d 4h',
  ]);
});

test('the last lines of a log are as a terminal shows them', () => {
  const log = 'first\n\u001b[36mcoloured\u001b[0m\n 10%\r 50%\r100%\n\n   \nlast\n';
  assert.deepEqual(endOf(log, 3), ['coloured', '100%', 'last']);
  assert.deepEqual(endOf('', 3), []);
  // What a driver of Ray 2.55 printed when its job was stopped.
  const stopped = [
    'Train epoch [1/1]: 100%',
    '*** SIGTERM received at time=1796086639 on cpu 0 ***',
    'PC: @     0x7f467cca3f16  (unknown)  (unknown)',
    '    @     0x7f467cc5a050  (unknown)  (unknown)',
    '[2026-12-01 00:57:19,377 E 7420 7420] logging.cc:474: *** SIGTERM received at time=1796086639 on cpu 0 ***',
    '[2026-12-01 00:57:19,378 E 7420 7420] logging.cc:474: PC: @     0x7f467cca3f16  (unknown)  (unknown)',
    '[2026-12-01 00:57:19,378 E 7420 7420] logging.cc:474:     @     0x7f467cc5a050  (unknown)  (unknown)',
  ];
  assert.deepEqual(endOf(stopped.join('\n'), 3), ['Train epoch [1/1]: 100%']);
  assert.equal(endOf('x'.repeat(1000), 1)[0]?.length, 200);
});
