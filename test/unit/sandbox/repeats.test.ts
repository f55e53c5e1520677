import {
  CreateSnapshotCommand,
  DeleteVolumeCommand,
  DescribeSnapshotsCommand,
  DescribeVolumesCommand,
} from '@aws-sdk/client-ec2';
import { describe, expect, test } from '@jest/globals';
import type { RunningSandbox } from '../../../sandbox/aws/index.ts';
import { KeptAnswers } from '../../support/keptAnswers.ts';
import { ec2Client, HOME, PLACE, sandbox } from './fixture.ts';

/** A sandbox with a volume, and a client that keeps its answers. */
async function volumes() {
  const running = await sandbox();
  const { control } = running;
  const [VolumeId = ''] = control.addVolumes(PLACE, [{}, {}]);
  const client = ec2Client(running);
  new KeptAnswers(running).share('ec2', client as never);
  const read = () => client.send(new DescribeVolumesCommand({}));
  return { running, control, VolumeId, client, read };
}

function changeAndBack(control: RunningSandbox['control']): void {
  const [{ VolumeId = '', Size } = {}] = control.state(PLACE).volumes;
  control.update(PLACE, 'volume', VolumeId, { Size: 999 });
  control.update(PLACE, 'volume', VolumeId, { Size });
}

describe('a client that keeps its answers', () => {
  test('gets the same answer from an unchanged account, and the sandbox logs each call', async () => {
    const { control, read } = await volumes();
    const first = await read();
    expect(await read()).toBe(first);
    const calls = control.calls({ operation: 'DescribeVolumes' });
    expect(calls.map(({ seq: _seq, at: _at, ...same }) => same)).toEqual([
      expect.objectContaining({ account: HOME, status: 200 }),
      expect.objectContaining({ account: HOME, status: 200 }),
    ]);
  });

  test('gets an answer that nobody can change', async () => {
    const { read } = await volumes();
    const { Volumes } = await read();
    expect(() => Volumes?.pop()).toThrow(TypeError);
  });

  test.each<[string, (running: RunningSandbox) => unknown]>([
    ['a resource is added', ({ control }) => control.addVolumes(PLACE, [{}])],
    ['everything is removed', ({ control }) => control.empty(PLACE)],
    ['pages get shorter', ({ control }) => control.setPageLimit(1)],
    ['the account may change by itself', ({ control }) => control.setConsistency({ reads: 1 })],
    ['the rate is limited', ({ control }) => control.setThrottling({})],
  ])('asks again after %s', async (_what, change) => {
    const { running, read } = await volumes();
    const first = await read();
    change(running);
    expect(await read()).not.toBe(first);
  });

  test('asks again after a request that changes something', async () => {
    const { client, VolumeId, read } = await volumes();
    expect((await read()).Volumes).toHaveLength(2);
    await client.send(new DeleteVolumeCommand({ VolumeId }));
    expect((await read()).Volumes).toHaveLength(1);
  });

  test.each<[string, (running: RunningSandbox) => unknown]>([
    ['a resource of another kind is added', ({ control }) => control.addSecurityGroups(PLACE, [{}])],
    ['the clock moves', ({ control }) => control.advanceClock(1)],
    ['a volume changes and changes back', ({ control }) => changeAndBack(control)],
  ])('gets the same answer after %s', async (_what, change) => {
    const { running, read } = await volumes();
    const first = await read();
    change(running);
    expect(await read()).toBe(first);
  });

  test('while a snapshot is being made, gets the same answer about what does not change', async () => {
    const { client, control, VolumeId, read } = await volumes();
    const snapshots = () => client.send(new DescribeSnapshotsCommand({ OwnerIds: ['self'] }));
    const states = async () => (await snapshots()).Snapshots?.map(({ State }) => State);
    const first = await read();
    expect(await states()).toEqual([]);
    await client.send(new CreateSnapshotCommand({ VolumeId }));
    expect(await read()).toBe(first);
    expect(await states()).toEqual(['pending']);
    control.advanceClock(60_000);
    expect(await states()).toEqual(['completed']);
    expect(await read()).toBe(first);
  });

  test('asks again after AWS suspended the account of the caller', async () => {
    const { control, read } = await volumes();
    await read();
    control.suspendAccount(HOME);
    await expect(read()).rejects.toThrow('not able to validate the provided access credentials');
  });

  test('is refused a read that it may not do now, and then gets the answer from before', async () => {
    const { control, read } = await volumes();
    const first = await read();
    const denial = { account: HOME, action: 'ec2:DescribeVolumes' };
    control.deny(denial);
    await expect(read()).rejects.toThrow('not authorized to perform: ec2:DescribeVolumes');
    control.allow(denial);
    expect(await read()).toBe(first);
  });

  test.each([
    ['DescribeVolumes', 'fails'],
    ['*', 'fails'],
    ['DescribeImages', 'is kept'],
  ])('with a fault of %s, its read of volumes %s', async (operation, outcome) => {
    const { control, read } = await volumes();
    const first = await read();
    control.addFault({ kind: 'error', operation, code: 'InternalError' });
    const second = read().catch(() => 'failed');
    expect(await second).toBe(outcome === 'fails' ? 'failed' : first);
  });
});
