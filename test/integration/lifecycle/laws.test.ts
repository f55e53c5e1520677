import { beforeEach, expect, test } from '@jest/globals';
import { sendDigest } from '../../../src/lifecycle/index.ts';
import { IMAGES, worldForAll } from '../../support/awsWorld.ts';
import { writing } from '../../support/definitions.ts';
import { standIn } from '../../support/standIn.ts';

const world = worldForAll();
beforeEach(() => world.reset());

const optOut = (id: string) =>
  world.wired.parts.optOuts.optOut(IMAGES, {
    target: { kind: 'id', value: id },
    until: 'forever',
    actor: 'ann@example.com',
    at: world.clock.now(),
  });

test('L41 Holystone keeps unused images that a person opted out, by an opt-out or by the keep tag', async () => {
  const [inWords = ''] = world.addImages(1);
  world.addImages(1, { tags: { 'holystone:keep': 'always' } });
  await optOut(inWords);
  expect(await world.pass('mark')).toMatchObject({ counts: { listed: 2, keep: 2, candidate: 0 } });
});

test('L17 a delete pass holds the lock of its namespace, so that no survey runs', async () => {
  world.addImages(1);
  await world.untilDue();
  const { definitions } = world.wired.parts;
  const meanwhile: unknown[] = [];
  const surveying = {
    write: async (definition: Parameters<typeof definitions.write>[0]) => {
      meanwhile.push(await world.pass('mark').catch((error: Error) => error.message));
      await definitions.write(definition);
    },
  };
  await world.configure({ swap: (parts) => ({ ...parts, definitions: writing(surveying.write) }) });
  const record = await world.pass('delete').catch((error: Error) => error);
  expect([meanwhile, world.deregistered().length]).toEqual([[`${IMAGES} is locked`], 1]);
  expect(record).toMatchObject({ outcome: 'complete' });
});

test('L62 an owner opts out while the notice is recorded → the mark stays away', async () => {
  const [id = ''] = world.addImages(1);
  await world.pass('mark');
  await world.pass('notify');
  const { marks } = world.wired.deps;
  const racing: Pick<typeof marks, 'get' | 'apply'> = {
    get: (namespace, wanted) => marks.get(namespace, wanted),
    apply: async (...change) => {
      await optOut(id);
      return marks.apply(...change);
    },
  };
  await sendDigest({ ...world.wired.deps, marks: standIn(marks, racing) }, 'ann@example.com');
  expect(await world.markOf(id)).toBeUndefined();
});

test('L55 the evidence grows too old between permit and request → Holystone sends no request, checks again and then deletes', async () => {
  const [id = ''] = world.addImages(1);
  await world.untilDue();
  const { permits } = world.wired.parts;
  let waitMs = 6 * 60_000;
  const slow: typeof permits = {
    request: async (...asked) => {
      const answer = await permits.request(...asked);
      world.clock.advance(waitMs);
      waitMs = 0;
      return answer;
    },
  };
  await world.configure({ swap: (parts) => ({ ...parts, permits: slow }) });
  await world.pass('delete');
  expect(world.events(id)).toEqual(['marked', 'noticed', 'permitted', 'deferred', 'permitted', 'deleted']);
});
