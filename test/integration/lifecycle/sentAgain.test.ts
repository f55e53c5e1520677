import { beforeEach, describe, expect, test } from '@jest/globals';
import { verify, verifyMessage } from '../../../src/core/owner/optOutToken.ts';
import { sendDigest } from '../../../src/lifecycle/index.ts';
import { dueDigests } from '../../../src/queue/dueItems.ts';
import { CONFIGURATIONS, DAY, HERE, HOUR, IMAGES, type World, worldForAll } from '../../support/awsWorld.ts';

const ANN = 'ann@example.com';
const FALLBACK = 'cloud@example.com';
const WIDE = 'tripwires: { markedShare: 100%, dueShare: 100%, unmarkedShare: 100% }';
const later = { step: 'data', fault: { kind: 'refuse', code: 451, text: 'later' } } as const;
const lost = { step: 'data', fault: { kind: 'keepAndDrop' } } as const;

const world = worldForAll();
beforeEach(() => world.reset({ defaults: WIDE }));

/** The message to its owner fails once. */
async function failing(fault: typeof later | typeof lost): Promise<void> {
  world.mail.faults.add({ ...fault, times: 1 });
  await expect(world.notify()).rejects.toThrow(/not accepted/);
}

const recipients = () => world.messages().map(({ recipients: [to] }) => to);
const shown = (n: number) => Date.parse(/<time datetime="([^"]+)"/.exec(world.messages()[n]?.html ?? '')?.[1] ?? '');
const own = (id: string, owner: string) =>
  world.sandbox.control.update(HERE, 'image', id, { Tags: [{ Key: 'owner', Value: owner }] });

describe('L48 a stored message is composed anew when its content changed', () => {
  test('the owner changed → the former owner gets no message, and Holystone does not delete before the date in the notice', async () => {
    const [id = ''] = world.addImages(1, { tags: { owner: '' } });
    await world.pass('mark');
    await failing(later);
    own(id, ANN);
    world.clock.advance(14 * DAY);
    await world.pass('mark');
    await world.pass('notify');
    for (const owner of [ANN, FALLBACK]) await sendDigest(world.wired.deps, owner);
    expect(recipients()).toEqual([ANN]);
    expect((await world.markOf(id))?.projectedDeletionAt).toBeGreaterThanOrEqual(shown(0));
  });

  test('the owner changed and the message may have arrived → Holystone does not delete before the date that it showed', async () => {
    const [id = ''] = world.addImages(1, { tags: { owner: '' } });
    await world.pass('mark');
    world.clock.advance(5 * DAY);
    await failing(lost);
    own(id, ANN);
    world.clock.advance(HOUR);
    await world.pass('mark');
    await world.pass('notify');
    for (const owner of [ANN, FALLBACK]) await sendDigest(world.wired.deps, owner);
    expect(recipients()).toEqual([FALLBACK, ANN]);
    expect(shown(1)).toBeLessThan(shown(0));
    expect((await world.markOf(id))?.projectedDeletionAt).toBe(shown(0));
  });

  test('an owner keeps one of two resources → a new message about the other has no earlier date', async () => {
    const [kept = '', other = ''] = world.addImages(2);
    await world.pass('mark');
    await failing(lost);
    const optOut = {
      target: { kind: 'id', value: kept },
      until: 'forever',
      actor: ANN,
      at: world.clock.now(),
    } as const;
    await world.wired.deps.optOuts.optOut(IMAGES, optOut);
    world.clock.advance(HOUR);
    await sendDigest(world.wired.deps, ANN);
    const [first, second] = world.messages();
    expect([second?.messageId === first?.messageId, second?.text?.includes(kept)]).toEqual([false, false]);
    expect((await world.markOf(other))?.projectedDeletionAt).toBeGreaterThanOrEqual(shown(0));
  });

  test('the sender dies after one record, and that owner asks for an early deletion → no message has the later date again', async () => {
    const [first = ''] = world.addImages(2);
    await world.pass('mark');
    await world.pass('notify');
    const { marks } = world.wired.deps;
    let records = 0;
    const apply: typeof marks.apply = (...asked) =>
      ++records === 1 ? marks.apply(...asked) : Promise.reject(new Error('killed'));
    const dying = { ...world.wired.deps, marks: Object.assign(Object.create(marks), { apply, ...reads(marks) }) };
    await expect(sendDigest(dying, ANN)).rejects.toThrow('killed');
    const before = (await world.marks()).find(({ state }) => state === 'noticed');
    const id = before?.id ?? first;
    if (!before) throw new Error('no notice was recorded');
    const after = { ...before, projectedDeletionAt: world.clock.now() + DAY, revision: before.revision + 1 };
    const audit = { at: world.clock.now(), namespace: IMAGES, id, event: 'expedited', actor: ANN } as const;
    await marks.apply(IMAGES, [{ id, before, after, audit }]);
    world.clock.advance(HOUR);
    await sendDigest(world.wired.deps, ANN);
    expect(world.messages()[1]?.text).not.toContain(id);
    expect((await world.markOf(id))?.projectedDeletionAt).toBe(after.projectedDeletionAt);
  });
});

function reads(marks: World['wired']['deps']['marks']) {
  return { get: marks.get.bind(marks), getMany: marks.getMany.bind(marks), all: marks.all.bind(marks) };
}

describe('L13 a refused message, and two namespaces whose windows are, since a reload, never open together', () => {
  const cleanup = (a = '', b = '') =>
    `[{ type: image, accounts: [test], live: true, when: [{ rule: unused }], keepNewest: off${a} },` +
    ` { type: launchConfiguration, accounts: [test], live: true, when: [{ rule: unused }]${b} }]`;
  const window = (from: string, to: string) =>
    `, window: { days: [Mon, Tue, Wed, Thu, Fri, Sat, Sun], from: "${from}", to: "${to}", timeZone: UTC }`;

  /** An image and a launch configuration of one owner; the first message, about both or the image only, fails. */
  async function firstFails(fault: typeof later | typeof lost, about: 'both' | 'image'): Promise<string> {
    await world.reset({ defaults: WIDE, cleanup: cleanup() });
    const [image = ''] = world.addImages(1, { tags: { owner: '' } });
    const CreatedTime = new Date(world.clock.now() - 300 * DAY).toISOString();
    world.sandbox.control.addLaunchConfigurations(HERE, [
      { LaunchConfigurationName: 'forgotten-one', ImageId: 'ami-1', CreatedTime },
    ]);
    for (const namespace of [IMAGES, CONFIGURATIONS]) await world.pass('mark', namespace);
    if (about === 'both') await world.pass('notify', CONFIGURATIONS);
    await failing(fault);
    if (about === 'image') await world.pass('notify', CONFIGURATIONS);
    await world.configure({ defaults: WIDE, cleanup: cleanup(window('09:00', '12:00'), window('14:00', '17:00')) });
    return image;
  }

  /** Sends the due messages, each hour of so many days. */
  async function notifyFor(days: number, beforeEachHour: (hour: number) => void = () => {}): Promise<void> {
    for (let hours = 0; hours < days * 24; hours++) {
      world.clock.advance(HOUR);
      beforeEachHour(new Date(world.clock.now()).getUTCHours());
      const { outbox, workConfigurations } = world.wired.parts;
      const due = await dueDigests(outbox, workConfigurations(), world.clock.now());
      for (const item of due)
        if (item.kind === 'digest') await sendDigest(world.wired.deps, item.owner).catch(ignoreRefusal);
    }
  }

  /** A message that the server did not accept is tried again at a later hour. */
  function ignoreRefusal(error: unknown): void {
    if (!/not accepted/.test(String(error))) throw error;
  }

  test('each resource is in a message in its own window, with no date earlier than one shown before', async () => {
    const image = await firstFails(lost, 'both');
    await notifyFor(3);
    const notified = world.messages().slice(1);
    expect(notified.map(({ text }) => [text?.includes(image), text?.includes('forgotten-one')]).sort()).toEqual([
      [false, true],
      [true, false],
    ]);
    const marks = [...(await world.marks()), ...(await world.marks(CONFIGURATIONS))];
    expect(marks.map(({ state }) => state)).toEqual(['noticed', 'noticed']);
    expect(Math.min(...marks.map(({ projectedDeletionAt }) => projectedDeletionAt))).toBeGreaterThanOrEqual(shown(0));
    expect(await world.wired.deps.outbox.owners()).toEqual([]);
  });

  test('a message that is refused in each of its windows does not delay the message of another window', async () => {
    const image = await firstFails(later, 'image');
    await notifyFor(2, (hour) => {
      world.mail.faults.clear();
      if (hour >= 9 && hour < 12) world.mail.faults.add({ ...later, times: 5 });
    });
    expect(world.messages().map(({ text }) => [text?.includes(image), text?.includes('forgotten-one')])).toEqual([
      [false, true],
    ]);
    world.mail.faults.clear();
    await notifyFor(3);
    expect(world.messages()).toHaveLength(2);
    expect(world.messages()[1]?.text).toContain(image);
  });
});

describe('P8 the links of a message work longer than the date that it shows', () => {
  const WEEK = 7 * DAY;
  /** When the link of the resource, and that of the whole message, end. */
  function linkEnds(n: number): readonly number[] {
    const text = world.messages()[n]?.text ?? '';
    const { keys } = world.configuration.optOut;
    const one = verify(/\/o\/([\w.-]+)/.exec(text)?.[1] ?? '', keys, world.clock.now());
    const all = verifyMessage(/\/m\/([\w.-]+)/.exec(text)?.[1] ?? '', keys, world.clock.now());
    return [one, all].map((checked) => (checked.kind === 'valid' ? checked.claims.expiresAt : 0));
  }

  test('a message refused until its links would end too early is composed again, and each link lasts a week longer than the date', async () => {
    await world.reset({ defaults: `${WIDE}, retention: 30d, unownedRetention: 30d` });
    const [id = ''] = world.addImages(1);
    await world.pass('mark');
    await failing(later);
    const refused = (await world.wired.deps.outbox.read(ANN)).prepared;
    // In this world a notice counts for a year after its date, and so do links.
    world.clock.advance(380 * DAY);
    await sendDigest(world.wired.deps, ANN);
    const due = (await world.markOf(id))?.projectedDeletionAt ?? 0;
    const [message] = world.messages();
    expect(message?.messageId).not.toBe(refused?.messageId);
    for (const end of linkEnds(0)) expect(end).toBeGreaterThanOrEqual(due + WEEK);
  });

  test('the mail server refuses for a day → Holystone sends the same message again, because its links last long enough', async () => {
    world.addImages(1);
    await world.pass('mark');
    await failing(later);
    const refused = (await world.wired.deps.outbox.read(ANN)).prepared;
    world.clock.advance(DAY);
    await sendDigest(world.wired.deps, ANN);
    expect(world.messages()[0]?.messageId).toBe(refused?.messageId);
  });

  test('a notice counts no longer than its links, and permits no deletion after that', async () => {
    const [id = ''] = world.addImages(1);
    await world.pass('mark');
    const { notifier } = world.wired.deps;
    // As a message whose links end with its date would be recorded.
    const short = {
      ...notifier,
      send: (digest: Parameters<typeof notifier.send>[0]) => {
        for (const row of digest.rows) Object.assign(row, { linkUntil: row.deletionAt + DAY });
        return notifier.send(digest);
      },
    };
    await world.pass('notify');
    await sendDigest({ ...world.wired.deps, notifier: short }, ANN);
    const noticed = await world.markOf(id);
    expect(noticed?.notice?.validUntil).toBe((noticed?.projectedDeletionAt ?? 0) + DAY);
    world.clock.advance(12 * DAY);
    await world.pass('mark');
    await world.pass('delete');
    expect(world.deregistered()).toEqual([]);
  });
});
