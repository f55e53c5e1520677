import { expect, test } from '@jest/globals';
import { newMark } from '../../../src/core/mark/mark.ts';
import type { Digest } from '../../../src/core/notice/digest.ts';
import { sendDigest } from '../../../src/lifecycle/index.ts';
import { DAY, IMAGES, worldForAll } from '../../support/awsWorld.ts';
import { TurnCounter } from '../../support/turns.ts';

const ANN = 'ann@example.com';
const MANY = 1_200;

const world = worldForAll();

/** Marks of one owner in her outbox, without a survey. */
async function marked(count: number): Promise<void> {
  const { marks, outbox } = world.wired.deps;
  const at = world.clock.now();
  const transitions = Array.from({ length: count }, (_, index) => {
    const id = `ami-${String(index).padStart(17, '0')}`;
    const resource = { id, identity: `${id}@1`, name: `image ${index}`, tags: {}, aliases: [id] };
    const nomination = {
      namespace: IMAGES,
      resource,
      reasons: ['Nothing uses it.'],
      owner: ANN,
      ownerVia: 'tag owner',
    };
    const after = newMark({ ...nomination, projectedDeletionAt: at + 30 * DAY - index }, `g-${index}`, at);
    const audit = { at, namespace: IMAGES, id, event: 'marked', actor: 'test', reason: 'unused' } as const;
    return { id, before: undefined, after, audit };
  });
  await marks.apply(IMAGES, transitions);
  for await (const page of marks.all(IMAGES)) await outbox.put(ANN, page);
}

test('L45 a message about thousands of resources is composed in short steps, stored, and lists all of them', async () => {
  await world.reset({});
  await marked(MANY);
  const { deps } = world.wired;
  const turns = new TurnCounter().start();
  const links = {
    ...deps.links,
    keepUrl: (...of: Parameters<typeof deps.links.keepUrl>) => {
      turns.unit();
      return deps.links.keepUrl(...of);
    },
  };
  let stored: Digest | undefined;
  let sent: Digest | undefined;
  const notifier = {
    ...deps.notifier,
    send: async (digest: Digest) => {
      sent = digest;
      stored = (await deps.outbox.read(ANN)).prepared;
      return { kind: 'accepted', response: '250' } as const;
    },
  };
  const { noticed } = await sendDigest({ ...deps, links, notifier }, ANN);
  const { mostBetweenTurns } = turns.stop();
  expect([noticed, await deps.outbox.owners()]).toEqual([MANY, []]);
  expect(stored).toEqual(sent);
  // The soonest to be deleted first, though their dates were stored in the opposite order.
  expect(sent?.rows.map(({ deletionAt }) => deletionAt)).toEqual(sent?.rows.map((row) => row.deletionAt).sort());
  // A page of marks that is looked at, or a step of rows that are written.
  expect(mostBetweenTurns).toBeGreaterThan(0);
  expect(mostBetweenTurns).toBeLessThanOrEqual(500);
});
