/** An attacker who can write to Redis, and has no key of `signing.keys`, against the whole lifecycle. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Mark } from '../../../src/core/mark/mark.ts';
import { namespaceKeys } from '../../../src/state/redis/keys.ts';
import { checksum } from '../../../src/state/redis/markFields.ts';
import { decodeMark, encodeMark } from '../../../src/state/redis/markValue.ts';
import { DAY, IMAGES, worldForAll } from '../../support/awsWorld.ts';

const world = worldForAll();

const KEYS = namespaceKeys(IMAGES);
const keyLine = (...ids: string[]) =>
  `signing: { keys: [${ids.map((id) => `{ id: ${id}, secret: "${id}-56789abcdef0123456789abcdef0123" }`).join(', ')}] }`;
const SIGNED = { top: keyLine('k1') };
beforeEach(() => world.reset(SIGNED));

/** The checksum without a key, which anybody can compute. */
function withChecksum(id: string, value: string): string {
  const content = value.slice(0, value.lastIndexOf('|'));
  return `${content}|${checksum(2, IMAGES, id, content)}`;
}

/** The items of a mark's JSON, all eight of them. */
function padded(inside: string): string {
  const items = JSON.parse(`${inside}]`) as unknown[];
  return JSON.stringify(Array.from({ length: 8 }, (_, i) => items[i] ?? (i === 7 ? {} : null))).slice(0, -1);
}

const redis = () => world.connection.client;
const stored = async (id: string) => (await redis().hget(KEYS.marks, id)) ?? '';
/** As a writer to Redis stores it: the value, and its date in the schedule. */
const forge = async (mark: Mark, value = encodeMark(mark)) => {
  await redis().hset(KEYS.marks, mark.id, value);
  await redis().zadd(KEYS.schedule, mark.projectedDeletionAt, mark.id);
};

/** Notified on these dates, as a forger would write it. */
function noticedLongAgo(mark: Mark, now: number): Mark {
  const at = now - 30 * DAY;
  const notice = {
    messageId: '<forged@x>',
    recipient: mark.owner ?? '',
    acceptedAt: at,
    shownAt: now - DAY,
    generation: mark.generation,
    validUntil: now + 30 * DAY,
  };
  return { ...mark, state: 'noticed', notice, projectedDeletionAt: now - DAY };
}

async function marked(): Promise<Mark> {
  const [id = ''] = world.addImages(1);
  await world.pass('mark');
  return (await world.markOf(id)) as Mark;
}

describe('a mark that somebody without the key wrote', () => {
  test('a mark without its checksum gets no deletion and no notice, and is marked again with the full retention', async () => {
    const mark = await marked();
    await forge(noticedLongAgo(mark, world.clock.now()));
    await world.pass('delete');
    await world.notify();
    expect([world.deregistered(), world.messages().length]).toEqual([[], 0]);

    await world.pass('mark');
    const renewed = await world.markOf(mark.id);
    expect(renewed).toMatchObject({ state: 'marked' });
    expect(renewed).not.toHaveProperty('notice');
    expect(renewed).not.toHaveProperty('unproven');
    expect(renewed?.generation).not.toBe(mark.generation);
    expect(renewed?.projectedDeletionAt).toBeGreaterThanOrEqual(world.clock.now() + 10 * DAY);
    await world.notify();
    world.clock.advance(9 * DAY);
    await world.pass('delete');
    expect(world.deregistered()).toEqual([]);
    world.clock.advance(2 * DAY);
    await world.pass('delete');
    expect(world.deregistered()).toEqual([mark.id]);
  });

  test('no other change signs an unproven mark', async () => {
    const mark = await marked();
    await forge(noticedLongAgo(mark, world.clock.now()));
    await world.pass('delete');
    expect(await world.markOf(mark.id)).toMatchObject({ unproven: true, problem: expect.stringContaining('checksum') });
    world.clock.advance(DAY);
    await world.pass('delete');
    expect(world.deregistered()).toEqual([]);
  });

  test.each<[string, (value: string) => string]>([
    ['its date altered', (value) => value.replace(/\|(\d{13})\|\[/, '|1000000000000|[')],
    [
      'its checksum altered',
      (value) => value.replace(/\.(.)([\w-]{21})"\]\|/, (_, c, rest) => `.${c === 'A' ? 'B' : 'A'}${rest}"]|`),
    ],
    ['a key that nobody has', (value) => value.replace(/"k1\./, '"k9.')],
  ])(
    'a mark with %s is unreadable: Holystone does not delete its resource, works on the others, and leaves the mark to a person',
    async (_, alter) => {
      const [bad = '', good = ''] = world.addImages(2);
      await world.pass('mark');
      await world.notify();
      const forged = withChecksum(bad, alter(await stored(bad)));
      await redis().hset(KEYS.marks, bad, forged);
      world.clock.advance(11 * DAY);
      await redis().zadd(KEYS.schedule, world.clock.now() - 20 * DAY, bad);
      await world.pass('delete');
      expect(world.deregistered()).toEqual([good]);
      const { problem, outcome } = await world.pass('mark');
      expect([outcome, problem]).toEqual(['complete', expect.stringContaining(`holystone repair ${IMAGES}`)]);
      expect(await stored(bad)).toBe(forged);
    },
  );

  test('a mark with the checksum of another id is unreadable', async () => {
    const [from = '', to = ''] = world.addImages(2);
    await world.pass('mark');
    await world.notify();
    const mark = (await world.markOf(from)) as Mark;
    const value = encodeMark({ ...mark, id: to });
    const [, signature = ''] = /,("k1\.[\w-]{22}")\]\|\d+$/.exec(await stored(from)) ?? [];
    const signed = value.replace(/\|(\[.*)\]\|\d+$/s, (_, inside: string) => `|${padded(inside)},${signature}]|0`);
    await redis().hset(KEYS.marks, to, withChecksum(to, signed));
    await expect(world.wired.deps.marks.get(IMAGES, to)).rejects.toThrow('wrong keyed checksum');
  });

  test('somebody changes the date in the schedule alone → Holystone does not delete before the signed date', async () => {
    const [id = ''] = world.addImages(1);
    await world.pass('mark');
    await world.notify();
    await redis().zadd(KEYS.schedule, 1, id);
    await world.pass('delete');
    expect(world.deregistered()).toEqual([]);
    expect(await world.markOf(id)).toMatchObject({ state: 'noticed' });
  });
});

describe('a new key', () => {
  test('a first key is configured → earlier notices do not count, and the owner gets a new one with the full retention', async () => {
    await world.reset();
    const mark = await marked();
    await world.notify();
    await world.configure(SIGNED);
    expect(await world.markOf(mark.id)).toMatchObject({ unproven: true });
    world.clock.advance(11 * DAY);
    await world.pass('delete');
    expect(world.deregistered()).toEqual([]);
    // Nobody signed the control of the fleet: an operator looks at it, and says that it is right.
    const lifted = { at: world.clock.now(), namespace: 'fleet', event: 'control', actor: 'olga' } as const;
    await world.wired.parts.control.write({ killed: false }, lifted);
    // Nobody signed the record of last uses either: everything may have been used until now.
    const { counts } = await world.pass('mark');
    expect(counts).toMatchObject({ marked: 0, keep: 1, unmarked: 1 });
    await world.watched(15, IMAGES);
    expect((await world.pass('mark')).counts).toMatchObject({ marked: 1 });
    expect((await world.markOf(mark.id))?.projectedDeletionAt).toBeGreaterThanOrEqual(world.clock.now() + 10 * DAY);
    await world.notify();
    expect(world.messages()).toHaveLength(2);
  });

  test('an instance without the key reads the marks that one with the key wrote', async () => {
    const mark = await marked();
    expect(decodeMark(IMAGES, mark.id, await stored(mark.id))).toEqual(mark);
  });

  test('old marks count while the old key is in the list, and new ones are signed with the first', async () => {
    const mark = await marked();
    await world.configure({ top: keyLine('k2', 'k1') });
    expect(await world.markOf(mark.id)).toEqual(mark);
    await world.notify();
    expect(await stored(mark.id)).toContain('"k2.');
    await world.configure({ top: keyLine('k2') });
    expect(await world.markOf(mark.id)).toMatchObject({ state: 'noticed' });
  });
});

describe('an opt-out', () => {
  const keep = async (until: number) => {
    const [id = ''] = world.addImages(1);
    const target = { kind: 'id', value: id } as const;
    const optOut = { target, until, actor: 'ann@example.com', at: world.clock.now() } as const;
    await world.wired.deps.optOuts.optOut(IMAGES, optOut);
    return id;
  };

  test('L64 an opt-out that somebody without the key shortened keeps forever', async () => {
    const until = world.clock.now() + 30 * DAY;
    const id = await keep(until);
    const field = `id:${id}`;
    const value = (await redis().hget(KEYS.optOuts, field)) ?? '';
    await redis().hset(KEYS.optOuts, field, value.replaceAll(String(until), '1000000000000'));
    await world.pass('mark');
    expect(await world.markOf(id)).toBeUndefined();
    expect((await world.wired.deps.optOuts.all(IMAGES)).get(field)).toMatchObject({ until: 'forever' });
  });

  test('L63 an opt-out with its checksum keeps until its date and no longer', async () => {
    const id = await keep(world.clock.now() + 30 * DAY);
    await world.pass('mark');
    expect(await world.markOf(id)).toBeUndefined();
    world.clock.advance(31 * DAY);
    await world.pass('mark');
    expect(await world.markOf(id)).toBeDefined();
  });
});

test('L32 an approval without a valid checksum approves nothing', async () => {
  const { passes } = world.wired.deps;
  const approval = { action: 'mark', digest: 'd', actor: 'eve', at: world.clock.now() } as const;
  await redis().hset(KEYS.pass, 'approval:mark', JSON.stringify(approval));
  expect(await passes.approval(IMAGES, 'mark')).toBeUndefined();
  await passes.approve(IMAGES, approval, { at: approval.at, namespace: IMAGES, event: 'approved', actor: 'ann' });
  expect(await passes.approval(IMAGES, 'mark')).toEqual(approval);
  const value = (await redis().hget(KEYS.pass, 'approval:mark')) ?? '';
  await redis().hset(KEYS.pass, 'approval:delete', value);
  expect(await passes.approval(IMAGES, 'delete')).toBeUndefined();
});
