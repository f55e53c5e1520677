/** Running instances: the last check before the stop, and the way back. */
import { expect, test } from '@jest/globals';
import type { InstanceSeed } from '../../../sandbox/aws/index.ts';
import { runningInstance } from '../../../src/handlers/aws/types/runningInstance/handler.ts';
import { runningSeed } from '../../support/graph/runningInstances.ts';
import { account, awsForEach, HERE, openGate, scopeOf } from './fixture.ts';

const ID = 'i-0123456789abcdef0';
const aws = awsForEach();

const open = (more: object = {}) => {
  const settings = { ...account.settings, restoreRole: `arn:aws:iam::${account.id}:role/restorer` };
  const scope = scopeOf(runningInstance.parameters.parse({}), { account: { ...account, settings } });
  return runningInstance.open(scope, aws.io({ permit: openGate(), ...more }));
};
const change = (to: object) => aws.control.update(HERE, 'instance', ID, { ...to });
const sent = () => aws.operations().filter((operation) => /^(Start|Stop|Terminate)Instances$/.test(operation));

async function found(seed: Partial<InstanceSeed> = {}) {
  aws.control.addInstances(HERE, [runningSeed({ id: ID, now: Date.now(), ...seed })]);
  const now = (await open().get([ID])).get(ID);
  if (now?.kind !== 'found') throw new Error(`${ID} is not found`);
  return now.resource;
}

test.each([
  ['it was started again', { LaunchTime: new Date() }, 'refused'],
  ['it is being stopped', { State: { Code: 64, Name: 'stopping' } }, 'refused'],
  ['it is stopped', { State: { Code: 80, Name: 'stopped' } }, 'gone'],
])('Law 3 between the check and the request %s → nothing is sent', async (_what, to, kind) => {
  const checked = await found();
  change(to);
  expect((await open().delete([checked])).get(ID)?.kind).toBe(kind);
  expect(sent()).toEqual([]);
});

test('A31 `restore` starts the same one again, and only plans until it may', async () => {
  const checked = await found();
  expect((await open().delete([checked])).get(ID)?.kind).toBe('accepted');
  expect((await open().get([ID])).get(ID)?.kind).toBe('gone');
  const { namespace } = scopeOf({});
  const own = { namespace, id: ID, identity: checked.identity, at: Date.now(), passId: 'pass-1', reasons: ['unused'] };
  const stored = { ...own, definition: runningInstance.definition(checked) };
  const plan = await open({ mayRestore: true }).restore?.(stored, undefined);
  expect([plan?.kind, sent()]).toEqual(['ready', ['StopInstances']]);
  if (plan?.kind === 'ready') expect(await plan.run()).toMatchObject({ kind: 'restored', id: ID });
  expect(aws.control.state(HERE).instances[0]?.State?.Name).toBe('running');
  expect(await open().restore?.(stored, undefined)).toEqual({ kind: 'restored', id: ID, afterwards: [] });
  change({ State: { Code: 48, Name: 'terminated' } });
  expect(await open().restore?.(stored, undefined)).toMatchObject({ kind: 'refused' });
});

test('A31 an EBS root of any name is one', async () => {
  const Ebs = { VolumeId: 'vol-1', DeleteOnTermination: true };
  const one = await found({ RootDeviceName: '/dev/sda2', BlockDeviceMappings: [{ DeviceName: '/dev/sda2', Ebs }] });
  expect(one.hasRoot).toBe(true);
});
