import { beforeEach, describe, expect, test } from '@jest/globals';
import type { OptOutTarget } from '../../../src/core/owner/optOut.ts';
import { namespaceKeys } from '../../../src/state/redis/keys.ts';
import { DAY, HERE, HOUR, IMAGES, worldForAll } from '../../support/awsWorld.ts';

const world = worldForAll();
beforeEach(() => world.reset());

const optOut = (id: string, until: number | 'forever' = 'forever', actor = 'ann@example.com') =>
  world.wired.deps.optOuts.optOut(IMAGES, { target: target(id), until, actor, at: world.clock.now() });
const target = (value: string): OptOutTarget => ({ kind: 'id', value });
const undo = (id: string) => {
  const audit = {
    at: world.clock.now(),
    namespace: IMAGES,
    id,
    event: 'optOutUndone',
    actor: 'ann@example.com',
  } as const;
  return world.wired.deps.optOuts.undo(IMAGES, target(id), audit);
};
const tagsOf = (id: string) => {
  const image = world.sandbox.control.state(HERE).images.find(({ ImageId }) => ImageId === id);
  return ((image?.Tags ?? []) as { Key: string; Value: string }[]).filter(({ Key }) => Key === 'holystone:keep');
};

const protections = (id: string) =>
  world.audit
    .filter((entry) => entry.id === id && entry.event === 'protected')
    .map(({ reason, before, after }) => ({ reason, before, after }));

async function due(): Promise<string> {
  const [id = ''] = world.addImages(1);
  await world.untilDue();
  return id;
}

/** An owner opts out between the permit and the request. */
async function optOutAfterPermit(id: string): Promise<void> {
  const { permits } = world.wired.parts;
  const racing: typeof permits = {
    request: async (...asked) => {
      const answer = await permits.request(...asked);
      if (answer.kind === 'granted') expect(await optOut(id)).toMatchObject({ deletionBegun: true });
      return answer;
    },
  };
  await world.configure({ swap: (parts) => ({ ...parts, permits: racing }) });
}

describe('an opt-out after the permit', () => {
  const refusing = { operation: 'DeregisterImage', kind: 'error', status: 400, times: 1 } as const;

  test.each([
    ['refuses', { ...refusing, code: 'OperationNotPermitted' }],
    ['asks to try again', { operation: 'DeregisterImage', kind: 'throttle', times: 1 }],
  ] as const)(
    'L65 somebody opts out after the permit and AWS %s → Holystone unmarks at once and never tries again',
    async (_what, fault) => {
      const id = await due();
      world.sandbox.control.addFault(fault);
      await optOutAfterPermit(id);
      expect(await world.pass('delete')).toMatchObject({ counts: { unmarked: 1, deleted: 0 } });
      expect(await world.markOf(id)).toBeUndefined();
      expect(world.events(id)).toEqual(['marked', 'noticed', 'permitted', 'optedOut', 'unmarked']);
      world.clock.advance(DAY);
      await world.pass('mark');
      await world.pass('delete');
      expect([await world.marks(), world.deregistered()]).toEqual([[], []]);
    },
  );

  test('L65 somebody opts out after the permit and the request is lost → Holystone unmarks and does not delete', async () => {
    const id = await due();
    world.sandbox.control.addFault({ operation: 'DeregisterImage', kind: 'drop', times: 1 });
    await optOutAfterPermit(id);
    await world.pass('delete');
    expect((await world.markOf(id))?.state).toBe('deleting');
    world.clock.advance(HOUR);
    expect(await world.pass('delete')).toMatchObject({ counts: { unmarked: 1, deleted: 0 } });
    expect([await world.marks(), world.deregistered()]).toEqual([[], []]);
  });

  test('L65 somebody opts out after the permit and AWS deletes → the audit log says so, and the opt-out stays stored', async () => {
    const id = await due();
    await optOutAfterPermit(id);
    await world.pass('delete');
    expect(world.events(id)).toEqual(['marked', 'noticed', 'permitted', 'optedOut', 'deleted']);
    expect(await world.wired.deps.optOuts.list(IMAGES, target(id))).toHaveLength(1);
  });
});

describe('an opt-out of an unmarked resource', () => {
  test('L63 somebody opts out of an unmarked resource → Holystone does not mark it', async () => {
    const [id = ''] = world.addImages(1);
    expect(await optOut(id)).toEqual({ deletionBegun: false });
    world.clock.advance(1000 * DAY - 800 * DAY);
    expect(await world.pass('mark')).toMatchObject({ counts: { keep: 1, candidate: 0 } });
    expect(await world.marks()).toEqual([]);
  });

  test('L63 an opt-out until a date ends → Holystone marks the resource again, with the full retention', async () => {
    const id = await due();
    await optOut(id, world.clock.now() + 7 * DAY);
    await world.pass('mark');
    const during = await world.marks();
    world.clock.advance(7 * DAY);
    await world.pass('mark');
    expect(during).toEqual([]);
    expect(await world.markOf(id)).toMatchObject({
      state: 'marked',
      projectedDeletionAt: world.clock.now() + 10 * DAY,
    });
  });
});

describe('an opt-out taken back', () => {
  test('L64 a person withdraws an opt-out → Holystone removes its tag and marks again, and the audit log has both', async () => {
    const id = await due();
    await optOut(id);
    await world.protect();
    const tagged = tagsOf(id);
    await undo(id);
    await world.protect();
    await world.pass('mark');
    expect([tagged.length, tagsOf(id)]).toEqual([1, []]);
    expect((await world.markOf(id))?.state).toBe('marked');
    expect(world.events(id)).toEqual([
      'marked',
      'noticed',
      'optedOut',
      'unmarked',
      'protected',
      'optOutUndone',
      'protected',
      'marked',
    ]);
  });

  test.each(['mark', 'protect'] as const)(
    'L25 Redis is rolled back to before an opt-out → the keep tag stays, whichever pass runs first (%s)',
    async (first) => {
      const id = await due();
      await optOut(id);
      await world.protect();
      await undo(id);
      // The removal of the tag is pending, as in a backup; the decision after it is only on the resource.
      await world.connection.client.hset(namespaceKeys(IMAGES).pass, 'incarnation', 'the one before');
      if (first === 'protect') await world.protect();
      await world.pass('mark');
      await world.protect();
      expect(tagsOf(id)).toHaveLength(1);
      expect(await world.markOf(id)).toBeUndefined();
      expect(protections(id).at(-1)).toMatchObject({ reason: expect.stringMatching(/^keep tag unchanged: Redis/) });
    },
  );

  test.each([
    ['nothing', {}, 'keep tag written', 'no keep tag', 'holystone:keep=always'],
    [
      'a person’s, which lasts as long',
      { 'holystone:keep': 'always' },
      'no keep tag written: an existing tag of another writer keeps it at least as long',
      'holystone:keep=always',
      'holystone:keep=always',
    ],
    [
      'a person’s, which ends earlier',
      { 'holystone:keep': '2020-01-01' },
      'keep tag written',
      'holystone:keep=2020-01-01',
      'holystone:keep=always',
    ],
  ])(
    'L62 Holystone writes a keep tag where there was %s → the audit log has the tag before and after',
    async (_what, tags, reason, before, after) => {
      const [id = ''] = world.addImages(1, { tags });
      await optOut(id);
      await world.protect();
      expect(protections(id)).toEqual([{ reason, before, after }]);
    },
  );

  test.each([
    ['ours', {}, 'keep tag removed', 'holystone:keep=always', 'no keep tag'],
    [
      'ours in place of a person’s',
      { 'holystone:keep': '2020-01-01' },
      'keep tag removed, and the previous tag restored',
      'holystone:keep=always',
      'holystone:keep=2020-01-01',
    ],
    [
      'a person’s',
      { 'holystone:keep': 'always' },
      'no keep tag removed: Holystone did not write it',
      'holystone:keep=always',
      'holystone:keep=always',
    ],
  ])(
    'L64 a person withdraws an opt-out where the tag was %s → the audit log has the tag before and after',
    async (_what, tags, reason, before, after) => {
      const [id = ''] = world.addImages(1, { tags });
      await optOut(id);
      await world.protect();
      await undo(id);
      await world.protect();
      expect(protections(id).at(-1)).toEqual({ reason, before, after });
    },
  );

  test('L62 the image is gone before its keep tag → the audit log has no entry about a tag, and none is pending', async () => {
    const [id = ''] = world.addImages(1);
    await optOut(id);
    world.sandbox.control.addFault({
      operation: 'CreateTags',
      kind: 'error',
      status: 400,
      code: 'InvalidAMIID.NotFound',
    });
    await world.protect();
    expect(protections(id)).toEqual([]);
    expect(await world.wired.deps.optOuts.pendingTags(IMAGES, world.clock.now(), 10)).toEqual([]);
  });

  test('L64 a keep tag of another writer stays after an opt-out is withdrawn, and keeps the image', async () => {
    const [id = ''] = world.addImages(1, { tags: { 'holystone:keep': '2099-01-01' } });
    await optOut(id);
    await undo(id);
    await world.protect();
    await world.pass('mark');
    expect(tagsOf(id)).toEqual([{ Key: 'holystone:keep', Value: '2099-01-01' }]);
    expect(await world.marks()).toEqual([]);
  });
});

describe('a pattern of names', () => {
  const golden: OptOutTarget = { kind: 'pattern', value: 'golden-*' };
  const keepGolden = () =>
    world.wired.deps.optOuts.optOut(IMAGES, {
      ...{ target: golden, until: 'forever', actor: 'ann@example.com', at: world.clock.now() },
    });

  test('L99 a person keeps golden-* → the image of that name loses its mark and gets no other, and one of tomorrow gets none', async () => {
    const [old = ''] = world.addImages(1, { Name: 'golden-2025' });
    const [other = ''] = world.addImages(1);
    await world.untilDue();
    await keepGolden();
    expect([await world.markOf(old), (await world.markOf(other))?.id]).toEqual([undefined, other]);
    const [next = ''] = world.addImages(1, { Name: 'golden-2026' });
    await world.pass('mark');
    expect((await world.marks()).map(({ id }) => id)).toEqual([other]);
    await world.pass('delete');
    const left = world.sandbox.control.state(HERE).images.map(({ ImageId }) => ImageId);
    expect(left).toEqual([old, next]);
  });

  test('L99 a person keeps golden-* between the check and the permit → the permit is denied', async () => {
    world.addImages(1, { Name: 'golden-2025' });
    await world.untilDue();
    const { permits } = world.wired.parts;
    const racing: typeof permits = {
      request: async (...asked) => {
        await keepGolden();
        return permits.request(...asked);
      },
    };
    await world.configure({ swap: (parts) => ({ ...parts, permits: racing }) });
    await world.pass('delete');
    expect(world.sandbox.control.state(HERE).images).toHaveLength(1);
    expect(await world.marks()).toEqual([]);
  });
});
