/** The messages that count as a notice, with each transport in the place of the one that counts. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Room } from '../../../src/core/notice/digest.ts';
import { bounced, sendDigest } from '../../../src/lifecycle/index.ts';
import { DAY, GROUPS, HERE, HOUR, IMAGES, type World, type WorldOptions, worldForAll } from '../../support/awsWorld.ts';
import { Line, TRANSPORTS, withApply } from '../../support/transports.ts';
import { startWebhook, status, type WebhookServer } from '../../support/webhookServer.ts';

const ANN = 'ann@example.com';
const BOB = 'bob@example.com';
const NOBODY = { tags: { owner: '' } };
const WELL_AFTER = 10 * DAY + HOUR;
const ofImages = (more = '') =>
  `{ type: image, accounts: [test], live: true, when: [{ rule: unused }], keepNewest: off${more} }`;
const BOTH = `[${ofImages()}, { type: autoScalingGroup, accounts: [test], live: true, when: [{ rule: zeroInstances }] }]`;

const world = worldForAll();

const states = async () => (await world.marks()).map(({ state }) => state);
const refused = async () => {
  await expect(world.notify()).rejects.toThrow('was not accepted');
};

describe.each(TRANSPORTS)('%s counts as notice', (name) => {
  let line: Line;
  const reset = (options: WorldOptions = {}) => world.reset({ top: line.top, ...options });
  beforeEach(async () => {
    line = await Line.start(world, name);
    await reset();
  });
  afterEach(() => line.close());

  const marked = async (count = 1, ...given: Parameters<World['addImages']>[1][]) => {
    const images = world.addImages(count, ...given);
    await world.pass('mark');
    return images;
  };
  const noticed = async () => {
    const [id = ''] = await marked();
    await world.notify();
    expect((await world.markOf(id))?.state).toBe('noticed');
    return id;
  };
  const deletedAfter = async (ms: number) => {
    world.clock.advance(ms);
    await world.pass('delete');
    return world.deregistered();
  };

  test('L44 an owner has marks in two namespaces → one message shows both, and both marks have its notice', async () => {
    await reset({ cleanup: BOTH });
    const CreatedTime = new Date(world.clock.now() - 90 * DAY).toISOString();
    const size = { MinSize: 0, MaxSize: 0, DesiredCapacity: 0 };
    world.sandbox.control.addAutoScalingGroups(HERE, [
      { AutoScalingGroupName: 'old-v001', ...size, CreatedTime, tags: { owner: ANN } },
    ]);
    const [image = ''] = await marked();
    await world.pass('mark', GROUPS);
    await world.notify(IMAGES, GROUPS);
    const [message, ...more] = line.arrived();
    expect([more, message?.recipient]).toEqual([[], ANN]);
    expect([image, 'old-v001'].filter((id) => !message?.said.includes(id))).toEqual([]);
    const marks = [await world.markOf(image), await world.markOf('old-v001', GROUPS)];
    expect(marks.map((mark) => mark?.notice?.messageId)).toEqual([message?.messageId, message?.messageId]);
  });

  test('L44 two owners have marks → each gets a message', async () => {
    world.addImages(1);
    await marked(1, { tags: { owner: BOB } });
    await world.notify();
    expect(
      line
        .arrived()
        .map(({ recipient }) => recipient)
        .sort(),
    ).toEqual([ANN, BOB]);
  });

  test('L45 an owner has 25 marks with 10 items a message → the message shows all 25, and all become noticed', async () => {
    await reset({ cleanup: `[${ofImages(', notice: { itemsPerMessage: 10 }')}]` });
    const images = await marked(25);
    await world.notify();
    const said = line.arrived()[0]?.said ?? '';
    expect(images.filter((id) => !said.includes(id))).toEqual([]);
    expect((await states()).filter((state) => state === 'noticed')).toHaveLength(25);
  });

  test('L45 a notice has room for two of five resources → exactly the shown ones become noticed, the others by the next messages', async () => {
    const few = (world: World) => ({ ...world.wired.deps.notifier, room: () => roomFor(2) });
    const images = await marked(5);
    const seen: number[] = [];
    for (let day = 0; day < 3; day++) {
      await world.pass('notify');
      await sendDigest({ ...world.wired.deps, notifier: few(world) }, ANN);
      const said = line.arrived().at(-1)?.said ?? '';
      const notified = (await world.marks()).filter(
        ({ notice }) => notice?.messageId === line.arrived().at(-1)?.messageId,
      );
      expect(images.filter((id) => said.includes(id)).sort()).toEqual(notified.map(({ id }) => id).sort());
      seen.push(notified.length);
      world.clock.advance(DAY);
    }
    expect([seen, await world.wired.deps.outbox.owners()]).toEqual([[2, 2, 1], []]);
  });

  test('L46 the transport refuses → no notice is recorded and no resource can be deleted, until it accepts', async () => {
    const [id = ''] = await marked();
    line.refuseOnce();
    await refused();
    expect([await states(), world.messages().length]).toEqual([['marked'], 0]);
    expect(await deletedAfter(20 * DAY)).toEqual([]);
    await world.notify();
    expect([(await world.markOf(id))?.state, world.messages().length]).toEqual(['noticed', 1]);
  });

  test('L46 the transport refuses → API, operator’s page and metrics show the owner, the problem and the next attempt', async () => {
    await marked(2);
    line.refuseOnce();
    await refused();
    const since = world.clock.now();
    world.clock.advance(HOUR);
    line.refuseOnce();
    await refused();
    const { operator } = await line.open();
    const read = async (path: string) => (await fetch(`${operator}${path}`)).text();
    const next = new Date(world.clock.now() + 60_000).toISOString();
    expect(JSON.parse(await read('/api/v1/notices/waiting')).items).toEqual([
      {
        owner: ANN,
        resources: 2,
        namespaces: [IMAGES],
        notBefore: next,
        refused: {
          since: new Date(since).toISOString(),
          attempts: 2,
          problem: expect.stringContaining('no such user'),
          permanent: true,
          nextAttemptAt: next,
        },
      },
    ]);
    const page = await read('/owners');
    expect(
      ['Owners whom Holystone could not notify', ANN, '2 attempts', 'no such user'].filter(
        (words) => !page.includes(words),
      ),
    ).toEqual([]);
    expect(await read('/metrics')).toContain('holystone_owners_waiting{state="refused"} 1');
    await world.notify();
    expect(JSON.parse(await read('/api/v1/notices/waiting')).items).toEqual([]);
    expect(await read('/metrics')).toContain('holystone_owners_waiting{state="refused"} 0');
  });

  test('L47 the transport accepts → the mark has the notice, whose date is that of the deletion', async () => {
    const [id = ''] = await marked();
    world.clock.advance(HOUR);
    await world.notify();
    const mark = await world.markOf(id);
    const [message] = line.arrived();
    expect(mark?.notice).toMatchObject({
      messageId: message?.messageId,
      recipient: ANN,
      acceptedAt: world.clock.now(),
      shownAt: mark?.projectedDeletionAt,
      generation: mark?.generation,
    });
    const due = mark?.projectedDeletionAt ?? 0;
    expect(due).toBeGreaterThanOrEqual(world.clock.now() + 10 * DAY);
    const written = [new Date(due).toISOString().slice(0, 10), `${new Date(due).getUTCDate()} `];
    expect(written.some((date) => message?.said.includes(date))).toBe(true);
  });

  test('L48 the sender dies between the answer and the record → Holystone sends the same message again, with no earlier date', async () => {
    const images = await marked(2);
    await world.pass('notify');
    const { deps } = world.wired;
    const dying = { ...deps, marks: withApply(deps.marks, () => Promise.reject(new Error('killed'))) };
    await expect(sendDigest(dying, ANN)).rejects.toThrow('killed');
    expect(await states()).toEqual(['marked', 'marked']);
    world.clock.advance(2 * HOUR);
    await sendDigest(deps, ANN);
    const [message, ...others] = line.arrived();
    expect([others, line.count]).toEqual([[], 2]);
    expect(images.filter((id) => message?.said.split(id).length !== images.length + 1)).toEqual([]);
    const marks = await world.marks();
    expect(marks.map(({ notice }) => notice?.messageId)).toEqual([message?.messageId, message?.messageId]);
    expect(Math.min(...marks.map((mark) => mark.projectedDeletionAt))).toBeGreaterThanOrEqual(
      world.clock.now() + 10 * DAY,
    );
  });

  test('L49 a resource has no owner → the fallback gets the notice, and retention is three times as long', async () => {
    const [id = ''] = await marked(1, NOBODY);
    await world.notify();
    // The readers of a channel learn that no owner is known, and not the address to which the message goes instead.
    const isChat = name === 'slack' || name === 'teams';
    const notified = line
      .arrived()
      .map(({ recipient, said }) => (isChat ? /without an owner/.exec(said)?.[0] : recipient));
    expect(notified).toEqual([isChat ? 'without an owner' : 'cloud@example.com']);
    expect(await deletedAfter(29 * DAY)).toEqual([]);
    expect(await deletedAfter(DAY + HOUR)).toEqual([id]);
  });

  test('L49 a resource has neither owner nor fallback → Holystone sends no notice, deletes nothing, and the pass says so', async () => {
    await reset({ noFallback: true });
    await marked(1, NOBODY);
    const { problem } = await world.pass('notify');
    expect([
      problem?.includes('Holystone has no recipient for a notice'),
      await world.wired.deps.outbox.owners(),
    ]).toEqual([true, []]);
    expect([await deletedAfter(100 * DAY), line.count]).toEqual([[], 0]);
  });

  test('L50 a noticed resource is unmarked and marked again → Holystone deletes it only after a new notice', async () => {
    const id = await noticed();
    const optOut = { target: { kind: 'id', value: id }, until: world.clock.now() + DAY, actor: ANN } as const;
    await world.wired.deps.optOuts.optOut(IMAGES, { ...optOut, at: world.clock.now() });
    await world.pass('mark');
    expect(await world.markOf(id)).toBeUndefined();
    world.clock.advance(2 * DAY);
    await world.pass('mark');
    expect(await deletedAfter(WELL_AFTER)).toEqual([]);
    await world.notify();
    expect([line.arrived().length, await deletedAfter(WELL_AFTER)]).toEqual([2, [id]]);
  });

  test('L50 the owner changed → the new owner gets a notice, and retention begins again', async () => {
    const id = await noticed();
    world.clock.advance(9 * DAY);
    world.sandbox.control.update(HERE, 'image', id, { Tags: [{ Key: 'owner', Value: BOB }] });
    await world.pass('mark');
    await world.notify();
    expect(line.arrived().map(({ recipient }) => recipient)).toEqual([ANN, BOB]);
    expect(await deletedAfter(9 * DAY)).toEqual([]);
    expect(await deletedAfter(DAY + HOUR)).toEqual([id]);
  });

  test('L50 a bounce is reported → the owner gets a new notice', async () => {
    const id = await noticed();
    const messageId = line.arrived()[0]?.messageId ?? '';
    world.clock.advance(9 * DAY);
    const report = { messageId, recipient: ANN, why: 'left the company', permanent: true, actor: 'olga' };
    expect(await bounced(world.wired.deps, report)).toEqual({ kind: 'withdrawn', notices: 1 });
    expect(await deletedAfter(2 * DAY)).toEqual([]);
    await world.notify();
    expect([line.arrived().length, await deletedAfter(WELL_AFTER)]).toEqual([2, [id]]);
  });

  test('L50 a notice is older than `validFor` after its date → Holystone notifies again before it deletes, also when `delete` is switched on since', async () => {
    const cleanup = (actions: string) => `[${ofImages(`, actions: [${actions}], notice: { validFor: 14d }`)}]`;
    await reset({ cleanup: cleanup('mark, notify') });
    const id = await noticed();
    world.clock.advance(25 * DAY);
    await world.configure({ top: line.top, cleanup: cleanup('mark, notify, delete') });
    expect(await deletedAfter(0)).toEqual([]);
    await world.notify();
    expect([line.arrived().length, await deletedAfter(9 * DAY)]).toEqual([2, []]);
    expect(await deletedAfter(DAY + HOUR)).toEqual([id]);
  });

  test('L51 notices are off → Holystone sends no message, and deletes after a retention from the mark', async () => {
    await reset({ cleanup: `[${ofImages(', notice: off')}]` });
    const [id = ''] = await marked();
    await world.notify();
    expect([line.count, await deletedAfter(10 * DAY)]).toEqual([0, [id]]);
  });
});

describe.each(['slack', 'teams', 'webhook'])('the mail server counts, and %s gets a copy', (type) => {
  let hook: WebhookServer;
  beforeEach(async () => {
    hook = await startWebhook();
    const key = type === 'webhook' ? ', key: { id: k1, secret: "0123456789abcdef0123456789abcdef" }' : '';
    await world.reset({ top: `notify: { transports: [{ type: ${type}, name: hook, url: "${hook.url}"${key} }] }` });
    world.addImages(1);
    await world.pass('mark');
  });
  afterEach(() => hook.close());

  test('P6 the other transport refuses → the owner has one notice, and the log names the failure', async () => {
    hook.answers.push(status(404));
    await world.notify();
    await world.notify();
    expect([await states(), world.messages().length, hook.received.length]).toEqual([['noticed'], 1, 1]);
    const log = world.logs.find(({ message }) => message === 'a copy of a notice was not sent');
    expect(log).toMatchObject({ level: 'warn', fields: { transport: 'hook', why: '404' } });
    expect(JSON.stringify(world.logs)).not.toContain('secret-of-the-hook');
  });

  test('L46 the mail server refuses → the other transports get no copy', async () => {
    const fault = { kind: 'refuse', code: 550, text: 'no such user' } as const;
    world.mail.faults.add({ step: 'recipient', fault, times: 1 });
    await refused();
    expect(hook.received).toHaveLength(0);
  });
});

/** As many rows as it says, whatever they are. */
function roomFor(most: number): Room {
  let taken = 0;
  return { takes: () => ++taken <= most };
}
