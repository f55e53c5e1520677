/** An operator approves the cause: the listing may have shrunk so far, and no count has to stand still for it. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { approve } from '../../../src/lifecycle/index.ts';
import { HERE, HOUR, IMAGES, OTHER_ACCOUNT, worldForAll } from '../../support/awsWorld.ts';

const world = worldForAll();
beforeEach(() => world.reset());

const survey = async () => {
  world.clock.advance(6 * HOUR);
  return world.pass('mark');
};
const approved = (passId: string) => approve(world.wired.deps, { namespace: IMAGES, passId, actor: 'olga' });
const start = (count: number, ImageId: string) =>
  world.sandbox.control.addInstances(
    HERE,
    Array.from({ length: count }, () => ({ ImageId })),
  );

/** Another account may launch from some of them, and its instances are asked for. */
const SHARED_IMAGES =
  '[{ type: image, accounts: [test], live: true, when: [{ rule: unused }], keepNewest: off, evidence: { sharing: check } }]';

/** Of 50 instances ten are left. */
async function scaledIn() {
  const [image = ''] = world.addImages(2);
  const instances = start(50, image);
  await world.pass('mark');
  for (const id of instances.slice(10)) world.sandbox.control.remove(HERE, 'instance', id);
  const blocked = await survey();
  expect(blocked.problem).toMatch(/^shrunkBy: evidence instances@test\/us-east-1 fell from 50 to 10/);
  return { image, left: instances.slice(0, 10), passId: blocked.passId };
}

describe('L32 evidence that shrank, and that somebody approved of', () => {
  test('stays approved although its count moves from survey to survey', async () => {
    const { image, passId } = await scaledIn();
    expect(await approved(passId)).toEqual({ kind: 'approved', size: 1 });
    start(1, image);
    expect((await survey()).outcome).toBe('complete');
  });

  test('stays approved over a survey that could not read everything', async () => {
    const { passId } = await scaledIn();
    await approved(passId);
    world.deny('ec2:DescribeInstances');
    const unread = (await survey()).outcome;
    world.allow('ec2:DescribeInstances');
    expect([unread, (await survey()).outcome]).toEqual(['incomplete', 'complete']);
  });

  test('is approved by the id of any pass that it stopped', async () => {
    const { image, passId } = await scaledIn();
    start(1, image);
    expect((await survey()).outcome).toBe('blocked');
    expect((await approved(passId)).kind).toBe('approved');
    expect((await survey()).outcome).toBe('complete');
  });

  test('P10 the changes that wait for the approval are on record, and gone after it', async () => {
    const { passId } = await scaledIn();
    const [mark] = await world.marks();
    const changes = () => world.wired.parts.passes.blockedChanges(IMAGES, 'mark');
    expect(await changes()).toMatchObject([{ passId, size: 1, changes: [] }]);
    expect(mark).toBeDefined();
    await approved(passId);
    await survey();
    expect(await changes()).toEqual([]);
  });

  test('is not approved to be empty', async () => {
    const { left, passId } = await scaledIn();
    await approved(passId);
    for (const id of left) world.sandbox.control.remove(HERE, 'instance', id);
    const record = await survey();
    expect(record.problem).toMatch(/^shrunkBy: evidence instances@test\/us-east-1 fell from 10 to 0/);
  });

  test('was approved once: a later fall of that size is blocked again', async () => {
    const { image, passId } = await scaledIn();
    await approved(passId);
    const more = start(50, image);
    expect((await survey()).outcome).toBe('complete');
    for (const id of more) world.sandbox.control.remove(HERE, 'instance', id);
    expect((await survey()).outcome).toBe('blocked');
  });

  test('was approved once, also where each survey leaves a resource undecided', async () => {
    await world.reset({ cleanup: SHARED_IMAGES });
    world.addImages(1, { launchPermissions: [{ UserId: OTHER_ACCOUNT }] });
    world.deny('ec2:DescribeInstances', OTHER_ACCOUNT);
    const { image, passId } = await scaledIn();
    await approved(passId);
    const more = start(50, image);
    const through = await survey();
    expect([through.outcome, through.stored, through.blocks]).toEqual(['incomplete', true, undefined]);
    for (const id of more) world.sandbox.control.remove(HERE, 'instance', id);
    expect((await survey()).outcome).toBe('blocked');
  });

  test('ends after a survey that stored its result, also where an older version left it in force', async () => {
    const { image, passId } = await scaledIn();
    await approved(passId);
    const { passes } = world.wired.deps;
    const blocked = await passes.get(IMAGES, 'mark');
    const more = start(50, image);
    const through = await survey();
    await passes.record({ ...through, outcome: 'incomplete', stored: true, blocks: blocked?.blocks ?? [] });
    for (const id of more) world.sandbox.control.remove(HERE, 'instance', id);
    expect((await survey()).outcome).toBe('blocked');
  });
});

test('L32 an approval by an instance whose clock is behind is refused with the reason, and audited nowhere', async () => {
  const { passId } = await scaledIn();
  const clock = { now: () => world.clock.now() - HOUR };
  const answer = await approve({ ...world.wired.deps, clock }, { namespace: IMAGES, passId, actor: 'olga' });
  expect(answer).toEqual({ kind: 'conflict', why: expect.stringContaining('3600 s before the pass ended') });
  expect(world.audit.filter(({ event }) => event === 'approved')).toEqual([]);
  expect((await approved(passId)).kind).toBe('approved');
});

test('L32 an approval by an instance whose clock is ahead counts for this block and for no later one', async () => {
  const { image, passId } = await scaledIn();
  const clock = { now: () => world.clock.now() + 8760 * HOUR };
  await approve({ ...world.wired.deps, clock }, { namespace: IMAGES, passId, actor: 'olga' });
  const more = start(50, image);
  expect((await survey()).outcome).toBe('complete');
  for (const id of more) world.sandbox.control.remove(HERE, 'instance', id);
  expect([(await survey()).outcome, (await survey()).outcome]).toEqual(['blocked', 'blocked']);
});
