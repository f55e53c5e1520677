/** A cache after its snapshot: only what nobody asked until its end goes. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { awsTimeOf } from '../../support/awsTime.ts';
import { DAY, HERE, HOUR, namespaceOf, worldForAll } from '../../support/awsWorld.ts';

const CACHES = namespaceOf('cache');
const ID = 'sessions';

const world = worldForAll();
const { reset, later, days } = awsTimeOf(world, CACHES);
beforeEach(async () => {
  await reset({
    cleanup:
      '[{ type: cache, accounts: [test], live: true, when: [{ rule: unused }], acceptIncomplete: { until: 2099-12-31, reason: a test } }]',
    defaults: 'tripwires: { markedShare: 100%, dueShare: 100%, unmarkedShare: 100%, shrunkBy: 100% }',
  });
});

const control = () => world.sandbox.control;
const remove = () => world.pass('delete', CACHES);
const state = () => control().state(HERE);
const sent = () => world.writes().map(({ operation }) => operation);
const change = (to: object) => control().update(HERE, 'cache', ID, { ...to });

function add(more: object = {}): void {
  const ReplicationGroupCreateTime = new Date(world.clock.now() - 200 * DAY);
  const own = { ReplicationGroupId: ID, ReplicationGroupCreateTime, tags: { owner: 'ann@example.com' } };
  control().addCaches(HERE, [{ ...own, ...more }]);
}

/** One with its snapshot. */
async function saved(): Promise<void> {
  add();
  expect(await world.pass('mark', CACHES)).toMatchObject({ counts: { marked: 1 } });
  await world.notify(CACHES);
  await days(11);
  later(HOUR);
  expect(await remove()).toMatchObject({ counts: { quarantined: 1, accepted: 0 } });
  expect(state().cacheSnapshots).toHaveLength(1);
}

const command = (name: string, node = `${ID}-001`) => {
  const points = [{ at: new Date(world.clock.now()).toISOString(), value: 1 }];
  const dimensions = { CacheClusterId: node, CacheNodeId: '0001' };
  control().addMetrics(HERE, [{ namespace: 'AWS/ElastiCache', name, dimensions, points }]);
};

test('A57 nobody asked it → it goes a week after its snapshot with a final one, and both stay', async () => {
  await saved();
  await days(8);
  expect(await remove()).toMatchObject({ counts: { accepted: 1 } });
  expect(sent()).toEqual(['AddTagsToResource', 'CreateSnapshot', 'DeleteReplicationGroup']);
  expect([state().caches.length, state().cacheSnapshots.length]).toEqual([0, 2]);
});

describe('A57 it stays, whatever shows only after its snapshot', () => {
  const scheduled = {
    ServiceNamespace: 'elasticache',
    ResourceId: `replication-group/${ID}`,
    ScheduledActionName: 'sale',
  };
  const snapshot = () => state().cacheSnapshots[0]?.SnapshotName ?? '';
  const member = (id: string) => ({ CacheClusterId: id, CacheNodeId: '0001' });
  test.each<[string, () => void]>([
    ['a read', () => command('GetTypeCmds')],
    ['a command to its replica', () => command('EvalBasedCmds', `${ID}-002`)],
    ['a message of a queue', () => command('ListBasedCmds')],
    [
      'a scheduled action',
      () => control().addAnswers(HERE, [{ operation: 'DescribeScheduledActions', item: scheduled }]),
    ],
    [
      'a service update that somebody began',
      () => {
        const item = { ReplicationGroupId: ID, ServiceUpdateName: 'u', UpdateActionStatus: 'in-progress' };
        control().addAnswers(HERE, [{ operation: 'DescribeUpdateActions', item }]);
      },
    ],
    ['a global datastore', () => change({ GlobalReplicationGroupInfo: { GlobalReplicationGroupId: 'world' } })],
    ['a password', () => change({ AuthTokenEnabled: true })],
    ['another one of its name', () => change({ ReplicationGroupCreateTime: new Date(world.clock.now()) })],
    ['a change', () => change({ Status: 'modifying' })],
    ['the end of its snapshot', () => control().remove(HERE, 'cacheSnapshot', snapshot())],
    [
      'a new node, of which nothing is known yet',
      () => {
        const clusters = [`${ID}-001`, `${ID}-002`, `${ID}-003`];
        change({ MemberClusters: clusters, NodeGroups: [{ NodeGroupMembers: clusters.map(member) }] });
        // It sends its commands under another node.
        change({
          NodeGroups: [{ NodeGroupMembers: [...clusters.slice(0, 2).map(member), { CacheClusterId: clusters[2] }] }],
        });
      },
    ],
    [
      'a function with its host',
      () => {
        const Variables = { REDIS: `rediss://master.${ID}.abc123.use1.cache.amazonaws.com:6379` };
        control().addFunctions(HERE, [{ FunctionName: 'checkout', Environment: { Variables } }]);
      },
    ],
  ])('%s', async (_what, happens) => {
    await saved();
    await days(8);
    happens();
    await remove();
    expect([sent().includes('DeleteReplicationGroup'), state().caches.length]).toEqual([false, 1]);
  });
});

test('A55 connections alone are no use; a node that sends no commands makes its use unknown', async () => {
  add();
  command('CurrConnections');
  expect(await world.pass('mark', CACHES)).toMatchObject({ counts: { marked: 1 } });
  control().remove(HERE, 'cache', ID);
  const NodeGroups = [{ NodeGroupMembers: [{ CacheClusterId: `${ID}-001`, CacheNodeId: '0002' }] }];
  add({ NodeGroups, ReplicationGroupId: 'silent', MemberClusters: ['nowhere-001'] });
  expect(await world.pass('mark', CACHES)).toMatchObject({ counts: { marked: 0 } });
});
