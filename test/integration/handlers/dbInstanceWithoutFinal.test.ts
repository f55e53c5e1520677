/** The deletion of a stopped database of which RDS makes no final snapshot: each doubt about the snapshot of its stop keeps it. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { StoredDefinition } from '../../../src/core/resource/definition.ts';
import type { DbInstanceResource } from '../../../src/handlers/aws/resources/dbInstance.ts';
import { stopTag } from '../../../src/handlers/aws/resources/stopTag.ts';
import { dbInstance } from '../../../src/handlers/aws/types/dbInstance/handler.ts';
import { account, awsForEach, HERE, openGate, scopeOf } from './fixture.ts';

const ID = 'shop';
const IDENTITY = 'db-ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const [MINUTE, DAY] = [60_000, 86_400_000];

const parameters = dbInstance.parameters.parse({});
const aws = awsForEach();
let stoppedAt = 0;
let last = '';
beforeEach(async () => {
  aws.control.setStoppedSaved(false);
  stoppedAt = Date.now() - 5 * DAY;
  last = nameOf(stoppedAt);
  aws.control.addDbInstances(HERE, [
    {
      DBInstanceIdentifier: ID,
      DbiResourceId: IDENTITY,
      InstanceCreateTime: new Date(Date.now() - 100 * DAY),
      DBInstanceStatus: 'stopped',
      AutomaticRestartTime: new Date(stoppedAt + 7 * DAY),
      tags: { 'holystone:quarantine': stopTag(IDENTITY, stoppedAt) },
    },
  ]);
  snapshot(last, stoppedAt - MINUTE);
  tell('DB instance stopped', stoppedAt);
});

const nameOf = (at: number) => `holystone-last-${IDENTITY.toLowerCase()}-${new Date(at).toISOString().slice(0, 10)}`;

function snapshot(DBSnapshotIdentifier: string, at: number, more: object = {}): void {
  const of = { DBInstanceIdentifier: ID, DbiResourceId: IDENTITY, Encrypted: true };
  const SnapshotCreateTime = new Date(at);
  aws.control.addDbSnapshots(HERE, [{ ...of, DBSnapshotIdentifier, SnapshotCreateTime, ...more }]);
}
function tell(Message: string, at: number): void {
  aws.control.addDbEvents(HERE, [{ SourceIdentifier: ID, Message, Date: new Date(at).toISOString() }]);
}
const change = (to: object) => aws.control.update(HERE, 'dbInstance', ID, { ...to });
const changeSnapshot = (to: object) => aws.control.update(HERE, 'dbSnapshot', last, { ...to });
const lose = () => aws.control.remove(HERE, 'dbSnapshot', last);
const instances = () => aws.control.state(HERE).dbInstances;
const snapshots = () => aws.control.state(HERE).dbSnapshots.map(({ DBSnapshotIdentifier }) => DBSnapshotIdentifier);
const asked = () =>
  aws.control
    .calls({ operation: 'DeleteDBInstance' })
    .map(({ input }) => (input as { SkipFinalSnapshot?: boolean }).SkipFinalSnapshot);

const open = (more: object = {}) => {
  const settings = { ...account.settings, restoreRole: `arn:aws:iam::${account.id}:role/restorer` };
  return dbInstance.open(
    scopeOf(parameters, { account: { ...account, settings } }),
    aws.io({ permit: openGate(), ...more }),
  );
};
async function found(): Promise<DbInstanceResource> {
  const read = (await open().get([ID])).get(ID);
  if (read?.kind !== 'found') throw new Error(JSON.stringify(read));
  return read.resource as DbInstanceResource;
}

/** @param between happens before the `nth` call of this name */
async function deleted(between?: { readonly api: string; readonly nth: number; readonly happens: () => void }) {
  let calls = 0;
  const around = async (of: { readonly api: string }, run: () => Promise<unknown>) => {
    if (of.api === between?.api) calls += 1;
    if (of.api === between?.api && calls === between.nth) between.happens();
    return run();
  };
  const pacer = { take: async () => {}, throttled: async () => {}, around };
  const resource = await found();
  return (await open({ pacer }).delete([resource])).get(ID);
}

describe('A40 RDS makes no final snapshot of a stopped database', () => {
  test('it goes without one, and its automated backups stay', async () => {
    expect(await deleted()).toMatchObject({ kind: 'accepted' });
    expect([asked(), instances(), snapshots()]).toEqual([[false, true], [], [last]]);
    const [, second] = aws.control.calls({ operation: 'DeleteDBInstance' });
    expect(second?.input).toEqual({ DBInstanceIdentifier: ID, SkipFinalSnapshot: true, DeleteAutomatedBackups: false });
  });

  test('a stop of which the first request was made the day before has the name of that day', async () => {
    change({ TagList: [{ Key: 'holystone:quarantine', Value: stopTag(IDENTITY, stoppedAt + DAY) }] });
    expect(await deleted()).toMatchObject({ kind: 'accepted' });
  });

  test.each<[string, () => void, string]>([
    ['is not whole yet', () => changeSnapshot({ Status: 'creating' }), 'is creating'],
    ['failed', () => changeSnapshot({ Status: 'failed' }), 'failed'],
    ['has a state of tomorrow', () => changeSnapshot({ Status: 'paused' }), 'is paused'],
    ['is not encrypted as it is', () => changeSnapshot({ Encrypted: false }), 'not encrypted'],
    ['has no date', () => changeSnapshot({ SnapshotCreateTime: undefined }), 'does not say'],
    [
      'is older than its stop by days',
      () => changeSnapshot({ SnapshotCreateTime: new Date(stoppedAt - DAY) }),
      'again',
    ],
    [
      'was made after its stop',
      () => changeSnapshot({ SnapshotCreateTime: new Date(stoppedAt + DAY) }),
      'after it had been stopped',
    ],
    ['is of another database', () => changeSnapshot({ DbiResourceId: 'db-ANOTHER' }), 'no snapshot of its stop'],
    ['was deleted', lose, 'no snapshot of its stop'],
    ['was made by RDS itself', () => changeSnapshot({ SnapshotType: 'automated' }), 'no snapshot of its stop'],
  ])('the snapshot of its stop %s → it stays', async (_what, happens, why) => {
    happens();
    expect(await deleted()).toMatchObject({ kind: 'refused', reason: expect.stringContaining(why) });
    expect([asked(), instances().length]).toEqual([[false], 1]);
  });

  test.each<[string, () => void]>([
    ['that it was started', () => tell('DB instance started', stoppedAt + DAY)],
    ['that it was stopped another time', () => tell('DB instance stopped', stoppedAt + 2 * DAY)],
    ['a change', () => tell('The storage was changed', stoppedAt + DAY)],
    ['what this version does not know', () => tell('Something of tomorrow', stoppedAt + DAY)],
  ])('its events show %s → it stays', async (_what, happens) => {
    happens();
    expect(await deleted()).toMatchObject({ kind: 'refused' });
    expect([asked(), instances().length]).toEqual([[false], 1]);
  });

  test('its events show no stop, so others may be missing → it stays', async () => {
    aws.control.addFault({ kind: 'empty', operation: 'DescribeEvents' });
    expect(await deleted()).toMatchObject({ kind: 'refused', reason: expect.stringContaining('no event') });
    expect([asked(), instances().length]).toEqual([[false], 1]);
  });

  test.each(['DescribeDBSnapshots', 'DescribeEvents'])('%s is not answered → it stays for now', async (operation) => {
    aws.control.addFault({ kind: 'error', operation, code: 'InternalFailure', status: 500 });
    expect(await deleted()).toMatchObject({ kind: 'retry' });
    expect([asked(), instances().length]).toEqual([[false], 1]);
  });

  test.each<[string, object]>([
    ['is started', { DBInstanceStatus: 'starting' }],
    ['is there again', { DBInstanceStatus: 'available', AutomaticRestartTime: undefined }],
    ['is protected', { DeletionProtection: true }],
    ['is another one of its name', { DbiResourceId: 'db-ANOTHER' }],
    ['is of nobody, for its tag is gone', { TagList: [] }],
    ['has a replica', { ReadReplicaDBInstanceIdentifiers: ['copy'] }],
    ['changes', { PendingModifiedValues: { Port: 1 } }],
  ])('between the refusal and the second request it %s → there is none', async (_what, to) => {
    // Once before each request.
    const happens = () => change(to);
    expect(await deleted({ api: 'rds:DescribeDBInstances', nth: 2, happens })).toMatchObject({ kind: 'refused' });
    expect([asked(), instances().length]).toEqual([[false], 1]);
  });

  test('the second read is not answered → there is no second request', async () => {
    const happens = () => aws.control.addFault({ kind: 'drop', operation: 'DescribeDBInstances' });
    expect((await deleted({ api: 'rds:DescribeDBInstances', nth: 2, happens }))?.kind).toBe('retry');
    expect([asked(), instances().length]).toEqual([[false], 1]);
  });

  test.each(['InvalidParameterCombination', 'SnapshotQuotaExceeded', 'KMSKeyNotAccessibleFault', 'AccessDenied'])(
    'RDS refuses it for another reason (%s) → it stays',
    async (code) => {
      aws.control.addFault({ kind: 'error', operation: 'DeleteDBInstance', code, status: 400 });
      expect(await deleted()).toMatchObject({ kind: 'refused' });
      expect([asked(), instances().length]).toEqual([[false], 1]);
    },
  );

  test('the answer to the second request is lost → a read by its name decides', async () => {
    const fault = { kind: 'dropAfter', operation: 'DeleteDBInstance', containing: '"SkipFinalSnapshot":true' } as const;
    aws.control.addFault({ ...fault, times: 1 });
    expect(await deleted()).toBeUndefined();
    expect((await open().get([ID])).get(ID)).toMatchObject({ kind: 'gone' });
  });
});

describe('A40 its way back', () => {
  const { namespace } = scopeOf({});

  async function gone(): Promise<StoredDefinition> {
    const one = await found();
    expect(await deleted()).toMatchObject({ kind: 'accepted' });
    const own = { namespace, id: ID, identity: IDENTITY, at: Date.now(), passId: 'pass-1', reasons: ['unused'] };
    return JSON.parse(JSON.stringify({ ...own, definition: dbInstance.definition(one) })) as StoredDefinition;
  }
  const planned = async (stored: StoredDefinition) => open({ mayRestore: true }).restore?.(stored, undefined);

  test('it is restored from the snapshot of its last stop, not from an older one', async () => {
    snapshot(nameOf(stoppedAt - 40 * DAY), stoppedAt - 40 * DAY);
    const plan = await planned(await gone());
    if (plan?.kind !== 'ready') throw new Error(JSON.stringify(plan));
    expect(plan.steps[0]?.says).toContain(`${last}, the snapshot of its stop`);
    expect(await plan.run()).toMatchObject({ kind: 'restored', id: ID });
    const [sent] = aws.control.calls({ operation: 'RestoreDBInstanceFromDBSnapshot' });
    expect(sent?.input).toMatchObject({ DBInstanceIdentifier: ID, DBSnapshotIdentifier: last });
  });

  test.each<[string, () => void, string]>([
    ['is gone', lose, 'none of its stop'],
    ['is of another', () => changeSnapshot({ DbiResourceId: 'db-ANOTHER' }), 'none of its stop'],
    ['failed', () => changeSnapshot({ Status: 'failed' }), 'is failed'],
  ])('that snapshot %s → nothing is restored', async (_what, happens, why) => {
    const stored = await gone();
    happens();
    expect(await planned(stored)).toMatchObject({ kind: 'refused', why: expect.stringContaining(why) });
  });

  test('the newest one failed → no older one is tried, whose data is older', async () => {
    const stored = await gone();
    changeSnapshot({ Status: 'failed' });
    snapshot(nameOf(stoppedAt - 40 * DAY), stoppedAt - 40 * DAY);
    expect(await planned(stored)).toMatchObject({ kind: 'refused', why: expect.stringContaining(last) });
  });
});
