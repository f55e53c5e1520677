import { beforeEach, describe, expect, test } from '@jest/globals';
import { pageText } from '../../support/pageWords.ts';
import { stateForAll } from '../state/support.ts';
import { configurationOf, mark, NOW, siteForAll, startOperator } from './fixture.ts';

const IMAGES = configurationOf({ account: 'test', location: 'us-east-1', resourceType: 'image' });
const THERE = configurationOf({ account: 'test', location: 'eu-west-1', resourceType: 'image' });
const GROUPS = configurationOf(
  { account: 'other', location: 'us-east-1', resourceType: 'autoScalingGroup' },
  { startStage: 'notify' },
);
const UNIT = 'aws:test:*:image';

const store = stateForAll();
const site = siteForAll(() => startOperator(store, { workConfigurations: () => [IMAGES, THERE, GROUPS] }));
beforeEach(() => store.redis.flush());

async function put(body: object) {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${site.url}/api/v1/stages`, { method: 'PUT', headers, body: JSON.stringify(body) });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

describe('GET and PUT stages', () => {
  test('a row per type and account: where it starts, where it is, how far its canary came', async () => {
    await put({ namespace: UNIT, stage: 'canary', reason: 'a month of notices' });
    await store.connection.client.hset('holystone:control', `canary:${UNIT}`, '5|1780315200000');
    const { items } = (await (await fetch(`${site.url}/api/v1/stages`)).json()) as { items: unknown };
    expect(items).toEqual([
      {
        unit: 'aws:other:*:autoscalinggroup',
        stage: 'notify',
        startStage: 'notify',
        isSet: false,
        namespaces: 1,
      },
      {
        unit: UNIT,
        stage: 'canary',
        startStage: 'live',
        isSet: true,
        namespaces: 2,
        canary: { used: 5, of: 5, deletesPausedUntil: '2026-06-02T12:00:00.000Z' },
      },
    ]);
    const { fields } = store.log.lines.findLast(({ message }) => message === 'audit') ?? {};
    expect(fields).toMatchObject({ event: 'control', after: expect.stringContaining(`${UNIT} canary`) });
  });

  test('null sets the stage of the configuration', async () => {
    await put({ namespace: 'aws:other:*', stage: 'live' });
    expect(await put({ namespace: 'aws:other:*', stage: null })).toMatchObject({
      status: 200,
      body: { acknowledged: true, items: [{ stage: 'notify', isSet: false }] },
    });
  });

  test.each([
    [
      { namespace: 'aws:test:us-east-1:image', stage: 'plan' },
      /all locations of an account: write "aws:test:\*:image"/,
    ],
    [{ namespace: 'aws:nobody:*', stage: 'plan' }, /no namespace matches/],
    [{ namespace: UNIT, stage: 'full' }, /stage/],
    [{ stage: 'plan' }, /namespace/],
  ])('%j is refused, and nothing changes', async (body, why) => {
    expect(await put(body)).toMatchObject({ status: 400, body: { detail: expect.stringMatching(why) } });
    expect((await store.control.read()).version).toBe(0);
  });
});

describe('PUT stages with a share', () => {
  const AT_ONCE = Array.from({ length: 20 }, (_, at) =>
    configurationOf({ account: 'wide', location: `r-${at}`, resourceType: 'image' }, { startStage: 'notify' }),
  );
  const wide = siteForAll(() => startOperator(store, { workConfigurations: () => AT_ONCE }));

  async function share(body: object) {
    const headers = { 'content-type': 'application/json' };
    const text = JSON.stringify({ namespace: 'aws:wide:*:image', ...body });
    const answer = await fetch(`${wide.url}/api/v1/stages`, { method: 'PUT', headers, body: text });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  }
  const stored = async () => (await store.control.read()).stages;
  const chosen = async () => Object.keys(await stored()).sort();

  test('R18 each chosen namespace gets a stage of its own, and the others keep theirs', async () => {
    expect(await share({ stage: 'live', share: '10%' })).toMatchObject({ status: 200, body: { acknowledged: true } });
    expect(Object.values(await stored())).toEqual(['live', 'live']);
    expect(AT_ONCE.map(({ namespace }) => namespace)).toEqual(expect.arrayContaining(await chosen()));
  });

  test('R18 a larger share contains the smaller one, and the same share chooses the same', async () => {
    await share({ stage: 'live', share: '10%' });
    const before = await chosen();
    await share({ stage: 'live', share: '10%' });
    expect(await chosen()).toEqual(before);
    await share({ stage: 'live', share: '25%' });
    expect(await chosen()).toHaveLength(5);
    expect(await chosen()).toEqual(expect.arrayContaining(before));
  });

  test('R18 a stage for the whole type ends the choice, and null restores that of the configuration', async () => {
    await share({ stage: 'live', share: '10%' });
    await share({ stage: 'canary' });
    expect(await stored()).toEqual({ 'aws:wide:*:image': 'canary' });
    await share({ stage: null });
    expect(await stored()).toEqual({});
  });

  test('R18 the audit log names the operator, the chosen namespaces and their stages before', async () => {
    await share({ stage: 'live', share: '5%', reason: 'first repositories' });
    const [one] = await chosen();
    const { fields } = store.log.lines.findLast(({ message }) => message === 'audit') ?? {};
    expect(fields).toMatchObject({ event: 'control', after: expect.stringContaining(`${one} live`) });
  });

  test.each(['0%', '101%', '10', '-1%', '1.5%', ''])('R18 %j is no share, and nothing changes', async (text) => {
    expect(await share({ stage: 'live', share: text })).toMatchObject({ status: 400 });
    expect(await stored()).toEqual({});
  });
});

describe('the page', () => {
  const form = (fields: Record<string, string>, site_ = 'same-origin') =>
    fetch(`${site.url}/stages`, {
      method: 'POST',
      headers: { 'sec-fetch-site': site_, accept: 'text/html' },
      body: new URLSearchParams(fields),
      redirect: 'manual',
    });

  test('a canary that holds says until when, as a time and not as markup', async () => {
    await put({ namespace: UNIT, stage: 'canary' });
    await store.connection.client.hset('holystone:control', `canary:${UNIT}`, '5|1780315200000');
    const page = await (await fetch(`${site.url}/stages`)).text();
    expect(page).toMatch(/5 of 5 deletions, paused until <time[^>]*>2026-06-02 12:00<\/time>, in /);
  });

  const stages = async () => (await store.control.read()).stages;

  test('shows every type in every account, and its form moves one down at once, with a reason', async () => {
    const moved = await form({ namespace: UNIT, stage: 'notify', reason: 'complaints' });
    expect(moved.status).toBe(303);
    expect(await stages()).toEqual({ [UNIT]: 'notify' });
    const text = await (await fetch(`${site.url}/stages`)).text();
    for (const shown of [UNIT, 'aws:other:*:autoscalinggroup', 'as configured']) expect(text).toContain(shown);
    const [last] = await store.control.changes(1);
    expect(last).toMatchObject({ reason: 'complaints' });
  });

  test('no stage is chosen beforehand, and a move without one is refused', async () => {
    await put({ namespace: UNIT, stage: 'notify' });
    const text = await (await fetch(`${site.url}/stages`)).text();
    const choices = [...text.matchAll(/<select([^>]*)>(.*?)<\/select>/gs)];
    expect(choices.map(([, attributes = '']) => attributes.replace(/ aria-label="[^"]*"/, ''))).toEqual([
      ' name="stage" required',
      ' name="stage" required',
    ]);
    for (const [, , options] of choices) expect(options).toMatch(/^<option value(="")?>choose<\/option>/);
    expect((await form({ namespace: UNIT, stage: '', reason: 'a mistake' })).status).toBe(400);
    expect(await stages()).toEqual({ [UNIT]: 'notify' });
  });

  test('without a reason nothing moves', async () => {
    for (const reason of ['', '  ']) expect((await form({ namespace: UNIT, stage: 'plan', reason })).status).toBe(400);
    expect(await stages()).toEqual({});
  });

  test('before a stage is raised the page names the resources that become deletable; only then it moves', async () => {
    await put({ namespace: UNIT, stage: 'notify' });
    await mark(store, 'ami-due', { projectedDeletionAt: NOW - 1 });
    await mark(store, 'ami-later', { projectedDeletionAt: NOW + 86_400_000 });
    const asked = await form({ namespace: UNIT, stage: 'live', reason: 'no complaints' });
    expect(asked.status).toBe(200);
    const text = pageText(await asked.text());
    expect(text).toContain('1 resource is due now and may be deleted with the next pass. 1 other mark may be');
    expect(await stages()).toEqual({ [UNIT]: 'notify' });

    const moved = await form({ namespace: UNIT, stage: 'live', reason: 'no complaints', confirmed: 'yes' });
    expect(moved.status).toBe(303);
    expect(await stages()).toEqual({ [UNIT]: 'live' });
  });

  test('the page before a raised stage has the command that does the same', async () => {
    await put({ namespace: UNIT, stage: 'notify' });
    const asked = await form({ namespace: UNIT, stage: 'configured', reason: "the team's week is over" });
    const text = await asked.text();
    expect(text).toContain(`Move ${UNIT} to its configured stage?`);
    const [, shown = ''] = /as command: <code>(.*?)<\/code>/.exec(text) ?? [];
    const command = shown.replaceAll('&#39;', "'").replaceAll('&quot;', '"');
    expect(command).toBe(`holystone stage '${UNIT}' --set configured --reason 'the team'\\''s week is over'`);
  });

  test('after a move the page offers to undo it', async () => {
    const moved = await form({ namespace: UNIT, stage: 'notify', reason: 'complaints' });
    const text = await (await fetch(new URL(moved.headers.get('location') ?? '', `${site.url}/`))).text();
    expect(text).toContain('Undo: back to the configured stage');
    const [, undo = ''] = /<form method="post" action=".\/stages">(.*?)<\/form>/s.exec(text) ?? [];
    const fields = [...undo.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]);
    expect(Object.fromEntries(fields)).toEqual({
      namespace: UNIT,
      stage: 'configured',
      reason: 'undone: back from notify',
    });
    expect(await (await form(Object.fromEntries(fields))).text()).toContain('may be deleted with the next pass');
    expect(await stages()).toEqual({ [UNIT]: 'notify' });
    expect((await form({ ...Object.fromEntries(fields), confirmed: 'yes' })).status).toBe(303);
    expect(await stages()).toEqual({});
  });

  test('the undo of a raised stage lowers it at once, without a question', async () => {
    await put({ namespace: UNIT, stage: 'notify' });
    const moved = await form({ namespace: UNIT, stage: 'live', reason: 'no complaints', confirmed: 'yes' });
    const text = await (await fetch(new URL(moved.headers.get('location') ?? '', `${site.url}/`))).text();
    expect(text).toContain('Undo: back to notify');
    expect((await form({ namespace: UNIT, stage: 'notify', reason: 'undone: back from live' })).status).toBe(303);
    expect(await stages()).toEqual({ [UNIT]: 'notify' });
  });

  test.each(['cross-site', 'same-site', 'none'])(
    'P11 a form of a page elsewhere (%s) changes nothing',
    async (from) => {
      expect((await form({ namespace: UNIT, stage: 'live' }, from)).status).toBe(403);
      expect((await store.control.read()).version).toBe(0);
    },
  );
});

test('L78 each control of a unit that starts at two stages has a name of its own', async () => {
  const later = { ...THERE, startStage: 'notify' as const };
  const own = await startOperator(store, { workConfigurations: () => [IMAGES, later, GROUPS] });
  try {
    const page = await (await fetch(`${own.url}/stages`)).text();
    const names = [...page.matchAll(/aria-label="([^"]*aws:[^"]*)"/g)].map(([, name]) => name);
    expect(names.filter((name) => name?.includes(`${UNIT}, starting at notify`))).toHaveLength(3);
    expect(new Set(names).size).toBe(names.length);
    // A unit with one row needs no more than its name.
    expect(names).toContain('Move aws:other:*:autoscalinggroup');
  } finally {
    await own.app.close();
  }
});
