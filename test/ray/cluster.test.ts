import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { slots, totals } from '../../client/src/ray/capacity.ts';
import { clusterSnapshot } from '../../client/src/ray/cluster.ts';
import type { RayHttp } from '../../client/src/ray/http.ts';
import { getJob, stopJob } from '../../client/src/ray/jobs.ts';
import { listActors, listNodes, listPlacementGroups } from '../../client/src/ray/state.ts';
import { clusterUsage, nodeReports } from '../../client/src/ray/usage.ts';
import { whyWaiting } from '../../client/src/ray/waiting.ts';
import type { WaitingReason } from '../../client/src/ray/waiting.ts';
import { freePorts, startHead } from '../../tools/ray/head.ts';
import type { Head } from '../../tools/ray/head.ts';
import { connectTo, python, stopped, submitted, until } from './support/onHead.ts';
import { raysOfLevel } from './support/rays.ts';

const limit = { timeout: 240_000 };

/** A driver that asks for something and waits. */
const asking = (ask: string) => python(`import ray, time\nray.init()\n${ask}\ntime.sleep(600)`);

const holding = `
@ray.remote(num_gpus=1, num_cpus=1)
class Holder:
    def ready(self):
        return True
pg = ray.util.placement_group([{"GPU": 1, "CPU": 1}] * 4, name="four")
ray.get(pg.ready())
from ray.util.scheduling_strategies import PlacementGroupSchedulingStrategy as In
inside = [Holder.options(num_gpus=0.5, num_cpus=0.5, scheduling_strategy=In(pg, i)).remote() for i in range(2)]
outside = Holder.remote()
ray.get([one.ready.remote() for one in [*inside, outside]])
print("holding", flush=True)`;

for (const version of raysOfLevel()) {
  describe(`the cluster, Ray ${version}`, () => {
    let head: Head;
    let http: RayHttp;

    before(async () => {
      head = await startHead({ version, gpus: 8, cpus: 8 });
      http = connectTo(head.address);
    });
    after(async () => {
      http.dispose();
      await head.stop();
    });

    const reasonOf = async <K extends WaitingReason['kind']>(id: string, kind: K) => {
      let last: WaitingReason | undefined;
      return until(
        `${kind} for ${id}`,
        async () => {
          last = await whyWaiting(http, await getJob(http, id));
          return isKind(last, kind) ? last : undefined;
        },
        () => last,
      );
    };

    test('an idle head: its node, all of it free', limit, async () => {
      const snapshot = await until('the report of use', async () => {
        const found = await clusterSnapshot(http);
        return found.free === null ? undefined : found;
      });
      assert.deepEqual(snapshot.problems, []);
      assert.equal(snapshot.complete, true);
      assert.deepEqual(snapshot.total, { cpu: 8, gpu: 8 });
      assert.deepEqual(snapshot.free, { cpu: 8, gpu: 8 });
      assert.equal(slots(totals(snapshot.nodes)), 8);
      assert.deepEqual(snapshot.holders, []);
      assert.deepEqual(snapshot.placementGroups, []);
      const [node] = snapshot.nodes;
      assert.ok(node);
      assert.equal(snapshot.headNodeId, node.id);
      assert.match(node.id, /^[0-9a-f]{56}$/);
      assert.deepEqual([node.head, node.alive, node.gpus], [true, true, []]);
      assert.ok((node.report?.memoryTotal ?? 0) > (node.report?.memoryUsed ?? 0));
    });

    test('GPUs that a group reserves and an actor has are counted once', limit, async () => {
      const id = await submitted(http, asking(holding));
      const snapshot = await until('five GPUs in use', async () => {
        const found = await clusterSnapshot(http);
        // Use and actors come from two lists of Ray, of which either may be the later one.
        return found.free?.gpu === 3 && found.holders[0]?.actors.length === 3 ? found : undefined;
      });
      assert.deepEqual(snapshot.free, { cpu: 3, gpu: 3 });
      const [holder, ...others] = snapshot.holders;
      assert.ok(holder);
      assert.deepEqual(others, []);
      assert.deepEqual([holder.submissionId, holder.gpus, holder.cpus, holder.gpusInGroups], [id, 5, 5, 4]);
      assert.equal(holder.job?.submissionId, id);
      assert.deepEqual(
        holder.actors.map(({ className }) => className),
        ['Holder', 'Holder', 'Holder'],
      );
      const [group] = snapshot.placementGroups;
      assert.deepEqual([group?.name, group?.state, group?.bundles.length], ['four', 'created', 4]);
      assert.equal((await whyWaiting(http, await getJob(http, id))).kind, 'not-waiting');

      // Four GPUs with three free: another job has the rest.
      const second = await submitted(
        http,
        asking('ray.get(ray.util.placement_group([{"GPU": 1, "CPU": 1}] * 4).ready())'),
      );
      const reason = await reasonOf(second, 'placement-group');
      assert.deepEqual([reason.why, reason.neverFits], ['busy', false]);
      assert.deepEqual(reason.asked, { GPU: 4, CPU: 4 });
      assert.deepEqual(
        reason.holders.map(({ submissionId, gpus }) => [submissionId, gpus]),
        [[id, 5]],
      );
      assert.equal(reason.capacity.free?.gpu, 3);

      // Four actors of one GPU each: three find a place.
      const actors = `
@ray.remote(num_gpus=1)
class Lone:
    pass
all = [Lone.remote() for _ in range(4)]`;
      await stopped(http, second);
      const third = await submitted(http, asking(actors));
      const lone = await reasonOf(third, 'actors');
      assert.equal(lone.neverFits, false);
      assert.deepEqual(
        lone.pending.map(({ className }) => className),
        ['Lone'],
      );
      await Promise.all([stopped(http, id), stopped(http, third)]);
    });

    test('groups that can never be placed say why', limit, async () => {
      const cases = [
        { bundles: '[{"GPU": 16}]', strategy: 'PACK', why: 'bundle-too-large', asked: { GPU: 16 } },
        { bundles: '[{"GPU": 1, "CPU": 1}] * 16', strategy: 'PACK', why: 'too-much', asked: { GPU: 16, CPU: 16 } },
        { bundles: '[{"GPU": 1}] * 4', strategy: 'STRICT_SPREAD', why: 'too-few-nodes', asked: { GPU: 4 } },
        { bundles: '[{"GPU": 3}] * 3', strategy: 'STRICT_PACK', why: 'bundle-too-large', asked: { GPU: 9 } },
      ] as const;
      for (const { bundles, strategy, why, asked } of cases) {
        const ask = `ray.get(ray.util.placement_group(${bundles}, strategy="${strategy}").ready())`;
        const id = await submitted(http, asking(ask));
        // The strategy is in a report that is some seconds older than the group.
        let last: WaitingReason | undefined;
        const reason = await until(
          why,
          async () => {
            last = await whyWaiting(http, await getJob(http, id));
            return last.kind === 'placement-group' && last.why === why ? last : undefined;
          },
          () => last,
        );
        assert.equal(reason.neverFits, true);
        assert.deepEqual(reason.asked, asked);
        assert.equal(reason.capacity.total['GPU'], 8);
        assert.equal(reason.capacity.nodes, 1);
        await stopped(http, id);
      }
    });

    test('what a job holds itself it never gets a second time', limit, async () => {
      const ask = `
first = ray.util.placement_group([{"GPU": 1, "CPU": 1}] * 5)
ray.get(first.ready())
ray.get(ray.util.placement_group([{"GPU": 1, "CPU": 1}] * 5).ready())`;
      const id = await submitted(http, asking(ask));
      const reason = await reasonOf(id, 'placement-group');
      assert.deepEqual([reason.why, reason.neverFits], ['too-much', true]);
      assert.deepEqual(reason.ownHeld, { cpu: 5, gpu: 5 });
      assert.deepEqual(reason.holders, []);
      await stopped(http, id);
    });

    test('an entrypoint that no node can hold', limit, async () => {
      const id = await submitted(http, 'echo never', { entrypointNumGpus: 99 });
      const reason = await reasonOf(id, 'entrypoint');
      assert.equal(reason.neverFits, true);
      assert.equal(reason.asked['GPU'], 99);
      assert.equal(reason.capacity.largestNode['GPU'], 8);
      // Ray takes a stop of a pending job and does nothing, so it is left to the end of the head.
      await stopJob(http, id);
    });

    test('a runtime environment that is being built', limit, async () => {
      const runtimeEnv = { pip: { packages: [], pip_check: false, pip_version: '==1' }, env_vars: { A: 'b' } };
      const id = await submitted(http, 'echo soon', { runtimeEnv });
      const reasons = new Set<string>();
      await until('the end of the job', async () => {
        const job = await getJob(http, id);
        const reason = await whyWaiting(http, job);
        if (reason.kind === 'runtime-env') assert.deepEqual([...reason.keys].sort(), ['env_vars', 'pip']);
        reasons.add(reason.kind);
        return job.status === 'failed' || job.status === 'succeeded' ? true : undefined;
      });
      assert.ok(reasons.has('runtime-env'), [...reasons].join());
      assert.ok(!reasons.has('entrypoint'));
    });

    describe('with a second node', () => {
      let node: ChildProcess;

      before(async () => {
        const [agent = 0] = await freePorts(1);
        const address = head.gcsAddress;
        const resources = JSON.stringify({ my_special_resource: 3, 'odd:Name_with_2x_parts': 1 });
        const args = ['start', '--block', '--address', address, '--num-gpus', '2', '--num-cpus', '1'];
        const env = {
          ...process.env,
          PATH: `${head.bin}${path.delimiter}${process.env['PATH'] ?? ''}`,
          RAY_AUTH_MODE: 'disabled',
          RAY_enable_metrics_collection: '0',
          RAY_GRACEFUL_SHUTDOWN_DRAIN_TIMEOUT_S: '0',
        };
        node = spawn(
          path.join(head.bin, 'ray'),
          [...args, '--resources', resources, '--dashboard-agent-listen-port', String(agent), '--disable-usage-stats'],
          { env, stdio: 'ignore', detached: true },
        );
        await until('the second node', async () => ((await listNodes(http)).items.length === 2 ? true : undefined));
      });
      after(() => {
        killGroup(node);
      });

      test('its resources are counted under their own names, free ones too', limit, async () => {
        const ask = `
@ray.remote(resources={"my_special_resource": 2}, num_cpus=0)
class Special:
    def ready(self):
        return True
one = Special.remote()
ray.get(one.ready.remote())`;
        const id = await submitted(http, asking(ask));
        const found = await until('the custom resource in use', async () => {
          const snapshot = await clusterSnapshot(http);
          const worker = snapshot.nodes.find((one) => !one.head);
          return worker?.free?.['my_special_resource'] === 1 ? { snapshot, worker } : undefined;
        });
        assert.equal(found.worker.free?.['odd:Name_with_2x_parts'], 1);
        assert.deepEqual(found.snapshot.total, { cpu: 9, gpu: 10 });
        // The second node has two GPUs and one CPU, so a bundle of both fits once there.
        assert.equal(slots(totals(found.snapshot.nodes)), 9);
        assert.equal(found.snapshot.nodes[0]?.head, true);
        await stopped(http, id);
      });

      test('filters and every list', limit, async () => {
        const alive = await listNodes(http, { filters: [{ key: 'state', value: 'ALIVE' }] });
        assert.equal(alive.items.length, 2);
        assert.equal(alive.complete, true);
        const worker = alive.items.find((one) => !one.head);
        assert.ok(worker);
        const others = await listNodes(http, { filters: [{ key: 'node_id', value: worker.id, not: true }] });
        assert.deepEqual(
          others.items.map((one) => one.head),
          [true],
        );
        assert.ok((await listActors(http)).items.length > 0);
        assert.ok((await listPlacementGroups(http)).items.length > 0);
        assert.equal((await clusterUsage(http)).used(worker.id, 'GPU'), 0);
        await until('reports of both nodes', async () => ((await nodeReports(http)).size === 2 ? true : undefined));
      });

      test('a node that dies is dead in the next look, and its GPUs are gone', limit, async () => {
        killGroup(node);
        const snapshot = await until('the death', async () => {
          const found = await clusterSnapshot(http);
          return found.nodes.some((one) => !one.alive) ? found : undefined;
        });
        assert.deepEqual(snapshot.total, { cpu: 8, gpu: 8 });
        const dead = snapshot.nodes.at(-1);
        assert.deepEqual([dead?.alive, dead?.free], [false, null]);
      });
    });
  });
}

function isKind<K extends WaitingReason['kind']>(
  reason: WaitingReason,
  kind: K,
): reason is Extract<WaitingReason, { kind: K }> {
  return reason.kind === kind;
}

/** Ends a child and all that it has started. */
function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has already ended.
  }
}
