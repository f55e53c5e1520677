/** A person reviews the new marks of a namespace by families of names; what nobody approved is held, whatever comes. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { rolloutOf, whyWhole } from '../../../src/core/policy/rollout.ts';
import { isDue } from '../../../src/core/work/cadence.ts';
import { approve } from '../../../src/lifecycle/index.ts';
import { DAY, HERE, HOUR, IMAGES, worldForAll } from '../../support/awsWorld.ts';
import { EXHAUSTIVE, EXPLORE_MS, runsOf, within } from '../../support/sampled.ts';

/** Two new marks at once, and stage notify. */
const OPTIONS = {
  account: 'rollout: notify',
  defaults: 'tripwires: { newMarks: 2, markedShare: 100%, unmarkedShare: 100% }',
};

const world = worldForAll();
beforeEach(() => world.reset(OPTIONS));

const survey = (ms = 6 * HOUR) => {
  world.clock.advance(ms);
  return world.pass('mark');
};
const add = (family: string, count: number) =>
  Array.from(
    { length: count },
    (_, n) => world.addImages(1, { Name: `${family}-${Date.now()}${n}${serial++}` })[0] ?? '',
  );
let serial = 0;
const configuration = () => {
  const found = world.configuration.workConfigurations.find(({ namespace }) => namespace === IMAGES);
  if (!found) throw new Error('no such namespace');
  return found;
};
async function approved(passId: string, names?: readonly string[], actor = 'olga') {
  const { stage } = rolloutOf(await world.wired.parts.control.read(), configuration());
  const families = names && { families: { names, whyWhole: whyWhole(configuration(), stage) } };
  return approve(world.wired.deps, { namespace: IMAGES, passId, actor, ...families });
}
const marked = async () => (await world.marks()).map(({ id }) => id);
const held = async () => (await world.wired.parts.passes.blockedChanges(IMAGES, 'mark'))[0];
const setStage = (stage: 'notify' | 'live') => {
  const audit = { at: world.clock.now(), namespace: 'fleet', event: 'control', actor: 'olga' } as const;
  return world.wired.parts.control.write({ stages: { [IMAGES]: stage } }, audit);
};
const keep = (id: string) =>
  world.wired.deps.optOuts.optOut(IMAGES, {
    ...{ target: { kind: 'id', value: id }, actor: 'ann', at: world.clock.now(), until: 'forever', source: 'console' },
  } as never);

/** A first survey with two families, of which one was approved and marked. */
async function half() {
  const [nightly, golden] = [add('nightly', 4), add('golden', 2)];
  const blocked = await survey();
  expect(await approved(blocked.passId, ['nightly-*'])).toEqual({ kind: 'approved', size: 4, held: 2 });
  const through = await survey();
  return { nightly, golden, blocked, through };
}

describe('L74 a first survey is reviewed by families', () => {
  test('the approved family is marked, and the other is held with its number', async () => {
    const { nightly, golden, through } = await half();
    expect([through.outcome, through.counts.marked, through.counts.held]).toEqual(['complete', 4, 2]);
    expect(await marked()).toEqual(nightly.toSorted());
    expect((await held())?.changes.map(({ id }) => id)).toEqual(golden.toSorted());
    expect((await held())?.families).toMatchObject([{ name: 'golden-*', size: 2 }]);
  });

  test('what is left over is below the limit, and stays held for weeks', async () => {
    const { nightly } = await half();
    for (let day = 0; day < 15; day++) await survey(DAY);
    expect(await marked()).toEqual(nightly.toSorted());
  });

  test('new resources are held, in an approved family, in a held one and in a new one', async () => {
    const { nightly } = await half();
    for (const family of ['nightly', 'golden', 'other']) add(family, 1);
    const { counts } = await survey();
    expect([counts.held, await marked()]).toEqual([5, nightly.toSorted()]);
  });

  test('a resource that joins before the next pass makes the approval of its family void, not of another', async () => {
    const [nightly] = [add('nightly', 3), add('golden', 3)];
    const blocked = await survey();
    await approved(blocked.passId, ['nightly-*', 'golden-*']);
    add('golden', 1);
    expect((await survey()).counts.held).toBe(4);
    expect(await marked()).toEqual(nightly?.toSorted());
  });

  test('one family after the other may be approved, also before the pass has run', async () => {
    const all = [...add('a', 2), ...add('b', 2), ...add('c', 2)];
    const blocked = await survey();
    await approved(blocked.passId, ['a-*']);
    expect(await approved(blocked.passId, ['b-*'])).toEqual({ kind: 'approved', size: 4, held: 2 });
    const through = await survey();
    expect(await approved(through.passId, ['c-*'])).toEqual({ kind: 'approved', size: 2, held: 0 });
    expect((await survey()).review?.size).toBe(0);
    expect(await marked()).toEqual(all.toSorted());
  });

  test('a kept one leaves what is held, and nothing else is marked', async () => {
    const { golden, nightly } = await half();
    await keep(golden[0] ?? '');
    expect((await survey()).counts.held).toBe(1);
    expect(await marked()).toEqual(nightly.toSorted());
  });

  test('one that was used meanwhile, and is not any more, is held still', async () => {
    const { golden, nightly } = await half();
    const [instance = ''] = world.sandbox.control.addInstances(HERE, [{ ImageId: golden[0] ?? '' }]);
    const used = (await survey()).counts.held;
    world.sandbox.control.remove(HERE, 'instance', instance);
    await survey(60 * DAY);
    expect([used, await marked()]).toEqual([1, nightly.toSorted()]);
  });

  test('an approval of all that is held ends the review: from then on the limits count again', async () => {
    const { golden, nightly, through } = await half();
    expect(await approved(through.review?.passId ?? '')).toEqual({ kind: 'approved', size: 2 });
    const last = await survey();
    expect([last.review, await marked()]).toEqual([undefined, [...golden, ...nightly].toSorted()]);
    const [one] = add('later', 1);
    await survey();
    expect(await marked()).toContain(one);
    expect(await held()).toBeUndefined();
  });

  test('an approval of nothing ends a review of which nothing is left', async () => {
    const { golden } = await half();
    for (const id of golden) await keep(id);
    const empty = await survey();
    expect(empty.review?.size).toBe(0);
    await approved(empty.review?.passId ?? '');
    expect((await survey()).review).toBeUndefined();
  });
});

describe('L74 what is held does not slip', () => {
  test('through equal surveys, which confirm a set that nobody reviews', async () => {
    add('nightly', 4);
    const golden = add('golden', 4);
    const blocked = await survey(DAY);
    await survey(DAY);
    await approved(blocked.passId, ['nightly-*']);
    for (let day = 0; day < 4; day++) await survey(DAY);
    expect((await marked()).filter((id) => golden.includes(id))).toEqual([]);
  });

  test('through passes that fail, read a part or are blocked between the approval and the next pass', async () => {
    const [nightly, golden] = [add('nightly', 4), add('golden', 4)];
    const [image = ''] = world.addImages(1, { Name: 'used-1' });
    const instances = world.sandbox.control.addInstances(
      HERE,
      Array.from({ length: 50 }, () => ({ ImageId: image })),
    );
    await survey();
    const blocked = await survey();
    await approved(blocked.passId, ['nightly-*']);
    world.deny('ec2:DescribeImages');
    await survey();
    world.allow('ec2:DescribeImages');
    world.deny('ec2:DescribeInstances');
    await survey();
    world.allow('ec2:DescribeInstances');
    for (const id of instances.slice(5)) world.sandbox.control.remove(HERE, 'instance', id);
    for (let day = 0; day < 5; day++) await survey(DAY);
    expect((await marked()).filter((id) => golden.includes(id))).toEqual([]);
    expect(nightly).toHaveLength(4);
  });

  test('through an approval of other changes, which a tripwire stopped meanwhile', async () => {
    await world.configure({
      ...OPTIONS,
      defaults: OPTIONS.defaults.replace('unmarkedShare: 100%', 'unmarkedShare: 1%, sharesFrom: 1'),
    });
    const { nightly, golden } = await half();
    world.sandbox.control.addInstances(
      HERE,
      nightly.map((ImageId) => ({ ImageId })),
    );
    const blocked = await survey();
    expect([blocked.outcome, blocked.blocked?.size]).toEqual(['blocked', 4]);
    await approved(blocked.passId);
    const through = await survey();
    expect([through.outcome, through.counts.unmarked, through.counts.held]).toEqual(['complete', 4, 2]);
    expect((await marked()).filter((id) => golden.includes(id))).toEqual([]);
  });

  test('where the stage may delete: the set is one approval, also if it was raised after an approval of a part', async () => {
    const [nightly, golden] = [add('nightly', 4), add('golden', 2)];
    const blocked = await survey();
    await approved(blocked.passId, ['nightly-*']);
    await setStage('live');
    const through = await survey();
    expect([through.counts.held, await marked()]).toEqual([6, []]);
    expect(await approved(through.review?.passId ?? '', ['nightly-*'])).toMatchObject({
      kind: 'conflict',
      why: expect.stringContaining('approve the whole set'),
    });
    await approved(through.review?.passId ?? '');
    await survey();
    expect(await marked()).toEqual([...nightly, ...golden].toSorted());
  });
});

describe('L74 an approval of families is refused', () => {
  test.each([
    ['an unknown family', ['nightly-*', 'web-*'], 'has no family "web-*"'],
    ['no family', [], 'no family is chosen'],
  ])('of %s, and nothing is stored', async (_what, names, why) => {
    add('nightly', 4);
    const blocked = await survey();
    expect(await approved(blocked.passId, names)).toEqual({ kind: 'conflict', why: expect.stringContaining(why) });
    expect((await survey()).review).toBeUndefined();
  });

  test('in a dry run, which could hold nothing', async () => {
    await world.configure({ ...OPTIONS, dryRun: true });
    add('nightly', 4);
    const blocked = await survey();
    expect(await approved(blocked.passId, ['nightly-*'])).toMatchObject({ kind: 'conflict' });
  });

  test('where evidence shrank, which no family explains', async () => {
    const [image = ''] = world.addImages(1, { Name: 'used-1' });
    const instances = world.sandbox.control.addInstances(HERE, [{ ImageId: image }]);
    await survey();
    for (const id of instances) world.sandbox.control.remove(HERE, 'instance', id);
    add('nightly', 4);
    const blocked = await survey();
    expect(blocked.blocked?.shrunk).toBeDefined();
    expect(await approved(blocked.passId, ['nightly-*'])).toMatchObject({ kind: 'conflict' });
  });
});

test('L74 the next pass is due at once after an approval of what is held, and once', async () => {
  const { through } = await half();
  await world.clock.advance(1_000);
  await approved(through.review?.passId ?? '', ['golden-*']);
  const approval = await world.wired.parts.passes.approval(IMAGES, 'mark');
  expect(isDue(through, world.clock.now(), approval)).toBe(true);
  expect(isDue(await survey(1_000), world.clock.now(), approval)).toBe(false);
});

/** A day of somebody's life with a namespace under review. */
const steps = fc.oneof(
  fc.record({
    kind: fc.constant('add' as const),
    family: fc.constantFrom('a', 'b', 'c'),
    count: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({ kind: fc.constantFrom('use' as const, 'release' as const, 'remove' as const), at: fc.nat(20) }),
  fc.record({ kind: fc.constant('families' as const), of: fc.subarray(['a-*', 'b-*', 'c-*'], { minLength: 1 }) }),
  fc.record({ kind: fc.constant('stage' as const), stage: fc.constantFrom('notify' as const, 'live' as const) }),
  fc.record({
    kind: fc.constant('deny' as const),
    action: fc.constantFrom('ec2:DescribeImages', 'ec2:DescribeInstances'),
  }),
  fc.record({ kind: fc.constant('days' as const), days: fc.integer({ min: 1, max: 3 }) }),
);
const RUNS = runsOf(6, 60);

test(
  'L74 whatever happens, nothing is marked but what somebody approved by its family, when it was in it',
  () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(steps, { minLength: 8, maxLength: 25 }),
        within(EXPLORE_MS ?? (EXHAUSTIVE ? Number.POSITIVE_INFINITY : 25_000), async (all) => {
          await world.reset(OPTIONS);
          const images = [...add('a', 3), ...add('b', 3)];
          const users = new Map<string, string>();
          const allowed = new Set<string>();
          const first = await survey();
          const answer = await approved(first.passId, ['a-*']);
          expect(answer.kind).toBe('approved');
          for (const id of images.slice(0, 3)) allowed.add(id);
          for (const step of all) {
            if (step.kind === 'add') images.push(...add(step.family, step.count));
            else if (step.kind === 'stage') await setStage(step.stage);
            else if (step.kind === 'deny') world.deny(step.action);
            else if (step.kind === 'days') for (let day = 0; day < step.days; day++) await survey(DAY);
            else if (step.kind === 'families') {
              const record = await world.wired.parts.passes.get(IMAGES, 'mark');
              const id = record?.review?.passId ?? record?.passId ?? '';
              const before = await held();
              const shown = (before?.families ?? []).filter(({ name }) => step.of.includes(name));
              const said = await approved(
                id,
                shown.map(({ name }) => name),
              );
              if (said.kind === 'approved')
                for (const change of before?.changes ?? [])
                  if (shown.some(({ name }) => change.name?.startsWith(name.slice(0, -1)))) allowed.add(change.id);
            } else {
              const id = images[step.at % images.length] ?? '';
              const instance = users.get(id);
              if (step.kind === 'use' && !instance)
                users.set(id, world.sandbox.control.addInstances(HERE, [{ ImageId: id }])[0] ?? '');
              if (step.kind === 'release' && instance) {
                world.sandbox.control.remove(HERE, 'instance', instance);
                users.delete(id);
              }
              if (step.kind === 'remove' && !instance) world.sandbox.control.remove(HERE, 'image', id);
            }
            if (step.kind !== 'deny')
              for (const one of ['ec2:DescribeImages', 'ec2:DescribeInstances']) world.allow(one);
            await survey();
          }
          const seen = world.audit.flatMap(({ event, id }) => (event === 'marked' && id ? [id] : []));
          expect(seen.filter((id) => !allowed.has(id))).toEqual([]);
        }),
      ),
      { numRuns: RUNS, endOnFailure: true },
    ),
  900_000,
);
