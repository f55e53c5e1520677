/** A cache after its snapshot: only what nobody asked until its end goes. */
import { expect, test } from '@jest/globals';
import { HERE } from '../../support/awsWorld.ts';
import { eachStays, eachStaysAlone, lettered, lifeOf, oldOnes, type Table } from '../../support/life.ts';

const idOf = lettered('sessions');
const ID = idOf(0);

const life = lifeOf('cache');
const { world, control, state, remove, sent, days } = life;
const change = (id: string, to: object) => control().update(HERE, 'cache', id, { ...to });
const command = (name: string, node: string) =>
  life.measured('AWS/ElastiCache', name, { CacheClusterId: node, CacheNodeId: '0001' });

function add(ReplicationGroupId = ID, more: object = {}): void {
  const { at: ReplicationGroupCreateTime, tags } = oldOnes(world);
  control().addCaches(HERE, [{ ReplicationGroupId, ReplicationGroupCreateTime, tags, ...more }]);
}

/** With a snapshot, which is old enough. */
async function ready(count = 1): Promise<void> {
  await life.saved(count);
  expect(state().cacheSnapshots).toHaveLength(count);
  await days(8);
}

test('A57 nobody asked it → it goes a week after its snapshot with a final one, and both stay', async () => {
  await life.begin();
  add();
  await ready();
  expect(await remove()).toMatchObject({ counts: { accepted: 1 } });
  expect(sent()).toEqual(['AddTagsToResource', 'CreateSnapshot', 'DeleteReplicationGroup']);
  expect([state().caches.length, state().cacheSnapshots.length]).toEqual([0, 2]);
});

const scheduled = (id: string) => ({
  ServiceNamespace: 'elasticache',
  ResourceId: `replication-group/${id}`,
  ScheduledActionName: 'sale',
});
const begun = { ServiceUpdateName: 'u', UpdateActionStatus: 'in-progress' };
const snapshotOf = (id: string) => state().cacheSnapshots.find((one) => one.ReplicationGroupId === id)?.SnapshotName;
const member = (id: string) => ({ CacheClusterId: id, CacheNodeId: '0001' });

const table: Table = { life, idOf, add, ready, ends: /^Delete/ };

eachStays('A57 it stays, whatever shows only after its snapshot', table, [
  ['a read', (id) => command('GetTypeCmds', `${id}-001`)],
  ['a command to its replica', (id) => command('EvalBasedCmds', `${id}-002`)],
  ['a message of a queue', (id) => command('ListBasedCmds', `${id}-001`)],
  ['a scheduled action', (id) => life.answers('DescribeScheduledActions', scheduled(id))],
  ['a global datastore', (id) => change(id, { GlobalReplicationGroupInfo: { GlobalReplicationGroupId: 'world' } })],
  ['a password', (id) => change(id, { AuthTokenEnabled: true })],
  ['another one of its name', (id) => change(id, { ReplicationGroupCreateTime: new Date(world.clock.now()) })],
  ['a change', (id) => change(id, { Status: 'modifying' })],
  ['the end of its snapshot', (id) => control().remove(HERE, 'cacheSnapshot', snapshotOf(id) ?? '')],
  ['a function with its host', (id) => life.called(`rediss://master.${id}.abc123.use1.cache.amazonaws.com:6379`)],
]);

eachStaysAlone('A57 it stays', table, [
  [
    'a service update that somebody began',
    (id) => life.answers('DescribeUpdateActions', { ReplicationGroupId: id, ...begun }),
  ],
  [
    'a new node, of which nothing is known yet',
    (id) => {
      const clusters = [`${id}-001`, `${id}-002`, `${id}-003`];
      // It sends its commands under another node.
      const NodeGroupMembers = [...clusters.slice(0, 2).map(member), { CacheClusterId: `${id}-003` }];
      change(id, { MemberClusters: clusters, NodeGroups: [{ NodeGroupMembers }] });
    },
  ],
]);

test('A55 connections alone are no use; a node that sends no commands makes its use unknown', async () => {
  await life.begin();
  add();
  command('CurrConnections', `${ID}-001`);
  expect(await life.mark()).toMatchObject({ counts: { marked: 1 } });
  control().remove(HERE, 'cache', ID);
  const NodeGroups = [{ NodeGroupMembers: [{ CacheClusterId: `${ID}-001`, CacheNodeId: '0002' }] }];
  add('silent', { NodeGroups, MemberClusters: ['nowhere-001'] });
  expect(await life.mark()).toMatchObject({ counts: { candidate: 0, unknown: 1 } });
  expect(await life.marked()).not.toContain('silent');
});
