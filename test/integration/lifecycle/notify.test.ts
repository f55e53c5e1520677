import { beforeEach, describe, expect, test } from '@jest/globals';
import { verify, verifyMessage } from '../../../src/core/owner/optOutToken.ts';
import { sendDigest } from '../../../src/lifecycle/index.ts';
import { DAY, GROUPS, HERE, HOUR, IMAGES, worldForAll } from '../../support/awsWorld.ts';
import { standIn } from '../../support/standIn.ts';

const world = worldForAll();
beforeEach(() => world.reset());

const ANN = 'ann@example.com';
const BOTH =
  '[{ type: image, accounts: [test], live: true, when: [{ rule: unused }], keepNewest: off },' +
  ' { type: autoScalingGroup, accounts: [test], live: true, when: [{ rule: zeroInstances }] }]';

const marked = async (count: number) => {
  const images = world.addImages(count);
  await world.pass('mark');
  return images;
};

describe('messages', () => {
  test('L44 an owner has marks in two namespaces → one message shows both, and both marks become noticed', async () => {
    await world.reset({ cleanup: BOTH });
    const CreatedTime = new Date(world.clock.now() - 90 * DAY).toISOString();
    const group = { AutoScalingGroupName: 'old-v001', MinSize: 0, MaxSize: 0, DesiredCapacity: 0, CreatedTime };
    world.sandbox.control.addAutoScalingGroups(HERE, [{ ...group, tags: { owner: ANN } }]);
    const [image = ''] = await marked(1);
    await world.pass('mark', GROUPS);
    await world.notify(IMAGES, GROUPS);
    const [message, ...more] = world.messages();
    expect(more).toEqual([]);
    expect(message?.text).toContain(image);
    expect(message?.text).toContain('old-v001');
    expect([(await world.markOf(image))?.state, (await world.markOf('old-v001', GROUPS))?.state]).toEqual([
      'noticed',
      'noticed',
    ]);
  });

  test('P2 A13 the mark has the cost, and the message shows it with the date of the prices', async () => {
    const [image = ''] = await marked(1);
    const cost = { amount: 8 * 0.05, upTo: true, stays: true };
    expect((await world.markOf(image))?.resource.monthlyCost).toEqual(cost);
    await world.notify();
    const [message] = world.messages();
    expect(message?.text).toMatch(/Saves: +nothing now; its snapshots, up to \$0\.40 a month, stay/);
    expect(message?.text?.replace(/\s+/g, ' ')).toMatch(/at list prices of \d+ \w+ 20\d\d/);
    const before = await world.markOf(image);
    await world.pass('mark');
    expect(await world.markOf(image)).toEqual(before);
  });

  test('L44 two owners have marks → each gets a message', async () => {
    world.addImages(1);
    world.addImages(1, { tags: { owner: 'bob@example.com' } });
    await world.pass('mark');
    await world.notify();
    expect(
      world
        .messages()
        .flatMap(({ recipients }) => recipients)
        .sort(),
    ).toEqual([ANN, 'bob@example.com']);
  });

  test('P5 all messages to an owner are in one thread, and List-Unsubscribe leads to the page of the message', async () => {
    await marked(2);
    await world.notify();
    world.clock.advance(2 * DAY);
    await marked(1);
    await world.notify();
    const messages = world.messages();
    const header = (at: number, name: string) =>
      messages[at]?.headers.find((one) => one.name.toLowerCase() === name)?.value.replace(/\s/g, '');
    expect(messages).toHaveLength(2);
    expect(header(0, 'references')).toMatch(/^<\w+@example\.com>$/);
    expect(header(1, 'references')).toBe(header(0, 'references'));
    const [, token = ''] = /https:\/\/holystone\.example\.com\/m\/([\w.-]+)"/.exec(messages[0]?.html ?? '') ?? [];
    expect(header(0, 'list-unsubscribe')).toBe(`<https://holystone.example.com/preferences?t=${token}>`);
    const checked = verifyMessage(token, world.configuration.optOut.keys, world.clock.now());
    expect(checked).toMatchObject({ kind: 'valid', claims: { messageId: messages[0]?.messageId, owner: ANN } });
  });

  test('P3 a link leaves out a group that is too long for it, and still names the resource and the owner', () => {
    const { links } = world.wired.deps;
    const url = links.keepUrl({ namespace: IMAGES, id: 'ami-1', owner: ANN, generation: 'g', group: 'x'.repeat(1e6) });
    const checked = verify(url.split('/o/')[1] ?? '', world.configuration.optOut.keys, world.clock.now());
    expect(checked).toMatchObject({ kind: 'valid', claims: { id: 'ami-1', owner: ANN } });
  });

  test('P3 an id is too long for a link → its mark gets no notice and no deletion, the pass says so, and the others are noticed', async () => {
    await world.reset({ cleanup: BOTH });
    const CreatedTime = new Date(world.clock.now() - 90 * DAY).toISOString();
    const id = 'x'.repeat(4000);
    const group = { AutoScalingGroupName: id, MinSize: 0, MaxSize: 0, DesiredCapacity: 0, CreatedTime };
    world.sandbox.control.addAutoScalingGroups(HERE, [{ ...group, tags: { owner: ANN } }]);
    const [image = ''] = await marked(1);
    await world.pass('mark', GROUPS);
    const { generation = '' } = (await world.markOf(id, GROUPS)) ?? {};
    await world.wired.deps.outbox.put(ANN, [{ namespace: GROUPS, id, generation }]);
    const { problem } = await world.pass('notify', GROUPS);
    expect(problem).toContain('1 marked resource has an id too long for an opt-out link');
    await world.notify(IMAGES, GROUPS);
    expect([(await world.markOf(id, GROUPS))?.state, (await world.markOf(image))?.state]).toEqual([
      'marked',
      'noticed',
    ]);
    expect([world.messages().length, await world.wired.deps.outbox.owners()]).toEqual([1, []]);
    world.clock.advance(20 * DAY);
    for (const namespace of [IMAGES, GROUPS]) await world.pass('delete', namespace);
    expect(world.writes().map(({ operation }) => operation)).toEqual(['DeregisterImage']);
  });

  test('L45 an owner has 25 marks with 10 items a message → the table and the attached list show all 25, and all become noticed', async () => {
    await world.reset({
      cleanup:
        '[{ type: image, accounts: [test], live: true, when: [{ rule: unused }], keepNewest: off, notice: { itemsPerMessage: 10 } }]',
    });
    const images = await marked(25);
    await world.notify();
    const [message] = world.messages();
    const shown = `${message?.text} ${message?.attachments.map(({ content }) => content).join(' ')}`;
    expect(images.filter((id) => !shown.includes(id))).toEqual([]);
    expect((await world.marks()).filter(({ state }) => state === 'noticed')).toHaveLength(25);
  });

  test('L47 the mail server accepts → the mark has the notice with message id, recipient, time and generation, and the message shows its date', async () => {
    const [id = ''] = await marked(1);
    world.clock.advance(HOUR);
    await world.notify();
    const mark = await world.markOf(id);
    const [message] = world.messages();
    expect(mark?.notice).toMatchObject({
      messageId: message?.messageId,
      recipient: ANN,
      acceptedAt: world.clock.now(),
      generation: mark?.generation,
    });
    const date = new Date(mark?.projectedDeletionAt ?? 0).toISOString().replace('.000Z', '+00:00');
    expect(message?.html).toContain(`<time datetime="${date}">`);
    expect(mark?.projectedDeletionAt).toBeGreaterThanOrEqual(world.clock.now() + 10 * DAY);
  });

  test('L49 a resource has no owner → the fallback gets the notice, and retention is three times as long', async () => {
    const [id = ''] = world.addImages(1, { tags: { owner: 'nobody in particular' } });
    await world.pass('mark');
    await world.notify();
    expect(world.messages()[0]?.recipients).toEqual(['cloud@example.com']);
    expect((await world.markOf(id))?.projectedDeletionAt).toBeGreaterThanOrEqual(world.clock.now() + 30 * DAY);
  });

  test('L49 a resource has neither owner nor fallback → the pass sends no message, and says that it cannot notify anybody', async () => {
    const cleanup = '[{ type: image, accounts: [test], live: true, when: [{ rule: unused }], keepNewest: off }]';
    await world.reset({ cleanup, noFallback: true });
    world.addImages(1, { tags: { owner: '' } });
    await world.pass('mark');
    const record = await world.pass('notify');
    expect(record.problem).toContain('Holystone has no recipient for a notice');
    expect(await world.wired.deps.outbox.owners()).toEqual([]);
  });

  test('L51 notices are off → Holystone sends no message, and deletes after a retention from the mark', async () => {
    await world.reset({
      cleanup:
        '[{ type: image, accounts: [test], live: true, when: [{ rule: unused }], keepNewest: off, notice: off }]',
    });
    const [id = ''] = await marked(1);
    await world.notify();
    expect(world.messages()).toEqual([]);
    world.clock.advance(10 * DAY);
    await world.pass('delete');
    expect(world.deregistered()).toEqual([id]);
  });

  test('L50 a mark with a valid notice gets no second notice', async () => {
    await marked(1);
    await world.notify();
    world.clock.advance(2 * DAY);
    await world.notify();
    expect(world.messages()).toHaveLength(1);
  });
});

describe('mail that fails', () => {
  const refuse = { kind: 'refuse', code: 451, text: 'try later' } as const;

  test.each([
    ['refused at RCPT', { step: 'recipient', fault: { kind: 'refuse', code: 550, text: 'no such user' } }],
    ['refused for now', { step: 'data', fault: refuse }],
    ['dropped before the answer', { step: 'data', fault: { kind: 'drop' } }],
  ] as const)(
    'L46 a message is %s → the mark gets no notice and is not deleted, until the next attempt succeeds',
    async (_how, fault) => {
      const [id = ''] = await marked(1);
      await world.pass('notify');
      world.mail.faults.add({ ...fault, times: 1 });
      await expect(sendDigest(world.wired.deps, ANN)).rejects.toThrow(/the notice to ann@example.com was not accepted/);
      expect(await world.markOf(id)).toMatchObject({ state: 'marked' });
      world.clock.advance(20 * DAY);
      await world.pass('delete');
      expect(world.deregistered()).toEqual([]);
      await sendDigest(world.wired.deps, ANN);
      expect(await world.markOf(id)).toMatchObject({ state: 'noticed' });
    },
  );

  test('L48 the answer of the mail server is lost → Holystone sends the message again with its Message-ID, and deletes no earlier than it showed', async () => {
    const [id = ''] = await marked(1);
    await world.pass('notify');
    world.mail.faults.add({ step: 'data', fault: { kind: 'keepAndDrop' }, times: 1 });
    await expect(sendDigest(world.wired.deps, ANN)).rejects.toThrow();
    world.clock.advance(2 * HOUR);
    await sendDigest(world.wired.deps, ANN);
    const [first, second] = world.messages();
    expect(second?.messageId).toBe(first?.messageId);
    const date = (html = '') => Date.parse(/<time datetime="([^"]+)"/.exec(html)?.[1] ?? '');
    const due = (await world.markOf(id))?.projectedDeletionAt ?? 0;
    expect([due >= date(first?.html), due === date(second?.html)]).toEqual([true, true]);
  });

  test('L48 the sender dies between SMTP’s answer and the record → Holystone sends the same message again, and records one notice', async () => {
    const [id = ''] = await marked(1);
    await world.pass('notify');
    const { marks } = world.wired.deps;
    const dying = { ...world.wired.deps, marks: standIn(marks, { apply: () => Promise.reject(new Error('killed')) }) };
    await expect(sendDigest(dying, ANN)).rejects.toThrow('killed');
    await sendDigest(world.wired.deps, ANN);
    const messages = world.messages();
    expect(new Set(messages.map(({ messageId }) => messageId)).size).toBe(1);
    expect(world.events(id)).toEqual(['marked', 'noticed']);
  });

  test('L48 the sender dies between two records → Holystone sends the message again, and deletes at the dates that it shows', async () => {
    const [...ids] = await marked(2);
    await world.pass('notify');
    const { marks } = world.wired.deps;
    let records = 0;
    const apply: typeof marks.apply = (...asked) =>
      ++records === 1 ? marks.apply(...asked) : Promise.reject(new Error('killed'));
    const dying = { ...world.wired.deps, marks: standIn(marks, { apply }) };
    await expect(sendDigest(dying, ANN)).rejects.toThrow('killed');
    world.clock.advance(2 * HOUR);
    await sendDigest(world.wired.deps, ANN);
    const shown = (id: string) => {
      // In an entry the date stands before the id.
      const entries = world.messages()[1]?.html.split('<time datetime="') ?? [];
      return Date.parse(entries.find((entry) => entry.includes(id))?.split('"')[0] ?? '');
    };
    const due = await Promise.all(ids.map(async (id) => (await world.markOf(id))?.projectedDeletionAt));
    expect(due).toEqual(ids.map(shown));
    expect(new Set(due).size).toBe(2);
  });

  test('L36 a message is prepared before a dry run → Holystone sends no mail and records no notice', async () => {
    const [id = ''] = await marked(1);
    await world.pass('notify');
    world.mail.faults.add({ step: 'data', fault: refuse, times: 1 });
    await expect(sendDigest(world.wired.deps, ANN)).rejects.toThrow();
    await world.configure({ dryRun: true });
    expect(await sendDigest(world.wired.deps, ANN)).toEqual({ sent: false, noticed: 0 });
    expect([world.messages(), (await world.markOf(id))?.state]).toEqual([[], 'marked']);
  });

  test('L13 outside the window Holystone sends no message; it sends it in the next window', async () => {
    const top = 'window: { days: [Mon, Tue, Wed, Thu, Fri, Sat, Sun], from: "12:00", to: "13:00", timeZone: UTC }';
    await world.reset({ top });
    const [id = ''] = await marked(1);
    await world.pass('notify');
    world.clock.advance(2 * HOUR);
    await sendDigest(world.wired.deps, ANN);
    expect(world.messages()).toEqual([]);
    world.clock.advance(22 * HOUR);
    await sendDigest(world.wired.deps, ANN);
    expect((await world.markOf(id))?.state).toBe('noticed');
  });

  test('L62 an owner opts out while the message is on its way → the mark stays away, and Holystone neither records a notice nor deletes', async () => {
    const [id = ''] = await marked(1);
    await world.pass('notify');
    const { notifier, optOuts } = world.wired.deps;
    const optOut = { target: { kind: 'id', value: id }, until: 'forever', actor: ANN, at: world.clock.now() } as const;
    const racing = {
      ...world.wired.deps,
      notifier: {
        send: async (digest: Parameters<typeof notifier.send>[0]) => {
          const answer = await notifier.send(digest);
          await optOuts.optOut(IMAGES, optOut);
          return answer;
        },
      },
    };
    await sendDigest(racing, ANN);
    expect(await world.markOf(id)).toBeUndefined();
    expect(world.events(id)).not.toContain('noticed');
    world.clock.advance(20 * DAY);
    await world.pass('mark');
    await world.pass('delete');
    expect(world.deregistered()).toEqual([]);
  });
});
