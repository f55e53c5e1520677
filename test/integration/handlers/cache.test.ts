/** Caches of ElastiCache: what identifies and keeps one, the snapshot before its deletion, and the way back. */
import { describe, expect, test } from '@jest/globals';
import type { SandboxControl } from '../../../sandbox/aws/index.ts';
import type { StoredDefinition } from '../../../src/core/resource/definition.ts';
import { nodeTags } from '../../../src/handlers/aws/evidence/caches/nodeTags.ts';
import type { CacheResource } from '../../../src/handlers/aws/resources/cache.ts';
import { cache } from '../../../src/handlers/aws/types/cache/handler.ts';
import type { EvidenceSource } from '../../../src/handlers/contract/handler.ts';
import { account, awsForEach, collect, failureOf, HERE, scopeOf } from './fixture.ts';
import { oneOf } from './oneOf.ts';

type Seed = Parameters<SandboxControl['addCaches']>[1][number];

const ID = 'sessions';
const CREATED = new Date('2026-01-02T03:04:05.000Z');
const ARN = `arn:aws:elasticache:${HERE.region}:${account.id}:replicationgroup:${ID}`;

const aws = awsForEach();
const { parameters, open, readOf, found, quarantine, begun, standing, made, keptBecause, storedOf, restored } =
  oneOf<CacheResource>(aws, cache, ID);

const add = (seed: Seed = {}) =>
  aws.control.addCaches(HERE, [{ ReplicationGroupId: ID, ReplicationGroupCreateTime: CREATED, ...seed }]);
const change = (patch: object) => aws.control.update(HERE, 'cache', ID, { ...patch });
const snapshots = () => aws.control.state(HERE).cacheSnapshots;
const requests = (operation: string) => aws.control.calls({ operation }).length;
/** One shard with one node. */
const ONE = [{ NodeGroupMembers: [{ CacheClusterId: 'sessions-001', CacheNodeId: '0001', CurrentRole: 'primary' }] }];
/** Two shards, one of which has a replica. */
const sharded = {
  ClusterEnabled: true,
  NodeGroups: [
    {
      NodeGroupId: '0001',
      Slots: '0-8191',
      NodeGroupMembers: [{ CacheClusterId: 'sessions-0001-001', CacheNodeId: '0001' }],
    },
    {
      NodeGroupId: '0002',
      Slots: '8192-16383',
      NodeGroupMembers: ['001', '002'].map((n) => ({ CacheClusterId: `sessions-0002-${n}`, CacheNodeId: '0001' })),
    },
  ],
};

describe('A55 what it is', () => {
  test('a name alone is no identity: one of the same name is of another instant', async () => {
    add();
    expect((await found()).identity).toBe(`${ARN}@${CREATED.toISOString()}`);
    aws.control.remove(HERE, 'cache', ID);
    add({ ReplicationGroupCreateTime: '2026-06-01T00:00:00Z' });
    expect((await found()).identity).not.toContain(CREATED.toISOString());
  });

  test('its nodes are those of all its shards, the primary one first; one that is missing makes them unknown', async () => {
    add({
      NodeGroups: [
        {
          NodeGroupMembers: [
            { CacheClusterId: 'b', CacheNodeId: '0001' },
            { CacheClusterId: 'a', CacheNodeId: '0001', CurrentRole: 'primary' },
          ],
        },
      ],
    });
    expect((await found()).nodes).toEqual(['a/0001', 'b/0001']);
    change({ MemberClusters: ['a', 'b', 'c'] });
    expect((await found()).nodes).toBeUndefined();
  });

  test.each<[string, Seed, readonly string[]]>([
    ['is available', {}, []],
    ['is saved by AWS each day', { Status: 'snapshotting' }, []],
    ['is changed', { Status: 'modifying' }, ['its state is modifying']],
    ['will be changed', { PendingModifiedValues: { ClusterMode: 'compatible' } }, ['pending: ClusterMode']],
    [
      'is a part of a global datastore',
      { GlobalReplicationGroupInfo: { GlobalReplicationGroupId: 'world' } },
      ['it has or is in: global datastore world'],
    ],
    [
      'has a password',
      { AuthTokenEnabled: true },
      ['it has or is in: a password (AUTH token), which AWS does not tell'],
    ],
  ])('one that %s', async (_name, seed, why) => {
    add(seed);
    expect(keptBecause(await found())).toEqual(why);
  });

  test('its tags are not told while it is not available → they are not taken for none', async () => {
    add({ Status: 'snapshotting' });
    aws.control.addFault({ kind: 'error', operation: 'ListTagsForResource', code: 'InvalidARN', status: 400 });
    expect(keptBecause(await found())).toEqual(['it has or is in: tags that AWS does not tell now']);
    change({ Status: 'available' });
    expect((await failureOf(collect(open().list()))).message).toContain('reading the tags of sessions');
  });
});

describe('A107 a node that was removed meanwhile', () => {
  const DAY = 86_400_000;
  const PLACE = { account: account.name, location: HERE.region };
  const uses = async () => {
    const source = cache.evidence.find(({ name }) => name === 'cacheCommands') as EvidenceSource;
    const findings = await source.read(PLACE, scopeOf(parameters), [await found()], aws.io());
    return findings.filter(({ by }) => by.includes('commands')).map(({ says }) => says);
  };
  const answered = (CacheClusterId: string) => {
    const points = [{ at: new Date(Date.now() - 12 * DAY).toISOString(), value: 700 }];
    const dimensions = { CacheClusterId, CacheNodeId: '0001' };
    aws.control.addMetrics(HERE, [{ namespace: 'AWS/ElastiCache', name: 'GetTypeCmds', dimensions, points }]);
  };

  test.each<[string, Seed]>([
    ['sessions-002', { MemberClusters: ['sessions-001'], NodeGroups: ONE }],
    ['sessions-009', { MemberClusters: ['sessions-001'], NodeGroups: ONE }],
    ['sessions-0001-003', sharded],
    ['sessions-0002-005', sharded],
  ])('has commands that count: %s', async (name, seed) => {
    add(seed);
    answered(`x${name}`);
    expect(await uses()).toEqual(['quiet']);
    answered(name);
    expect(await uses()).toEqual(['lastUsed', 'quiet']);
  });
});

describe('A56 its snapshot', () => {
  test('is named by its identity and the day within 40 characters, and is in effect once it is whole', async () => {
    add();
    const name = await made();
    expect(name).toMatch(/^holystone-last-[0-9a-f]{16}-\d{8}$/);
    expect(name.length).toBeLessThanOrEqual(40);
    expect(Object.keys((await found()).tags)).toEqual(['holystone:quarantine']);
    const [call] = aws.control.calls({ operation: 'CreateSnapshot' });
    expect(call?.input).toMatchObject({
      CacheClusterId: 'sessions-001',
      Tags: [{ Key: 'holystone:last-of', Value: `${ARN}@${CREATED.toISOString()}` }],
    });
    expect(await standing(name)).toEqual({ kind: 'inEffect' });
  });

  test('of one in cluster mode is of the group, and lacks no shard', async () => {
    add(sharded);
    const name = await made();
    expect(aws.control.calls({ operation: 'CreateSnapshot' })[0]?.input).toMatchObject({ ReplicationGroupId: ID });
    expect(await standing(name)).toEqual({ kind: 'inEffect' });
    const [first] = snapshots()[0]?.NodeSnapshots ?? [];
    aws.control.update(HERE, 'cacheSnapshot', name, { NodeSnapshots: [first] });
    expect(await standing(name)).toEqual({ kind: 'failed', why: `${name} has 1 of its 2 shards` });
  });

  test('its answer is lost → it is found by its name, and no second one is made', async () => {
    add();
    aws.control.addFault({ kind: 'dropAfter', operation: 'CreateSnapshot', times: 1 });
    await begun();
    expect(await begun()).toMatchObject({ kind: 'done', made: snapshots()[0]?.SnapshotName });
    expect(snapshots()).toHaveLength(1);
  });

  test.each<[string, (name: string) => void, object]>([
    [
      'is not available yet',
      (name) => aws.control.update(HERE, 'cacheSnapshot', name, { SnapshotStatus: 'creating' }),
      { kind: 'pending' },
    ],
    [
      'failed',
      (name) => aws.control.update(HERE, 'cacheSnapshot', name, { SnapshotStatus: 'failed' }),
      { kind: 'failed' },
    ],
    [
      'is being deleted',
      (name) => aws.control.update(HERE, 'cacheSnapshot', name, { SnapshotStatus: 'deleting' }),
      { kind: 'undone' },
    ],
    ['was deleted', (name) => aws.control.remove(HERE, 'cacheSnapshot', name), { kind: 'undone' }],
    [
      'is of another cache',
      (name) =>
        aws.control.update(HERE, 'cacheSnapshot', name, { ReplicationGroupId: 'other', CacheClusterId: 'other-001' }),
      { kind: 'failed' },
    ],
    [
      'has no date',
      (name) => aws.control.update(HERE, 'cacheSnapshot', name, { NodeSnapshots: [{}] }),
      { kind: 'failed' },
    ],
    ['is there, and its cache is saved by AWS', () => change({ Status: 'snapshotting' }), { kind: 'pending' }],
    ['is there, and its cache changes', () => change({ Status: 'modifying' }), { kind: 'undone' }],
  ])('%s → it lets nothing go', async (_name, happens, is) => {
    add();
    const name = await made();
    happens(name);
    expect(await standing(name)).toMatchObject(is);
  });

  test('the cache is being changed, or its snapshots cannot be read → none is made', async () => {
    add({ Status: 'modifying' });
    expect(await begun()).toMatchObject({ kind: 'refused', isInUse: true });
    change({ Status: 'snapshotting' });
    expect(await begun()).toMatchObject({ kind: 'retry' });
    change({ Status: 'available' });
    aws.control.addFault({ kind: 'deny', operation: 'DescribeSnapshots' });
    expect(await begun()).toMatchObject({ kind: 'retry' });
    expect(requests('CreateSnapshot')).toBe(0);
  });

  test('AWS makes none, for there are too many → it is told, and the cache stays', async () => {
    add();
    aws.control.addFault({
      kind: 'error',
      operation: 'CreateSnapshot',
      code: 'SnapshotQuotaExceededFault',
      status: 400,
    });
    expect(await begun()).toMatchObject({ kind: 'refused' });
  });

  test('kept, it loses the tag, and the snapshot stays', async () => {
    add();
    await made();
    expect(await quarantine().release(await found())).toContain('its last snapshot stays');
    expect([(await found()).tags, snapshots().length]).toEqual([{}, 1]);
  });
});

describe('A57 its deletion', () => {
  test.each<[string, object, string]>([
    ['joined a global datastore', { GlobalReplicationGroupInfo: { GlobalReplicationGroupId: 'world' } }, 'world'],
    ['will be changed', { PendingModifiedValues: { AutomaticFailoverStatus: 'enabled' } }, 'pending'],
    ['is saved', { Status: 'snapshotting' }, 'its state is snapshotting'],
    ['is another one of its name', { ReplicationGroupCreateTime: new Date() }, 'another cache is called'],
  ])('it %s since it was judged → nothing is sent', async (_name, patch, why) => {
    add();
    const judged = await found();
    change(patch);
    const outcome = (await open().delete([judged])).get(ID);
    expect(outcome).toMatchObject({ kind: 'refused', reason: expect.stringContaining(why) });
    expect(requests('DeleteReplicationGroup')).toBe(0);
  });

  test('the name of its final snapshot is taken → AWS deletes nothing', async () => {
    add();
    const one = await found();
    expect((await open().delete([one])).get(ID)).toMatchObject({ kind: 'accepted' });
    add();
    expect((await open().delete([await found()])).get(ID)).toMatchObject({ kind: 'refused' });
    expect(aws.control.state(HERE).caches).toHaveLength(1);
  });

  test('what a restore needs cannot be read → it has no definition, so it is not deleted', async () => {
    add();
    aws.control.addFault({ kind: 'deny', operation: 'DescribeCacheClusters' });
    expect(await readOf()).toMatchObject({ kind: 'unknown' });
  });
});

describe('A57 its way back', () => {
  async function gone(seed: Seed = {}): Promise<StoredDefinition> {
    add(seed);
    await made();
    const one = await found();
    expect((await open().delete([one])).get(ID)).toMatchObject({ kind: 'accepted' });
    return storedOf(one);
  }
  const request = () => aws.control.calls({ operation: 'CreateReplicationGroup' })[0]?.input;

  test('one is made from its final snapshot with its settings, once', async () => {
    const stored = await gone({
      tags: { team: 'shop' },
      UserGroupIds: ['readers'],
      cluster: {
        EngineVersion: '7.1.4',
        CacheSubnetGroupName: 'private',
        CacheParameterGroup: { CacheParameterGroupName: 'tuned' },
        SecurityGroups: [{ SecurityGroupId: 'sg-1', Status: 'active' }],
      },
    });
    expect(await restored(stored)).toMatchObject({ kind: 'restored', id: ID });
    expect(request()).toMatchObject({
      SnapshotName: expect.stringMatching(/^holystone-final-/),
      NumCacheClusters: 2,
      Engine: 'valkey',
      EngineVersion: '7.1',
      CacheParameterGroupName: 'tuned',
      CacheSubnetGroupName: 'private',
      SecurityGroupIds: ['sg-1'],
      UserGroupIds: ['readers'],
      Port: 6379,
      AutomaticFailoverEnabled: true,
    });
    expect((await found()).tags).toEqual({ team: 'shop', 'holystone:restored-from': stored.identity });
    // A second run finds it.
    expect(await restored(stored)).toMatchObject({ kind: 'restored', id: ID });
    expect(requests('CreateReplicationGroup')).toBe(1);
  });

  test('one with shards of its own shape has them again', async () => {
    await restored(await gone(sharded));
    expect(request()).toMatchObject({
      NumNodeGroups: 2,
      NodeGroupConfiguration: [
        { NodeGroupId: '0001', Slots: '0-8191', ReplicaCount: 0 },
        { NodeGroupId: '0002', Slots: '8192-16383', ReplicaCount: 1 },
      ],
    });
  });

  test('A203 one between both modes comes back so, and with its durability', async () => {
    await restored(await gone({ ClusterMode: 'compatible', Durability: 'sync' as never }));
    expect(request()).toMatchObject({ ClusterMode: 'compatible', Durability: 'sync' });
  });

  test('its final snapshot is gone → that before its deletion; both are gone, or another has its name → nothing', async () => {
    const stored = await gone();
    const [last = '', final = ''] = snapshots().map(({ SnapshotName: name = '' }) => name);
    aws.control.remove(HERE, 'cacheSnapshot', final);
    const plan = await open({ mayRestore: true }).restore?.(stored, undefined);
    expect(plan).toMatchObject({ kind: 'ready', steps: [{ command: expect.stringContaining(last) }] });
    aws.control.remove(HERE, 'cacheSnapshot', last);
    expect(await restored(stored)).toMatchObject({
      kind: 'refused',
      why: expect.stringContaining('no final snapshot'),
    });
    add({ ReplicationGroupCreateTime: new Date() });
    expect(await restored(stored)).toMatchObject({ kind: 'refused', why: expect.stringContaining('another cache') });
    expect(requests('CreateReplicationGroup')).toBe(0);
  });
});

describe('the tags of its clusters', () => {
  async function told(seed: Seed = {}): Promise<readonly string[]> {
    add(seed);
    const resources = (await collect(open().list())).flat() as unknown as readonly CacheResource[];
    const place = { account: account.name, location: HERE.region };
    return (await nodeTags.read(place, scopeOf(parameters), resources, aws.io())).map(
      ({ says, by }) => `${says}: ${by}`,
    );
  }

  test.each<[string, Readonly<Record<string, string>>]>([
    ['an owner', { Owner: 'bob' }],
    ['the tag that keeps', { 'holystone:keep': 'always' }],
    ['a program that made it', { 'kubernetes.io/cluster/shop': 'owned' }],
    ['another value than that of the group', { owner: 'bob' }],
  ])('A181 %s that only a cluster has is a use', async (_what, ofNode) => {
    const [key, value] = Object.entries(ofNode)[0] ?? [];
    const seed = { tags: { owner: 'ann' }, nodeTags: { 'sessions-002': ofNode } };
    expect(await told(seed)).toEqual([`used: the tag ${key}=${value} of sessions-002`]);
  });

  test('A181 tags of the group, the name of a cluster and tags of AWS say nothing more', async () => {
    const ofNode = { Name: 'sessions-001', 'aws:cloudformation:stack-name': 'shop', owner: 'ann' };
    expect(await told({ tags: { owner: 'ann' }, nodeTags: { 'sessions-001': ofNode } })).toEqual([]);
    const names = aws.control.calls({ operation: 'ListTagsForResource' }).map(({ input }) => JSON.stringify(input));
    expect(names.filter((name) => name.includes(':cluster:sessions-00'))).toHaveLength(2);
  });

  test('A181 Law 1 without its clusters it is unknown', async () => {
    expect((await failureOf(told({ MemberClusters: ['sessions-001'] }))).message).toContain('are not all known');
  });
});
