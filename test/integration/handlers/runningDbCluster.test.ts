/** The stop of a cluster with its members, what AWS would not stop, and the way back: the same one is started, and no other. */
import { describe, expect, test } from '@jest/globals';
import type { SandboxControl } from '../../../sandbox/aws/index.ts';
import type { StoredDefinition } from '../../../src/core/resource/definition.ts';
import type { DbClusterResource } from '../../../src/handlers/aws/resources/dbCluster.ts';
import { dbClusterSafeguards } from '../../../src/handlers/aws/resources/dbClusterSafeguards.ts';
import { runningDbCluster } from '../../../src/handlers/aws/types/runningDbCluster/handler.ts';
import { account, awsForEach, HERE, openGate, scopeOf } from './fixture.ts';

type Seed = Parameters<SandboxControl['addDbClusters']>[1][number];

const ID = 'shop';
const IDENTITY = 'cluster-ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const parameters = runningDbCluster.parameters.parse({});
const aws = awsForEach();

const add = (seed: Seed = {}) =>
  aws.control.addDbClusters(HERE, [{ DBClusterIdentifier: ID, DbClusterResourceId: IDENTITY, members: 2, ...seed }]);
const change = (to: object) => aws.control.update(HERE, 'dbCluster', ID, { ...to });
const state = () => aws.control.state(HERE);
const statuses = () => [
  state().dbClusters[0]?.Status,
  ...state().dbInstances.map(({ DBInstanceStatus: status }) => status),
];
const sent = (operation: string) => aws.control.calls({ operation }).map(({ role, input }) => [role, input]);

const open = (more: object = {}) => {
  const settings = { ...account.settings, restoreRole: `arn:aws:iam::${account.id}:role/restorer` };
  const scope = scopeOf(parameters, { account: { ...account, settings } });
  return runningDbCluster.open(scope, aws.io({ permit: openGate(), ...more }));
};
const readOf = async () => (await open().get([ID])).get(ID);
async function found(): Promise<DbClusterResource> {
  const read = await readOf();
  if (read?.kind !== 'found') throw new Error(JSON.stringify(read));
  return read.resource as DbClusterResource;
}
const keptBecause = (resource: DbClusterResource) =>
  runningDbCluster.safeguards
    .flatMap(({ keeps }) => keeps(resource, parameters, { now: Date.now(), findings: [] }) ?? [])
    .join();

describe('A120 its stop', () => {
  test('one request stops it with all members, and no other call of this type changes anything', async () => {
    add();
    expect((await open().delete([await found()])).get(ID)).toMatchObject({ kind: 'accepted' });
    expect([sent('StopDBCluster').length, statuses()]).toEqual([1, ['stopped', 'stopped', 'stopped']]);
    expect(state().dbClusterSnapshots).toEqual([]);
    expect([await readOf(), runningDbCluster.permissions.delete]).toMatchObject([
      { kind: 'gone' },
      ['rds:StopDBCluster'],
    ]);
  });

  test.each<[string, object, string]>([
    ['a global database', { GlobalClusterIdentifier: 'world' }, 'global database world'],
    ['one with a replica in another region', { ReadReplicaIdentifiers: ['arn:aws:rds:eu-west-1:1:cluster:c'] }, 'c'],
    ['a follower', { ReplicationSourceIdentifier: 'arn:aws:rds:eu-west-1:1:cluster:main' }, 'cluster:main'],
    ['Serverless v1', { EngineMode: 'serverless' }, 'engine mode is serverless'],
    ['parallel query of old versions', { EngineMode: 'parallelquery' }, 'engine mode is parallelquery'],
    ['several writers', { EngineMode: 'multimaster' }, 'engine mode is multimaster'],
    ['a Multi-AZ cluster', { Engine: 'postgres' }, 'engine is postgres'],
    ['Neptune', { Engine: 'neptune' }, 'engine is neptune'],
    ['a limitless database', { ClusterScalabilityType: 'limitless' }, 'a limitless database'],
    [
      'one with a pending change, which a stop drops',
      { PendingModifiedValues: { EngineVersion: '17.4' } },
      'pending: EngineVersion',
    ],
    ['a stopped one', { Status: 'stopped' }, 'state is stopped'],
    ['one that is saved', { Status: 'backing-up' }, 'state is backing-up'],
  ])('A121 %s is kept with the reason, and is not stopped though it was judged before', async (_name, to, why) => {
    add();
    const judged = await found();
    change(to);
    const outcome = (await open().delete([judged])).get(ID);
    expect(outcome).toMatchObject({ kind: expect.stringMatching(/^(refused|gone)$/) });
    if (!why.includes('stopped')) expect(outcome).toMatchObject({ reason: expect.stringContaining(why) });
    expect(sent('StopDBCluster')).toEqual([]);
    // The automatic snapshot of each day takes no mark away.
    if (!/stopped|backing-up/.test(why)) expect(keptBecause(await found())).toContain(why);
  });

  test('A125 one of DocumentDB is stopped, also without an engine mode, and kept by the type that deletes', async () => {
    add({ Engine: 'docdb', EngineMode: undefined as never });
    const one = await found();
    expect(keptBecause(one)).toBe('');
    const [why] = dbClusterSafeguards.flatMap(
      ({ keeps }) => keeps(one, parameters, { now: Date.now(), findings: [] }) ?? [],
    );
    expect(why).toContain('automated backups');
    expect((await open().delete([one])).get(ID)).toMatchObject({ kind: 'accepted' });
    expect(statuses()).toEqual(['stopped', 'stopped', 'stopped']);
  });

  test.each(['global', 'serverless', 'x'])(
    'A125 one of DocumentDB with the engine mode %s is kept',
    async (EngineMode) => {
      add({ Engine: 'docdb', EngineMode });
      expect(keptBecause(await found())).toContain(`engine mode is ${EngineMode}`);
    },
  );

  test('A121 one with a member that restarts is kept, and is not stopped', async () => {
    add();
    const judged = await found();
    aws.control.update(HERE, 'dbInstance', `${ID}-2`, { DBInstanceStatus: 'rebooting' });
    expect(keptBecause(await found())).toContain('shop-2 (rebooting)');
    expect((await open().delete([judged])).get(ID)).toMatchObject({ kind: 'refused' });
    expect(sent('StopDBCluster')).toEqual([]);
  });

  test.each(['InvalidDBClusterStateFault', 'InvalidDBInstanceState', 'InvalidDBShardGroupState'])(
    'A121 AWS refuses it with %s → nothing is counted as stopped',
    async (code) => {
      add();
      aws.control.addFault({ kind: 'error', operation: 'StopDBCluster', code, status: 400 });
      expect((await open().delete([await found()])).get(ID)).toMatchObject({ kind: 'refused' });
      expect(statuses()).toEqual(['available', 'available', 'available']);
    },
  );
});

describe('A122 its way back', () => {
  async function stopped(): Promise<StoredDefinition> {
    add();
    const one = await found();
    expect((await open().delete([one])).get(ID)).toMatchObject({ kind: 'accepted' });
    const { namespace } = scopeOf({});
    const own = { namespace, id: ID, identity: IDENTITY, at: Date.now(), passId: 'pass-1', reasons: ['unused'] };
    return JSON.parse(JSON.stringify({ ...own, definition: runningDbCluster.definition(one) })) as StoredDefinition;
  }
  async function restored(stored: StoredDefinition, more: object = { mayRestore: true }) {
    const plan = await open(more).restore?.(stored, undefined);
    if (!plan) throw new Error('there is no way back');
    return plan.kind === 'ready' ? plan.run() : plan;
  }

  test('it is started with its members by the restoring identity, and a second run finds it', async () => {
    const stored = await stopped();
    expect(await restored(stored)).toMatchObject({ kind: 'restored', id: ID });
    expect(statuses()).toEqual(['available', 'available', 'available']);
    expect(await restored(stored)).toEqual({ kind: 'restored', id: ID, afterwards: [] });
    expect(sent('StartDBCluster')).toEqual([['restorer', { DBClusterIdentifier: ID }]]);
  });

  test('without `restore --yes` nothing is started', async () => {
    const stored = await stopped();
    await expect(restored(stored, {})).rejects.toThrow('restore --yes');
    expect(sent('StartDBCluster')).toEqual([]);
  });

  test.each<[string, object, string]>([
    ['is still being stopped', { Status: 'stopping' }, 'try again'],
    ['has failed', { Status: 'inaccessible-encryption-credentials' }, 'is inaccessible-encryption-credentials'],
    ['is another one by now', { DbClusterResourceId: 'cluster-ANOTHER' }, 'cluster-ANOTHER'],
  ])('it %s → nothing is started', async (_what, to, why) => {
    const stored = await stopped();
    change(to);
    expect(await restored(stored)).toMatchObject({ kind: 'refused', why: expect.stringContaining(why) });
    expect(sent('StartDBCluster')).toEqual([]);
  });

  test('it is gone, or cannot be read → nothing is started', async () => {
    const stored = await stopped();
    aws.control.remove(HERE, 'dbCluster', ID);
    expect(await restored(stored)).toMatchObject({ kind: 'refused', why: expect.stringContaining('is gone') });
    aws.control.addFault({ kind: 'deny', operation: 'DescribeDBClusters' });
    await expect(restored(stored)).rejects.toThrow('DescribeDBClusters');
    expect(sent('StartDBCluster')).toEqual([]);
  });
});
