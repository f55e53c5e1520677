/** Security groups, set live twice: from the first survey to the deletion, beside groups that some service names. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Namespace } from '../../../src/core/resource/namespace.ts';
import { DAY, HERE, worldForAll } from '../../support/awsWorld.ts';

const GROUPS = 'aws:test:us-east-1:securitygroup' as Namespace;
const ACCEPTED = 'acceptIncomplete: { until: 2099-12-31, reason: the network team knows the others }';
const ENTRY = (accepted: string) =>
  `[{ type: securityGroup, accounts: [test], live: true, when: [{ rule: unused }]${accepted} }]`;
const defaults = 'tripwires: { markedShare: 100%, dueShare: 100%, shrunkBy: 100% }';

const world = worldForAll();
beforeEach(() => world.reset({ cleanup: ENTRY(`, ${ACCEPTED}`), defaults }));

const add = (GroupName: string) =>
  world.sandbox.control.addSecurityGroups(HERE, [{ GroupName, tags: { owner: 'ann@example.com' } }])[0] ?? '';
const marked = async () => (await world.marks(GROUPS)).map(({ id }) => id);
const definition = (id: string) => JSON.stringify({ Parameters: { SecurityGroups: [id] } });

/** Long enough for the age, which counts from the first survey, and for the last use. */
async function surveyed(): Promise<void> {
  await world.pass('mark', GROUPS);
  await world.watched(31, GROUPS);
  await world.pass('mark', GROUPS);
}

describe('Law 3 a security group that nothing uses', () => {
  test('is marked, notified, and deleted after its retention; groups that a service names stay', async () => {
    const [unused, ofConnection, ofMachine] = [add('old'), add('of-a-connection'), add('of-a-machine')];
    const PhysicalConnectionRequirements = { SecurityGroupIdList: [ofConnection] };
    world.sandbox.control.addGlueConnections(HERE, [{ Name: 'db', PhysicalConnectionRequirements }]);
    world.sandbox.control.addStateMachines(HERE, [{ definition: definition(ofMachine) }]);
    await surveyed();
    expect(await marked()).toEqual([unused]);

    await world.notify(GROUPS);
    expect(world.messages()).toHaveLength(1);
    await world.watched(10, GROUPS);
    world.clock.advance(DAY);
    expect((await world.pass('delete', GROUPS)).counts).toMatchObject({ deleted: 1 });
    expect(world.writes().map(({ operation }) => operation)).toEqual(['DeleteSecurityGroup']);
    const left = world.sandbox.control.state(HERE).securityGroups.map(({ GroupId }) => GroupId);
    expect(left).toEqual([ofConnection, ofMachine]);
  });

  test('stays where a state machine names it after the notice', async () => {
    const id = add('old');
    await surveyed();
    await world.notify(GROUPS);
    await world.watched(10, GROUPS);
    world.clock.advance(DAY);
    world.sandbox.control.addStateMachines(HERE, [{ definition: definition(id) }]);
    expect((await world.pass('delete', GROUPS)).counts).toMatchObject({ deleted: 0 });
    expect(world.writes()).toEqual([]);
  });

  test('stays while one service cannot be read', async () => {
    add('old');
    await surveyed();
    await world.notify(GROUPS);
    await world.watched(10, GROUPS);
    world.clock.advance(DAY);
    world.deny('scheduler:ListSchedules');
    expect((await world.pass('delete', GROUPS)).counts).toMatchObject({ deleted: 0 });
    expect(world.writes()).toEqual([]);
  });
});

test('Law 5 a live entry that does not accept users that no source can list is refused in one sentence', async () => {
  await expect(world.reset({ cleanup: ENTRY(''), defaults })).rejects.toThrow(
    /cleanup\[0\]\.live: .*no source can list all users of this type.*`acceptIncomplete: \{/,
  );
});
