/** Clusters of Redshift: what identifies and keeps one, the snapshot before its deletion, its pause, and both ways back. */
import { describe, expect, test } from '@jest/globals';
import type { SandboxControl } from '../../../sandbox/aws/index.ts';
import type { StoredDefinition } from '../../../src/core/resource/definition.ts';
import { nameAlias } from '../../../src/handlers/aws/resources/nameAlias.ts';
import type { WarehouseResource } from '../../../src/handlers/aws/resources/warehouse.ts';
import { runningWarehouse } from '../../../src/handlers/aws/types/runningWarehouse/handler.ts';
import { warehouse } from '../../../src/handlers/aws/types/warehouse/handler.ts';
import { account, awsForEach, collect, failureOf, HERE, openGate, scopeOf } from './fixture.ts';

type Seed = Parameters<SandboxControl['addWarehouses']>[1][number];
type Handler = typeof warehouse | typeof runningWarehouse;

const ID = 'sales';
const CREATED = '2026-01-02T03:04:05.000Z';
const UUID = '0c5f2d6e-1111-4222-8333-444455556666';
const NAMESPACE = `arn:aws:redshift:${HERE.region}:${account.id}:namespace:${UUID}`;
const LATER = NAMESPACE.replace('0c5f2d6e', 'ffffffff');
const FINAL = `holystone-final-${UUID}`;

const parameters = warehouse.parameters.parse({});
const aws = awsForEach();

const open = (handler: Handler = warehouse, more: object = {}) => {
  const settings = { ...account.settings, restoreRole: `arn:aws:iam::${account.id}:role/restorer` };
  const scope = scopeOf(parameters, { account: { ...account, settings } });
  return handler.open(scope, aws.io({ permit: openGate(), ...more }));
};
const add = (seed: Seed = {}) =>
  aws.control.addWarehouses(HERE, [
    { ClusterIdentifier: ID, ClusterCreateTime: CREATED, ClusterNamespaceArn: NAMESPACE, ...seed },
  ]);
const change = (patch: object) => aws.control.update(HERE, 'warehouse', ID, { ...patch });
const readOf = async (handler: Handler = warehouse) => (await open(handler).get([ID])).get(ID);
async function found(handler: Handler = warehouse): Promise<WarehouseResource> {
  const read = await readOf(handler);
  if (read?.kind !== 'found') throw new Error(JSON.stringify(read));
  return read.resource as WarehouseResource;
}
const all = () => aws.control.state(HERE).warehouses;
const snapshots = () => aws.control.state(HERE).warehouseSnapshots;
const requests = (operation: string) => aws.control.calls({ operation }).length;
const quarantine = () => {
  const { quarantine: step } = open();
  if (!step) throw new Error('it has no quarantine');
  return step;
};
const begun = async () => quarantine().begin(await found());
const standing = async (made: string) => quarantine().standing(await found(), { at: 0, until: 0, made });
const keptBecause = (resource: WarehouseResource, { safeguards }: Handler = warehouse) =>
  safeguards.flatMap(({ keeps }) => keeps(resource, parameters, { now: Date.now(), findings: [] }) ?? []);

async function made(): Promise<string> {
  const outcome = await begun();
  if (outcome?.kind !== 'done' || !outcome.made) throw new Error(JSON.stringify(outcome));
  return outcome.made;
}

describe('A80 what it is', () => {
  test('its namespace identifies it, and its ARN and its host are among its names', async () => {
    add({ CustomDomainName: 'DW.example.com' });
    const { identity, aliases } = await found();
    expect(identity).toBe(NAMESPACE);
    expect(aliases).toEqual([
      NAMESPACE.replace(`namespace:${UUID}`, 'cluster:sales'),
      'warehouse/sales',
      nameAlias('sales'),
      'warehouse/sales#begins',
      'warehouse/sales#ends',
      'warehouse/sa#starts',
      'warehouse/es#stops',
      NAMESPACE,
      'sales.c0ffee123456.us-east-1.redshift.amazonaws.com',
      'dw.example.com',
    ]);
  });

  test.each<[string, Seed, readonly string[]]>([
    ['is available', {}, []],
    ['is paused', { ClusterStatus: 'paused' }, ['its state is paused']],
    [
      'is maintained',
      { ClusterAvailabilityStatus: 'Maintenance' },
      ['it is available, but its availability is "Maintenance"'],
    ],
    ['will be changed', { PendingModifiedValues: { NodeType: 'ra3.4xlarge' } }, ['pending: NodeType']],
    ['is resized', { ResizeInfo: { ResizeType: 'ElasticResize' } }, ['pending: resize (ElasticResize)']],
    ['is being restored', { RestoreStatus: { Status: 'restoring' } }, ['pending: restore (restoring)']],
    ['was restored', { RestoreStatus: { Status: 'completed' } }, []],
    [
      'exchanges reserved nodes',
      { ReservedNodeExchangeStatus: { Status: 'IN_PROGRESS' } },
      ['pending: exchange of reserved nodes (in_progress)'],
    ],
    [
      'is copied elsewhere',
      { ClusterSnapshotCopyStatus: { DestinationRegion: 'eu-west-1' } },
      ['bound to it: copies of its snapshots in eu-west-1'],
    ],
    ['is in several zones', { MultiAZ: 'Enabled' }, ['bound to it: several zones (Multi-AZ)']],
    [
      'has keys of its own',
      { HsmStatus: { HsmConfigurationIdentifier: 'hsm' } },
      ['bound to it: a hardware security module'],
    ],
    [
      'is in a lakehouse',
      { LakehouseRegistrationStatus: 'Registered' },
      ['bound to it: registration with the lakehouse (Registered)'],
    ],
    ['has no namespace', { ClusterNamespaceArn: undefined }, ['bound to it: a namespace that AWS does not tell']],
  ])('one that %s', async (_name, seed, why) => {
    add(seed);
    expect(keptBecause(await found())).toEqual(why);
  });

  test('an answer without its tags is none', async () => {
    add();
    change({ Tags: undefined });
    expect((await failureOf(collect(open().list()))).message).toContain('without its list of tags');
  });
});

describe('A81 its snapshot', () => {
  test('is named by its namespace and the day, stays for ever, and is in effect once it is whole', async () => {
    add();
    const name = await made();
    expect(name).toMatch(new RegExp(`^holystone-last-${UUID}-\\d{8}$`));
    expect(Object.keys((await found()).tags)).toEqual(['holystone:quarantine']);
    expect(aws.control.calls({ operation: 'CreateClusterSnapshot' })[0]?.input).toMatchObject({
      ClusterIdentifier: ID,
      ManualSnapshotRetentionPeriod: -1,
      Tags: [{ Key: 'holystone:last-of', Value: NAMESPACE }],
    });
    expect(await standing(name)).toEqual({ kind: 'inEffect' });
    expect(all()[0]?.ClusterStatus).toBe('available');
  });

  test('its answer is lost → it is found by its name, and no second one is made', async () => {
    add();
    aws.control.addFault({ kind: 'dropAfter', operation: 'CreateClusterSnapshot', times: 1 });
    await begun();
    expect(await begun()).toMatchObject({ kind: 'done', made: snapshots()[0]?.SnapshotIdentifier });
    expect(snapshots()).toHaveLength(1);
  });

  test.each<[string, object, object]>([
    ['is being made', { Status: 'creating' }, { kind: 'pending' }],
    ['failed', { Status: 'failed' }, { kind: 'failed' }],
    ['was deleted', { Status: 'deleted' }, { kind: 'undone' }],
    ['is of another cluster', { ClusterIdentifier: 'other' }, { kind: 'failed' }],
    ['is of an earlier cluster of its name', { ClusterCreateTime: new Date(0) }, { kind: 'failed' }],
    ['says not when its cluster was made', { ClusterCreateTime: undefined }, { kind: 'failed' }],
    ['is no manual one', { SnapshotType: 'automated' }, { kind: 'failed' }],
    ['is not encrypted', { Encrypted: false }, { kind: 'failed' }],
    ['goes after some days', { ManualSnapshotRetentionPeriod: 7 }, { kind: 'failed' }],
    ['has no date', { SnapshotCreateTime: undefined }, { kind: 'failed' }],
  ])('%s → it lets nothing go', async (_name, patch, is) => {
    add();
    const name = await made();
    aws.control.update(HERE, 'warehouseSnapshot', name, { ...patch });
    expect(await standing(name)).toMatchObject(is);
  });

  test('is gone, or the cluster was paused after it → its deletion does not come', async () => {
    add();
    const name = await made();
    change({ ClusterStatus: 'paused' });
    expect(await standing(name)).toMatchObject({ kind: 'undone' });
    change({ ClusterStatus: 'available' });
    aws.control.remove(HERE, 'warehouseSnapshot', name);
    expect(await standing(name)).toMatchObject({ kind: 'undone' });
  });

  test('the cluster is being changed, or its snapshots cannot be read → none is made', async () => {
    add({ ClusterStatus: 'modifying' });
    expect(await begun()).toMatchObject({ kind: 'refused', isInUse: true });
    change({ ClusterStatus: 'available' });
    aws.control.addFault({ kind: 'deny', operation: 'DescribeClusterSnapshots' });
    expect(await begun()).toMatchObject({ kind: 'retry' });
    expect(requests('CreateClusterSnapshot')).toBe(0);
  });

  test('kept, it loses the tag, and the snapshot stays', async () => {
    add();
    await made();
    expect(await quarantine().release(await found())).toContain('its last snapshot stays');
    expect([(await found()).tags, snapshots().length]).toEqual([{}, 1]);
  });
});

describe('A82 its deletion', () => {
  test.each<[string, object, string]>([
    ['was paused', { ClusterStatus: 'paused' }, 'its state is paused'],
    ['got several zones', { MultiAZ: 'Enabled' }, 'several zones'],
    ['is resized', { ResizeInfo: { ResizeType: 'ClassicResize' } }, 'resize'],
    ['is another one of its name', { ClusterNamespaceArn: LATER }, 'another Redshift cluster is called'],
  ])('it %s since it was judged → nothing is sent', async (_name, patch, why) => {
    add();
    const judged = await found();
    change(patch);
    const outcome = (await open().delete([judged])).get(ID);
    expect(outcome).toMatchObject({ kind: 'refused', reason: expect.stringContaining(why) });
    expect(requests('DeleteCluster')).toBe(0);
  });

  test('the name of its final snapshot is taken → AWS deletes nothing', async () => {
    add();
    const one = await found();
    expect((await open().delete([one])).get(ID)).toMatchObject({ kind: 'accepted' });
    expect(snapshots()).toMatchObject([{ SnapshotIdentifier: FINAL, ManualSnapshotRetentionPeriod: -1 }]);
    add();
    expect((await open().delete([await found()])).get(ID)).toMatchObject({ kind: 'refused' });
    expect(all()).toHaveLength(1);
  });

  test('where it writes its logs cannot be read → it has no definition, so it is not deleted', async () => {
    add();
    aws.control.addFault({ kind: 'deny', operation: 'DescribeLoggingStatus' });
    expect(await readOf()).toMatchObject({ kind: 'unknown' });
  });
});

async function gone(handler: Handler, seed: Seed = {}): Promise<StoredDefinition> {
  add(seed);
  const one = await found(handler);
  expect((await open(handler).delete([one])).get(ID)).toMatchObject({ kind: 'accepted' });
  const { namespace } = scopeOf({});
  const own = { namespace, id: ID, identity: one.identity, at: Date.now(), passId: 'pass-1', reasons: ['unused'] };
  return JSON.parse(JSON.stringify({ ...own, definition: handler.definition(one) })) as StoredDefinition;
}
const planOf = (handler: Handler, stored: StoredDefinition) =>
  open(handler, { mayRestore: true }).restore?.(stored, undefined);
async function restored(handler: Handler, stored: StoredDefinition) {
  const plan = await planOf(handler, stored);
  return plan?.kind === 'ready' ? plan.run() : plan;
}

describe('A82 its way back', () => {
  test('one is made from its final snapshot with its settings, and its tags are left to people', async () => {
    const stored = await gone(warehouse, {
      tags: { team: 'sales' },
      ClusterSubnetGroupName: 'private',
      ClusterParameterGroups: [{ ParameterGroupName: 'tuned', ParameterApplyStatus: 'in-sync' }],
      VpcSecurityGroups: [{ VpcSecurityGroupId: 'sg-1', Status: 'active' }],
      IamRoles: [{ IamRoleArn: 'arn:aws:iam::111111111111:role/copy', ApplyStatus: 'in-sync' }],
    });
    const done = await restored(warehouse, stored);
    expect(done).toMatchObject({ kind: 'restored', id: ID });
    expect(JSON.stringify(done)).toContain('redshift create-tags');
    expect(aws.control.calls({ operation: 'RestoreFromClusterSnapshot' })[0]?.input).toMatchObject({
      ClusterIdentifier: ID,
      SnapshotIdentifier: FINAL,
      NodeType: 'ra3.large',
      NumberOfNodes: 2,
      Port: 5439,
      ClusterSubnetGroupName: 'private',
      ClusterParameterGroupName: 'tuned',
      VpcSecurityGroupIds: ['sg-1'],
      IamRoles: ['arn:aws:iam::111111111111:role/copy'],
    });
    // It is not recognised before somebody wrote its tags.
    expect(await restored(warehouse, stored)).toMatchObject({ kind: 'refused' });
    change({ Tags: [{ Key: 'holystone:restored-from', Value: stored.identity }] });
    expect(await restored(warehouse, stored)).toMatchObject({ kind: 'restored', id: ID });
    expect(requests('RestoreFromClusterSnapshot')).toBe(1);
  });

  test('its final snapshot is gone → that before its deletion; both are gone → nothing', async () => {
    add();
    const last = await made();
    aws.control.remove(HERE, 'warehouse', ID);
    const stored = await gone(warehouse);
    aws.control.remove(HERE, 'warehouseSnapshot', FINAL);
    expect(await planOf(warehouse, stored)).toMatchObject({
      kind: 'ready',
      steps: [{ command: expect.stringContaining(last) }],
    });
    aws.control.remove(HERE, 'warehouseSnapshot', last);
    expect(await restored(warehouse, stored)).toMatchObject({
      kind: 'refused',
      why: expect.stringContaining('no final snapshot'),
    });
    expect(requests('RestoreFromClusterSnapshot')).toBe(0);
  });
});

describe('A83 its pause', () => {
  test.each<[string, Seed, readonly string[]]>([
    [
      'has no automated snapshots',
      { AutomatedSnapshotRetentionPeriod: 0 },
      ['it has no automated snapshots, and AWS pauses none without'],
    ],
    [
      'says not whether it has',
      { AutomatedSnapshotRetentionPeriod: undefined },
      ['it is not known whether it has automated snapshots'],
    ],
    ['is in several zones', { MultiAZ: 'Enabled' }, ['bound to it: several zones (Multi-AZ)']],
  ])('one that %s is not paused', async (_name, seed, why) => {
    add(seed);
    expect(keptBecause(await found(runningWarehouse), runningWarehouse)).toEqual(why);
    const outcome = (await open(runningWarehouse).delete([await found(runningWarehouse)])).get(ID);
    expect([outcome?.kind, requests('PauseCluster')]).toEqual(['refused', 0]);
  });

  test('no request of it deletes, and what it is told of says so', async () => {
    const stored = await gone(runningWarehouse);
    expect([requests('PauseCluster'), requests('DeleteCluster'), all()[0]?.ClusterStatus]).toEqual([1, 0, 'paused']);
    expect(await readOf(runningWarehouse)).toMatchObject({ kind: 'gone' });
    expect(runningWarehouse.permissions.delete).toEqual(['redshift:PauseCluster']);
    expect(await restored(runningWarehouse, stored)).toMatchObject({ kind: 'restored', id: ID });
    expect(all()[0]?.ClusterStatus).toBe('available');
    // A second run finds it.
    expect(await restored(runningWarehouse, stored)).toMatchObject({ kind: 'restored', id: ID });
    expect(requests('ResumeCluster')).toBe(1);
  });

  test.each<[string, object, string]>([
    ['is still being paused', { ClusterStatus: 'pausing' }, 'still being paused'],
    ['is another one of its name', { ClusterNamespaceArn: LATER }, 'another Redshift cluster'],
    ['is deleted', { ClusterStatus: 'deleting' }, 'only a paused Redshift cluster can be resumed'],
  ])('one that %s is not resumed', async (_name, patch, why) => {
    const stored = await gone(runningWarehouse);
    change(patch);
    expect(await restored(runningWarehouse, stored)).toMatchObject({
      kind: 'refused',
      why: expect.stringContaining(why),
    });
    expect(requests('ResumeCluster')).toBe(0);
  });
});
