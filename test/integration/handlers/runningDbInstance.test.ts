/** The way back of a stopped database: the same one is started, and no other. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { StoredDefinition } from '../../../src/core/resource/definition.ts';
import { runningDbInstance } from '../../../src/handlers/aws/types/runningDbInstance/handler.ts';
import { account, awsForEach, HERE, openGate, scopeOf } from './fixture.ts';

const ID = 'shop';
const IDENTITY = 'db-ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const parameters = runningDbInstance.parameters.parse({});
const aws = awsForEach();
beforeEach(async () => {
  aws.control.addDbInstances(HERE, [{ DBInstanceIdentifier: ID, DbiResourceId: IDENTITY }]);
});

const change = (to: object) => aws.control.update(HERE, 'dbInstance', ID, { ...to });
const status = () => aws.control.state(HERE).dbInstances.map(({ DBInstanceStatus }) => DBInstanceStatus);
const starts = () => aws.control.calls({ operation: 'StartDBInstance' }).map(({ role, input }) => [role, input]);

const open = (more: object = {}) => {
  const settings = { ...account.settings, restoreRole: `arn:aws:iam::${account.id}:role/restorer` };
  const scope = scopeOf(parameters, { account: { ...account, settings } });
  return runningDbInstance.open(scope, aws.io({ permit: openGate(), ...more }));
};

async function stopped(): Promise<StoredDefinition> {
  const read = (await open().get([ID])).get(ID);
  if (read?.kind !== 'found') throw new Error(JSON.stringify(read));
  expect((await open().delete([read.resource])).get(ID)).toMatchObject({ kind: 'accepted' });
  const { namespace } = scopeOf({});
  const own = { namespace, id: ID, identity: IDENTITY, at: Date.now(), passId: 'pass-1', reasons: ['unused'] };
  return JSON.parse(
    JSON.stringify({ ...own, definition: runningDbInstance.definition(read.resource as never) }),
  ) as StoredDefinition;
}

async function restored(stored: StoredDefinition, more: object = { mayRestore: true }) {
  const plan = await open(more).restore?.(stored, undefined);
  if (!plan) throw new Error('there is no way back');
  return plan.kind === 'ready' ? plan.run() : plan;
}

describe('A43 its way back', () => {
  test('it is started by the restoring identity, and a second run finds it', async () => {
    const stored = await stopped();
    expect(await restored(stored)).toMatchObject({ kind: 'restored', id: ID });
    expect([status(), starts()]).toEqual([['available'], [['restorer', { DBInstanceIdentifier: ID }]]]);
    expect(await restored(stored)).toEqual({ kind: 'restored', id: ID, afterwards: [] });
    expect(starts()).toHaveLength(1);
  });

  test('without `restore --yes` nothing is started', async () => {
    const stored = await stopped();
    await expect(restored(stored, {})).rejects.toThrow('restore --yes');
    expect([status(), starts()]).toEqual([['stopped'], []]);
  });

  test.each<[string, object, string]>([
    ['is still being stopped', { DBInstanceStatus: 'stopping' }, 'try again'],
    ['has failed', { DBInstanceStatus: 'failed' }, 'is failed'],
    ['is another one by now', { DbiResourceId: 'db-ANOTHER' }, 'db-ANOTHER'],
  ])('it %s → nothing is started', async (_what, to, why) => {
    const stored = await stopped();
    change(to);
    expect(await restored(stored)).toMatchObject({ kind: 'refused', why: expect.stringContaining(why) });
    expect(starts()).toEqual([]);
  });

  test('it is gone → nothing is started', async () => {
    const stored = await stopped();
    aws.control.remove(HERE, 'dbInstance', ID);
    expect(await restored(stored)).toMatchObject({ kind: 'refused', why: expect.stringContaining('is gone') });
  });
});
