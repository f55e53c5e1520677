import { beforeEach, describe, expect, test } from '@jest/globals';
import { listen } from '../../../src/composition/listen.ts';
import { Releasers } from '../../../src/composition/releasers.ts';
import { RunningConfiguration } from '../../../src/composition/runningConfiguration.ts';
import type { ResponseResult, Statement } from '../../../src/core/mark/ownerResponse.ts';
import { sign } from '../../../src/core/owner/optOutToken.ts';
import { storeResponse } from '../../../src/lifecycle/index.ts';
import { bounced } from '../../../src/lifecycle/notice/bounce.ts';
import { createMetrics } from '../../../src/telemetry/metrics.ts';
import { Readiness } from '../../../src/telemetry/readiness.ts';
import { DAY, HERE, HOUR, IMAGES, worldForAll } from '../../support/awsWorld.ts';

const world = worldForAll();
beforeEach(() => world.reset());

const ANN = 'ann@example.com';
const FALLBACK = 'cloud@example.com';

/** Marked, and its owner notified. */
async function notified(): Promise<string> {
  const [id = ''] = world.addImages(1);
  await world.pass('mark');
  await world.notify();
  return id;
}

async function say(
  id: string,
  statement: Statement,
  given: { owner?: string; generation?: string } = {},
): Promise<ResponseResult> {
  const generation = given.generation ?? (await world.markOf(id))?.generation;
  const { owner = ANN } = given;
  return storeResponse(world.wired.deps, { statement, namespace: IMAGES, id, owner, generation });
}

const keep = (id: string, actor = ANN) =>
  world.wired.deps.optOuts.optOut(IMAGES, {
    target: { kind: 'id', value: id },
    until: 'forever',
    actor,
    at: world.clock.now(),
  });
const dateOf = async (id: string) => (await world.markOf(id))?.projectedDeletionAt;
const recipients = () => world.messages().flatMap((message) => message.recipients);

describe('delete it early', () => {
  test('P7 law 3: the owner answers "delete it early" → Holystone checks and deletes before the retention ends', async () => {
    const id = await notified();
    world.clock.advance(DAY);
    await say(id, 'deleteEarly');
    expect(await dateOf(id)).toBe(world.clock.now());
    await world.pass('delete');
    expect(world.deregistered()).toEqual([id]);
    expect(world.events(id)).toEqual(['marked', 'noticed', 'expedited', 'permitted', 'deleted']);
    expect(world.audit.find(({ event }) => event === 'expedited')).toMatchObject({ actor: ANN });
  });

  test('P7 law 3: a resource is used after "delete it early" → Holystone unmarks it and does not delete', async () => {
    const id = await notified();
    world.clock.advance(DAY);
    await say(id, 'deleteEarly');
    world.sandbox.control.addInstances(HERE, [{ ImageId: id }]);
    await world.pass('delete');
    expect(world.deregistered()).toEqual([]);
    expect(await world.markOf(id)).toBeUndefined();
  });

  test('P7 law 3: "delete it early" moves the deletion to a day after the notice at the earliest, because anybody who may tag can name themselves the owner', async () => {
    const id = await notified();
    const notifiedAt = (await world.markOf(id))?.notice?.acceptedAt ?? 0;
    world.clock.advance(HOUR);
    await say(id, 'deleteEarly');
    expect(await dateOf(id)).toBe(notifiedAt + DAY);
    world.clock.advance(22 * HOUR);
    await world.pass('delete');
    expect(world.deregistered()).toEqual([]);
    world.clock.advance(HOUR);
    await world.pass('delete');
    expect(world.deregistered()).toEqual([id]);
  });

  test('P7 "delete it early" moves the deletion to `notice.expediteNotBefore` after the notice at the earliest', async () => {
    const id = await notified();
    await world.configure({
      cleanup:
        '[{ type: image, accounts: [test], live: true, when: [{ rule: unused }], keepNewest: off, notice: { expediteNotBefore: 3d } }]',
    });
    await say(id, 'deleteEarly');
    expect(await dateOf(id)).toBe(((await world.markOf(id))?.notice?.acceptedAt ?? 0) + 3 * DAY);
  });

  test('P7 the owner answers "delete it early" → the fallback gets a mail with both dates and a link that keeps the resource', async () => {
    const id = await notified();
    const before = await dateOf(id);
    await storeResponse(world.wired.deps, {
      ...{ statement: 'deleteEarly', namespace: IMAGES, id, owner: ANN },
      generation: (await world.markOf(id))?.generation,
      reason: 'a\nSubject: test',
    });
    const message = world.messages().at(-1);
    expect(message?.recipients).toEqual([FALLBACK]);
    expect(message?.subject).toMatch(/^Early deletion requested: /);
    const parts = [ANN, id, IMAGES, 'https://holystone.example.com/o/', 'Reason: a'];
    expect(parts.filter((part) => !message?.text.includes(part))).toEqual([]);
    const days = [await dateOf(id), before].map((at) => ` ${new Date(at ?? 0).getUTCDate()} `);
    expect(days.filter((day) => !message?.text.includes(day))).toEqual([]);
  });

  test('P7 the mail to the fallback fails → "delete it early" changes nothing, and the answer says why', async () => {
    const id = await notified();
    const before = await world.markOf(id);
    const fault = { kind: 'refuse', code: 450, text: 'later' } as const;
    world.mail.faults.add({ step: 'recipient', recipient: FALLBACK, fault, times: 1 });
    expect(await say(id, 'deleteEarly')).toEqual({ kind: 'nothing', because: 'othersNotNotified' });
    expect(await world.markOf(id)).toEqual(before);
  });

  describe('one of two people who are the owner answers "delete it early"', () => {
    const BOTH = 'ann@example.com, bob@example.com';
    async function theirs(): Promise<string> {
      const [id = ''] = world.addImages(1, { tags: { owner: BOTH } });
      await world.pass('mark');
      await world.notify();
      world.clock.advance(2 * DAY);
      return id;
    }

    test('P7 L107 each of them is told, and has as long to keep it as after a notice', async () => {
      const id = await theirs();
      const before = world.messages().length;
      await say(id, 'deleteEarly', { owner: BOTH });
      const told = world.messages().slice(before);
      expect(told.map((message) => message.recipients)).toEqual([['ann@example.com'], ['bob@example.com'], [FALLBACK]]);
      expect(told.every(({ text }) => text.includes('https://holystone.example.com/o/'))).toBe(true);
      expect(await dateOf(id)).toBe(world.clock.now() + DAY);
      await world.pass('delete');
      expect(world.deregistered()).toEqual([]);
      world.clock.advance(DAY + HOUR);
      await world.pass('delete');
      expect(world.deregistered()).toEqual([id]);
    });

    test('P7 L107 one of them cannot be told → it keeps its date, and the answer says why', async () => {
      const id = await theirs();
      const before = await world.markOf(id);
      const fault = { kind: 'refuse', code: 550, text: 'no such user' } as const;
      world.mail.faults.add({ step: 'recipient', recipient: 'bob@example.com', fault, times: 1 });
      const answer = await say(id, 'deleteEarly', { owner: BOTH });
      expect([answer, await world.markOf(id)]).toEqual([{ kind: 'nothing', because: 'othersNotNotified' }, before]);
    });
  });

  test('P7 an owner who is also the fallback gets no mail about their own answer', async () => {
    const [id = ''] = world.addImages(1, { tags: { owner: FALLBACK } });
    await world.pass('mark');
    await world.notify();
    expect(await say(id, 'deleteEarly', { owner: FALLBACK })).toMatchObject({ kind: 'done' });
    expect(recipients()).toEqual([FALLBACK]);
  });

  test('P7 L13 "delete it early" moves the deletion to no date before the window opens', async () => {
    await world.reset({ top: 'window: { days: [Wed], from: "09:00", to: "10:00", timeZone: UTC }' });
    const [id = ''] = world.addImages(1);
    await world.pass('mark');
    while (!(await world.markOf(id))?.notice) {
      world.clock.advance(HOUR / 2);
      await world.notify();
    }
    world.clock.advance(2 * HOUR);
    await say(id, 'deleteEarly');
    const at = new Date((await dateOf(id)) ?? 0);
    expect([at.getUTCDay(), at.getUTCHours(), at.getTime() > world.clock.now()]).toEqual([3, 9, true]);
    await world.pass('delete');
    expect(world.deregistered()).toEqual([]);
  });

  test('P7 another person keeps the resource → "delete it early" has no effect, before or after', async () => {
    const id = await notified();
    await say(id, 'deleteEarly');
    await keep(id, 'bob@example.com');
    expect(await say(id, 'deleteEarly')).toMatchObject({ kind: 'nothing' });
    await world.pass('mark');
    await world.pass('delete');
    expect(world.deregistered()).toEqual([]);
    const events = ['marked', 'noticed', 'expedited', 'optedOut', 'unmarked', 'expediteRefused'];
    expect(world.events(id)).toEqual(events);
  });

  test('P7 the owner withdraws "delete it early" → the mark has the date of its notice again', async () => {
    const id = await notified();
    const before = await dateOf(id);
    await say(id, 'deleteEarly');
    await say(id, 'notEarly');
    expect(await dateOf(id)).toBe(before);
    await world.pass('delete');
    expect(world.deregistered()).toEqual([]);
    expect(await say(id, 'notEarly')).toMatchObject({ kind: 'nothing' });
  });

  test('P7 L50 the notice bounces after "delete it early" → the mark has its full retention again', async () => {
    const id = await notified();
    await say(id, 'deleteEarly');
    const mark = await world.markOf(id);
    await bounced(world.wired.deps, {
      messageId: mark?.notice?.messageId ?? '',
      recipient: ANN,
      permanent: true,
      why: 'x',
      actor: 'ses',
    });
    expect(await dateOf(id)).toBeGreaterThanOrEqual(world.clock.now() + 10 * DAY);
    await world.pass('delete');
    expect(world.deregistered()).toEqual([]);
  });

  test.each([
    ['somebody who is not its owner', { owner: 'bob@example.com' }],
    ['a link to an earlier mark', { generation: 'another' }],
  ])('P7 "delete it early" by %s has no effect', async (_what, given) => {
    const id = await notified();
    const before = await world.markOf(id);
    expect(await say(id, 'deleteEarly', given)).toMatchObject({ kind: 'nothing' });
    expect(await world.markOf(id)).toEqual(before);
  });

  test('P7 "delete it early" before a notice has no effect', async () => {
    const [id = ''] = world.addImages(1);
    await world.pass('mark');
    const before = await world.markOf(id);
    expect(await say(id, 'deleteEarly')).toMatchObject({ kind: 'nothing' });
    expect(await world.markOf(id)).toEqual(before);
  });

  test('P7 L36 in dry run an owner’s answer writes nothing', async () => {
    const id = await notified();
    const before = await world.markOf(id);
    await world.configure({ dryRun: true });
    expect(await say(id, 'deleteEarly')).toMatchObject({ kind: 'nothing' });
    expect(await say(id, 'notMine')).toMatchObject({ kind: 'nothing' });
    expect(await world.markOf(id)).toEqual(before);
  });
});

describe('not mine', () => {
  test('L49 law 3: the owner answers "not mine" → the fallback gets a notice, and Holystone deletes only after its full retention', async () => {
    const id = await notified();
    await say(id, 'notMine');
    expect(await world.markOf(id)).toMatchObject({ state: 'marked', owner: FALLBACK, unowned: true });
    world.clock.advance(11 * DAY);
    await world.pass('mark');
    await world.pass('delete');
    expect(world.deregistered()).toEqual([]);
    await world.notify();
    expect(recipients()).toEqual([ANN, FALLBACK]);
    world.clock.advance(29 * DAY);
    await world.pass('delete');
    expect(world.deregistered()).toEqual([]);
    world.clock.advance(2 * DAY);
    await world.pass('delete');
    expect(world.deregistered()).toEqual([id]);
  });

  test('P7 law 3: the fallback’s "delete it early" does not shorten the retention of a resource without an owner', async () => {
    const id = await notified();
    await say(id, 'notMine');
    world.clock.advance(DAY);
    await world.notify();
    const before = await world.markOf(id);
    expect(before).toMatchObject({ state: 'noticed', owner: FALLBACK, unowned: true });
    expect(await say(id, 'deleteEarly', { owner: FALLBACK })).toMatchObject({ kind: 'nothing' });
    const [other = ''] = world.addImages(1, { tags: { owner: 'nobody' } });
    await world.pass('mark');
    await world.notify();
    expect(await say(other, 'deleteEarly', { owner: FALLBACK })).toMatchObject({ kind: 'nothing' });
    await world.pass('delete');
    expect(world.deregistered()).toEqual([]);
    expect(await world.markOf(id)).toEqual(before);
  });

  test('P7 "not mine" after "delete it early" cancels the early date', async () => {
    const id = await notified();
    await say(id, 'deleteEarly');
    await say(id, 'notMine');
    await world.pass('delete');
    expect(world.deregistered()).toEqual([]);
    expect(await dateOf(id)).toBeGreaterThanOrEqual(world.clock.now() + 30 * DAY);
  });

  test('P7 an owner who answered "not mine" stays disclaimed; another owner in the tag replaces the fallback', async () => {
    const id = await notified();
    await say(id, 'notMine');
    await world.pass('mark');
    expect(await world.markOf(id)).toMatchObject({ owner: FALLBACK, disclaimedBy: [ANN] });
    world.sandbox.control.update(HERE, 'image', id, { Tags: [{ Key: 'owner', Value: 'bob@example.com' }] });
    await world.pass('mark');
    expect(await world.markOf(id)).toMatchObject({ state: 'marked', owner: 'bob@example.com' });
  });

  test('P7 the owner withdraws "not mine" → the owner gets a new notice', async () => {
    const id = await notified();
    await say(id, 'notMine');
    await say(id, 'mine');
    expect(await world.markOf(id)).toMatchObject({ state: 'marked', owner: ANN });
    expect(await world.markOf(id)).not.toHaveProperty('disclaimedBy');
    world.clock.advance(DAY);
    await world.pass('mark');
    await world.notify();
    expect(recipients()).toEqual([ANN, ANN]);
    expect(world.events(id)).toEqual(expect.arrayContaining(['disclaimed', 'disclaimUndone']));
  });

  test('P7 L49 the fallback cannot answer "not mine"; without a fallback a disclaimed resource has no owner and is not deleted', async () => {
    const id = await notified();
    await say(id, 'notMine');
    expect(await say(id, 'notMine', { owner: FALLBACK })).toMatchObject({ kind: 'nothing' });
    await world.reset({ noFallback: true });
    const other = await notified();
    await say(other, 'notMine');
    expect(await world.markOf(other)).not.toHaveProperty('owner');
    world.clock.advance(100 * DAY);
    await world.pass('mark');
    await world.pass('delete');
    expect(world.deregistered()).toEqual([]);
  });
});

test('P7 two people answer at the same moment → the audit log has both answers, and a kept resource stays', async () => {
  for (let round = 0; round < 4; round++) {
    const id = await notified();
    await Promise.all(
      round % 2
        ? [say(id, 'deleteEarly'), keep(id, 'bob@example.com')]
        : [keep(id, 'bob@example.com'), say(id, 'deleteEarly')],
    );
    expect(await world.markOf(id)).toBeUndefined();
    await world.pass('delete');
    const said = world.audit.filter((entry) => entry.id === id).map(({ event, actor }) => `${event} ${actor}`);
    expect(said).toContain('optedOut bob@example.com');
    expect(said.filter((one) => /^expedite\w* ann@/.test(one))).toHaveLength(1);
    world.clock.advance(DAY);
  }
  expect(world.deregistered()).toEqual([]);
});

/** The daemon's own listeners, on free ports. */
async function listening(releasers: Releasers): Promise<{ public: string; operator: string }> {
  const { configuration, log, wired } = world;
  const { http } = configuration;
  const free = { port: 0, bind: '127.0.0.1' };
  return listen({
    configuration: {
      ...configuration,
      http: { ...http, public: { ...http.public, ...free }, operator: { ...http.operator, ...free } },
    },
    log,
    running: new RunningConfiguration(configuration, () => configuration, log),
    wired,
    readiness: new Readiness(),
    metrics: createMetrics({ version: '0.0.0' }),
    releasers,
    reload: async () => ({ kind: 'replaced', changed: [], needsRestart: [] }),
    signal: new AbortController().signal,
  });
}

test("P7 the metric counts owners' answers with an effect, and no others", async () => {
  const id = await notified();
  const mark = await world.markOf(id);
  const [key] = world.configuration.optOut.keys;
  if (!mark || !key) throw new Error('nothing was marked, or there is no key');
  const { generation } = mark;
  const link = `o/${sign({ namespace: IMAGES, id, owner: ANN, generation, expiresAt: world.clock.now() + DAY }, key)}/say`;
  const releasers = new Releasers(world.log);
  try {
    const at = await listening(releasers);
    const answers: number[] = [];
    for (const statement of ['notMine', 'notMine', 'mine', 'notEarly']) {
      const body = new URLSearchParams({ statement });
      answers.push((await fetch(`${at.public}/${link}`, { method: 'POST', body })).status);
    }
    expect(answers).toEqual([200, 409, 200, 409]);
    const metrics = await (await fetch(`${at.operator}/metrics`)).text();
    const counted = [...metrics.matchAll(/^holystone_owner_statements_total\{(.*?)\} (\d+)$/gm)];
    const labels = 'account="test",location="us-east-1",type="image"';
    expect(counted.map(([, of, count]) => `${of} ${count}`).sort()).toEqual([
      `${labels},statement="mine" 1`,
      `${labels},statement="notMine" 1`,
    ]);
  } finally {
    await releasers.release();
  }
});
