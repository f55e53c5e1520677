/** An operator sends a message again: its owner has it twice, and nothing else changes (law 3). */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { bounced, sendAgain } from '../../../src/lifecycle/index.ts';
import { DAY, HOUR, IMAGES, worldForAll } from '../../support/awsWorld.ts';

const ANN = 'ann@example.com';
const LIVE = 'type: image, accounts: [test], live: true, when: [{ rule: unused }], keepNewest: off';
const WIDE = 'tripwires: { markedShare: 100%, dueShare: 100%, unmarkedShare: 100% }';

const world = worldForAll();
beforeEach(() => world.reset({ cleanup: `[{ ${LIVE} }]`, defaults: WIDE }));

async function noticed(count: number): Promise<readonly string[]> {
  const ids = world.addImages(count, { tags: { owner: ANN } });
  await world.pass('mark');
  await world.notify();
  return ids;
}

const messageId = () => {
  const id = world.messages()[0]?.messageId;
  if (id === undefined) throw new Error('no message was sent');
  return id;
};
const again = (actor = 'olga') => sendAgain(world.wired.deps, { messageId: messageId(), actor, reason: 'she lost it' });

describe('P11 a message that an operator sends again', () => {
  test('has the same resources with the same dates, is no notice and changes no mark', async () => {
    await noticed(2);
    world.clock.advance(HOUR);
    const before = await world.marks();
    expect(await again()).toMatchObject({ kind: 'sent', resources: 2 });
    const [first, second] = world.messages();
    expect(second?.recipients).toEqual([ANN]);
    expect(second?.messageId).not.toBe(first?.messageId);
    const dates = (html = '') => [...html.matchAll(/<time datetime="([^"]+)"/g)].map(([, at]) => at).sort();
    expect(dates(second?.html)).toEqual(dates(first?.html));
    expect(second?.text).toContain('Reminder:');
    expect(await world.marks()).toEqual(before);
  });

  test('its links work: the page of the new message names both resources', async () => {
    await noticed(2);
    await again();
    const { messageId: newId } = world.messages()[1] ?? {};
    expect(await world.wired.deps.messages.notified(newId ?? '', 0)).toHaveLength(2);
  });

  test('leaves out resources that were kept meanwhile', async () => {
    const [kept = ''] = await noticed(2);
    const target = { kind: 'id', value: kept } as const;
    await world.wired.deps.optOuts.optOut(IMAGES, { target, until: 'forever', actor: ANN, at: world.clock.now() });
    expect(await again()).toMatchObject({ kind: 'sent', resources: 1 });
    expect(world.messages()[1]?.text).not.toContain(kept);
  });

  test('does not replace the notice of a message that bounced', async () => {
    const [id = ''] = await noticed(1);
    const report = { recipient: ANN, why: 'no such user', permanent: true, actor: 'ses' };
    await bounced(world.wired.deps, { messageId: messageId(), ...report });
    expect(await again()).toMatchObject({ kind: 'nothing' });
    expect(world.messages()).toHaveLength(1);
    expect(await world.markOf(id)).toMatchObject({ state: 'marked' });
    expect((await world.markOf(id))?.notice).toBeUndefined();
  });

  test('does not make a notice valid again that is too old', async () => {
    const cleanup = `[{ ${LIVE}, retention: 2d, notice: { validFor: 3d } }]`;
    await world.reset({ cleanup, defaults: WIDE });
    const [id = ''] = await noticed(1);
    world.clock.advance(6 * DAY);
    expect(await again()).toMatchObject({ kind: 'nothing' });
    await world.pass('delete');
    expect(world.deregistered()).toEqual([]);
    expect((await world.markOf(id))?.notice?.messageId).toBe(messageId());
  });

  test('goes to nobody while the fleet is out of service', async () => {
    await noticed(1);
    const audit = { at: world.clock.now(), namespace: 'fleet', event: 'control', actor: 'olga' } as const;
    await world.wired.deps.control.write({ service: 'out' }, audit);
    expect(await again()).toMatchObject({ kind: 'nothing', why: expect.stringContaining('out of service') });
    expect(world.messages()).toHaveLength(1);
  });

  test('goes to nobody in a dry run, at a stage that only plans, and outside the window', async () => {
    await noticed(1);
    await world.configure({ cleanup: `[{ ${LIVE} }]`, defaults: WIDE, dryRun: true });
    expect(await again()).toMatchObject({ kind: 'nothing' });
    const top = 'window: { days: [Mon, Tue, Wed, Thu, Fri, Sat, Sun], from: "03:00", to: "04:00", timeZone: UTC }';
    await world.configure({ cleanup: `[{ ${LIVE} }]`, defaults: WIDE, top });
    expect(await again()).toMatchObject({ kind: 'nothing', why: expect.stringContaining('window') });
    await world.configure({ cleanup: `[{ ${LIVE} }]`, defaults: WIDE });
    const audit = { at: world.clock.now(), namespace: 'fleet', event: 'control', actor: 'olga' } as const;
    await world.wired.deps.control.write({ stages: { 'aws:test:*:image': 'plan' } }, audit);
    expect(await again()).toMatchObject({ kind: 'nothing' });
    expect(world.messages()).toHaveLength(1);
  });

  test('is one of two that operators send at once; the other learns who was first, for an hour', async () => {
    await noticed(1);
    const answers = await Promise.all(['olga', 'otto'].map(again));
    expect(answers.map(({ kind }) => kind).sort()).toEqual(['sent', 'tooSoon']);
    expect(answers.find(({ kind }) => kind === 'tooSoon')).toMatchObject({ actor: expect.stringMatching(/^ol|ot/) });
    expect(world.messages()).toHaveLength(2);
    world.clock.advance(HOUR - 1);
    expect(await again()).toMatchObject({ kind: 'tooSoon' });
    world.clock.advance(1);
    expect(await again()).toMatchObject({ kind: 'sent' });
  });

  test('is an event with the operator, the reason and both messages, also when the server refuses it', async () => {
    await noticed(1);
    world.mail.faults.add({ step: 'recipient', fault: { kind: 'refuse', code: 550, text: 'nobody here' } });
    expect(await again()).toMatchObject({ kind: 'notAccepted', why: expect.stringContaining('nobody here') });
    const entry = world.audit.find(({ event }) => event === 'sentAgain');
    expect(entry).toMatchObject({ namespace: 'fleet', actor: 'olga' });
    expect(entry?.reason).toMatch(/again as <.*not accepted: .*nobody here.*: she lost it$/);
    expect(entry?.reason).toContain(messageId());
    const { notices } = await world.wired.deps.sentNotices.page({}, undefined, 1);
    expect(notices[0]).toMatchObject({ repeats: { messageId: messageId(), actor: 'olga' }, isReminder: true });
  });

  test('L50 shows the end of a longer quarantine → no deletion before that, also when it is shortened again', async () => {
    await world.reset({ cleanup: `[{ ${LIVE}, quarantine: 2d }]`, defaults: WIDE });
    const [id = ''] = await noticed(1);
    await world.configure({ cleanup: `[{ ${LIVE}, quarantine: 30d }]`, defaults: WIDE });
    await again();
    await world.configure({ cleanup: `[{ ${LIVE}, quarantine: 2d }]`, defaults: WIDE });
    const mark = await world.markOf(id);
    expect((mark?.notice?.deletionAt ?? 0) - (mark?.projectedDeletionAt ?? 0)).toBeGreaterThanOrEqual(30 * DAY);
  });
});

describe('P10 the list of sent messages', () => {
  test('has a message with its subject, its transport and the answer: refused first, then accepted', async () => {
    world.addImages(2, { tags: { owner: ANN } });
    await world.pass('mark');
    world.mail.faults.add({ step: 'data', fault: { kind: 'refuse', code: 451, text: 'later' }, times: 1 });
    await expect(world.notify()).rejects.toThrow(/not accepted/);
    const listed = async () => (await world.wired.deps.sentNotices.page({ owner: ANN }, undefined, 10)).notices;
    expect(await listed()).toMatchObject([{ refusedBecause: expect.stringContaining('later'), resources: 2 }]);
    world.clock.advance(HOUR);
    await world.notify();
    const [notice, ...more] = await listed();
    expect(more).toEqual([]);
    const { messageId: sent, subject } = world.messages()[0] ?? {};
    expect(notice).toMatchObject({ messageId: sent, subject, transport: 'smtp', isReminder: false });
    expect(notice?.refusedBecause).toBeUndefined();
  });
});
