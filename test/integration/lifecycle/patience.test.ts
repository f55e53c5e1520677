/** AWS calls a resource in use although no evidence shows a user: something lingers. */
import { expect, test } from '@jest/globals';
import { planEach } from '../../../src/cli/plan/planEach.ts';
import type { Action } from '../../../src/core/policy/workConfiguration.ts';
import { check } from '../../../src/lifecycle/index.ts';
import { CONFIGURATIONS, DAY, HERE, HOUR, worldForAll } from '../../support/awsWorld.ts';

const world = worldForAll();

/** One source of evidence and few calls a pass: these tests make hundreds of passes. Its owners are the fallback. */
const cleanup = '[{ type: launchConfiguration, accounts: [test], live: true, when: [{ rule: unused }] }]';
const WIDE = 'unownedRetention: 10d, tripwires: { markedShare: 100%, dueShare: 100%, unmarkedShare: 100% }';
const MINUTE = 60_000;

const DELETE = 'DeleteLaunchConfiguration';
const IN_USE = { operation: DELETE, kind: 'error', code: 'ResourceInUse', status: 400 } as const;

let added = 0;
function add(count: number): readonly string[] {
  const CreatedTime = new Date(world.clock.now() - 100 * DAY).toISOString();
  const ids = Array.from({ length: count }, () => `retired-${added++}`);
  world.sandbox.control.addLaunchConfigurations(
    HERE,
    ids.map((LaunchConfigurationName) => ({ LaunchConfigurationName, CreatedTime })),
  );
  return ids;
}

const pass = (action: Action) => world.pass(action, CONFIGURATIONS);
const markOf = (id: string) => world.markOf(id, CONFIGURATIONS);
const idIn = (input: unknown) => (input as { LaunchConfigurationName: string }).LaunchConfigurationName;
const deletes = () => world.writes().filter(({ operation }) => operation === DELETE);
const deleted = () =>
  deletes()
    .filter(({ status }) => status === 200)
    .map(({ input }) => idIn(input));

/** Launch configurations whose date has come. */
async function due(count: number, pace = ''): Promise<readonly string[]> {
  await world.reset({ cleanup, defaults: `${WIDE}${pace}` });
  const ids = add(count);
  await pass('mark');
  await world.notify(CONFIGURATIONS);
  world.clock.advance(11 * DAY);
  return ids;
}

const requestsFor = (id: string) => deletes().filter(({ input }) => idIn(input) === id);

/** Delete passes at their own dates, for so long. @returns minutes from the first pass at which each request left */
async function passesFor(ms: number, id: string): Promise<readonly number[]> {
  const start = world.clock.now();
  const sent: number[] = [];
  while (world.clock.now() <= start + ms) {
    const before = requestsFor(id).length;
    const at = world.clock.now();
    const { nextDueAt } = await pass('delete');
    if (requestsFor(id).length > before) sent.push((at - start) / MINUTE);
    // After the patience a request leaves once a day: four passes a day show it.
    const isOver = (await markOf(id))?.inUse?.endedAt !== undefined;
    world.clock.advance(Math.max(1, nextDueAt - world.clock.now(), isOver ? 6 * HOUR : 0));
  }
  return sent;
}

test('C12 Holystone asks again after 30 s, then at longer intervals; when the use ends, the resource goes', async () => {
  const [id = ''] = await due(1);
  world.sandbox.control.addFault({ ...IN_USE, times: 6 });
  expect(await passesFor(30 * MINUTE, id)).toEqual([0, 0.5, 1, 2, 4, 8, 16]);
  expect(deleted()).toEqual([id]);
});

test('C12 after six hours the refusal is in the history once, and the request is sent once a day', async () => {
  const [id = ''] = await due(1);
  world.sandbox.control.addFault(IN_USE);
  const start = world.clock.now();
  const sent = await passesFor(3 * DAY, id);
  expect(sent.filter((minute) => minute > 361)).toHaveLength(2);
  expect(sent.every((minute, at) => at === 0 || minute - (sent[at - 1] as number) >= 0.5)).toBe(true);
  expect(world.events(id).filter((event) => event === 'refused')).toHaveLength(1);
  expect(await markOf(id)).toMatchObject({
    inUse: { since: start, endedAt: start + 6 * HOUR },
    problem: expect.stringMatching(/in use.*since .* UTC, although no evidence shows a user; Holystone tries again/),
  });
});

test('C12 plan and explain give AWS’s answer, since when, and when Holystone tries again', async () => {
  const [id = ''] = await due(1);
  world.sandbox.control.addFault(IN_USE);
  await passesFor(4 * MINUTE, id);
  const { deps } = world.wired;
  const { signal } = new AbortController();
  const [wc] = world.configuration.workConfigurations;
  if (!wc) throw new Error('nothing is configured');
  const { nextAttemptAt = 0 } = (await markOf(id)) ?? {};
  const minute = (at: number) => new Date(at).toISOString().slice(0, 16).replace('T', ' ');
  const says = expect.stringMatching(
    new RegExp(`^in use: .* has said so since .* UTC.*; next attempt ${minute(nextAttemptAt)} UTC$`),
  );
  expect(await check(deps, wc, id, signal)).toMatchObject({ refused: says });
  const given = { ...deps, state: { marks: deps.marks, passes: deps.passes } };
  const { namespaces } = await planEach(given, [wc], {
    ...{ signal, omitKept: false, quick: false, finished: [] },
    onNamespace: () => {},
  });
  expect(namespaces[0]?.resources).toMatchObject([{ id, verdict: 'candidate', refused: says }]);
});

/** Delete passes at their own dates, for so long, and a notify pass every six hours. */
async function notifiedAfter(ms: number, id: string): Promise<void> {
  const end = world.clock.now() + ms;
  while (world.clock.now() <= end) {
    await passesFor(Math.min(6 * HOUR, end - world.clock.now()), id);
    await world.notify(CONFIGURATIONS);
  }
}

test('C12 the owner gets one message when patience ends, and none on the days after it', async () => {
  const [id = ''] = await due(1);
  world.sandbox.control.addFault(IN_USE);
  const before = await markOf(id);
  await notifiedAfter(5 * HOUR, id);
  expect(world.messages()).toHaveLength(1);
  await notifiedAfter(3 * DAY, id);
  const [notice, notified, ...more] = world.messages();
  expect(more).toEqual([]);
  expect(notified?.subject).toMatch(/^\[[^\]]+\] 1 resource could not be deleted yet: /);
  const text = (notified?.text ?? '').replaceAll(/\s+/g, ' ');
  expect(text).toContain('asks again once a day, next on ');
  expect(text).toContain('Its deletion has been refused since ');
  expect(notified?.html).toContain('Its deletion has been refused since ');
  const after = await markOf(id);
  // It is no notice: neither the notice nor the date moves.
  expect(after?.notice).toEqual(before?.notice);
  expect(after?.projectedDeletionAt).toBe(before?.projectedDeletionAt);
  expect([after?.inUse?.toldBy, notice?.messageId === notified?.messageId]).toEqual([notified?.messageId, false]);
});

test('C12 a restart neither begins the patience anew nor notifies the owner again', async () => {
  const [id = ''] = await due(1);
  world.sandbox.control.addFault(IN_USE);
  await passesFor(3 * HOUR, id);
  const first = await markOf(id);
  await world.configure({ cleanup, defaults: WIDE });
  await notifiedAfter(4 * HOUR, id);
  expect((await markOf(id))?.inUse?.since).toBe(first?.inUse?.since);
  expect(world.messages()).toHaveLength(2);
  await world.configure({ cleanup, defaults: WIDE });
  await notifiedAfter(2 * DAY, id);
  expect(world.messages()).toHaveLength(2);
});

test('C12 a message that the mail server refuses is sent later, and counts only then', async () => {
  const [id = ''] = await due(1);
  world.sandbox.control.addFault(IN_USE);
  await passesFor(6 * HOUR, id);
  world.mail.faults.add({ step: 'recipient', fault: { kind: 'refuse', code: 451, text: 'later' } });
  await expect(world.notify(CONFIGURATIONS)).rejects.toThrow('not accepted');
  expect((await markOf(id))?.inUse?.toldBy).toBeUndefined();
  world.mail.faults.clear();
  await notifiedAfter(2 * DAY, id);
  const [, notified, ...more] = world.messages();
  expect([more, (await markOf(id))?.inUse?.toldBy]).toEqual([[], notified?.messageId]);
});

test('C12 a clock that is set back after the message begins no new patience', async () => {
  const [id = ''] = await due(1);
  world.sandbox.control.addFault(IN_USE);
  await notifiedAfter(8 * HOUR, id);
  const notified = await markOf(id);
  expect(notified?.inUse?.toldBy).toBeDefined();
  world.clock.advance(-7 * HOUR);
  await notifiedAfter(2 * DAY, id);
  expect((await markOf(id))?.inUse?.endedAt).toBe(notified?.inUse?.endedAt);
  expect(world.messages()).toHaveLength(2);
});

test('C12 a lingering resource takes no place of the day from others, and its own attempts do not end with the day’s refusals', async () => {
  const [lingers = '', other = ''] = await due(2, ', pace: { deletesPerDay: 2, deletesPerPass: 2 }');
  world.sandbox.control.addFault({ ...IN_USE, containing: lingers });
  const sent = await passesFor(2 * HOUR, lingers);
  expect(sent.length).toBeGreaterThan(8);
  expect(deleted()).toEqual([other]);
});

test('C12 lingering counts as no refusal of the day: a resource that AWS refused once for another reason is tried again that day', async () => {
  const [lingers = '', other = ''] = await due(2, ', pace: { deletesPerDay: 2, deletesPerPass: 2 }');
  world.sandbox.control.addFault({ ...IN_USE, containing: lingers });
  world.sandbox.control.addFault({ ...IN_USE, code: 'OperationNotPermitted', containing: other, times: 1 });
  await passesFor(2 * HOUR, lingers);
  expect(deleted()).toEqual([other]);
});

test('C12 a resource that is used while Holystone waits loses its mark', async () => {
  const [id = ''] = await due(1);
  world.sandbox.control.addFault(IN_USE);
  await passesFor(5 * MINUTE, id);
  world.sandbox.control.addAutoScalingGroups(HERE, [{ AutoScalingGroupName: 'again', LaunchConfigurationName: id }]);
  await passesFor(20 * MINUTE, id);
  expect(await markOf(id)).toBeUndefined();
  expect(deleted()).toEqual([]);
});

test('C12 resources that were never refused go before all lingering ones, however many of these are due', async () => {
  const pace = ', pace: { batch: 1, deletesPerPass: 2 }';
  const lingering = await due(5, pace);
  for (const containing of lingering) world.sandbox.control.addFault({ ...IN_USE, containing });
  for (let passes = 0; passes < 5; passes++) {
    await pass('delete');
    world.clock.advance(15 * MINUTE);
  }
  const [later = ''] = add(1);
  await pass('mark');
  await world.notify(CONFIGURATIONS);
  for (let waited = 0; waited < 11 * DAY; waited += DAY) {
    world.clock.advance(DAY);
    if (waited < 10 * DAY) await pass('delete');
  }
  expect(deleted()).toEqual([]);
  await pass('delete');
  expect(deleted()).toEqual([later]);
});
