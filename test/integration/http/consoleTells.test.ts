/** What the console says about a resource that has no mark, an approval that waits, and a date that has passed. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Checked } from '../../../src/core/evaluation/checked.ts';
import { deferMark } from '../../../src/core/mark/hold.ts';
import type { PassRecord } from '../../../src/core/policy/pass.ts';
import type { Trip } from '../../../src/core/policy/trip.ts';
import type { WorkConfiguration } from '../../../src/core/policy/workConfiguration.ts';
import type { OperatorDeps } from '../../../src/http/app/deps.ts';
import { approve } from '../../../src/lifecycle/index.ts';
import { resource } from '../../support/evaluation.ts';
import { ManualClock, passRecord, workConfiguration } from '../../support/queue.ts';
import { stateForAll } from '../state/support.ts';
import { DAY, IMAGES, mark, NOW, siteForAll, startOperator } from './fixture.ts';

const DUE = NOW - 3_600_000;
const WINDOW = { timeZone: 'UTC', days: [1, 2, 3, 4, 5, 6, 7], fromMinute: 0, toMinute: 60 };

const store = stateForAll();
const site = siteForAll(() =>
  startOperator(store, {
    tokens: [{ name: 'olga', access: 'operator', secret: 'olga-secret' }],
    check: async () => checked,
    workConfigurations: () => [configuration],
    drift: () => drift,
    approve: ({ families: names, ...request }) =>
      approve(
        { passes: store.passes, control: store.control, clock: new ManualClock(NOW) },
        { ...request, ...(names ? { families: { names, whyWhole: undefined } } : {}) },
      ),
  }),
);
let checked: Checked;
let configuration: WorkConfiguration;
let drift: ReturnType<OperatorDeps['drift']>;

beforeEach(async () => {
  await store.redis.flush();
  checked = { kind: 'gone' };
  configuration = workConfiguration({ notice: { ...workConfiguration().notice, enabled: false } });
  drift = new Map();
});

const headers = { authorization: 'Bearer olga-secret', accept: 'text/html' };
const open = async (path: string) => {
  const answer = await fetch(`${site.url}/${path}`, { headers });
  return { status: answer.status, text: (await answer.text()).replace(/<style>.*<\/style>/s, '') };
};
const words = async (path: string) => (await open(path)).text.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
const NAMESPACE = encodeURIComponent(IMAGES);
const stopped = (passId: string, given: Partial<PassRecord> = {}) =>
  passRecord({
    ...{ namespace: IMAGES, passId, outcome: 'blocked', endedAt: NOW - 1000, problem: 'newMarks: 2 of 2' },
    ...{ blocked: { digest: 'd', size: 2 }, ...given },
  });

test('P19 the first page and the API say what a mark pass did not find', async () => {
  const what = 'no repository of ECR matches "shpo/*" in `repositories`';
  const lookedFor = [{ what, isFound: false, mayBeElsewhere: true }] as const;
  await store.passes.record(passRecord({ namespace: IMAGES, outcome: 'complete', lookedFor, endedAt: NOW - 1000 }));
  expect(await words('')).toContain('not found aws:test:us-east-1:image no repository of ECR matches');
  const answer = await fetch(`${site.url}/api/v1/namespaces`, { headers: { authorization: headers.authorization } });
  const { items } = (await answer.json()) as { items: { passes: object }[] };
  expect(items[0]?.passes).toMatchObject({ mark: { notFound: [{ what, mayBeElsewhere: true }] } });
});

test.each([
  ['of a code that is not known', { code: 'calmness', values: { calm: 0.2 } }],
  ['of other values', { code: 'shrunkBy', values: { per: 'source' } }],
  ['without values', { code: 'newMarks' }],
  ['that is a text', 'newMarks'],
  ['that is null', null],
])('P13 a tripwire of a later version, %s, is shown by the words of its pass', async (_what, later) => {
  const known = { code: 'newMarks', values: { count: 26, limit: 25 } };
  const trips = [known, later] as unknown as readonly Trip[];
  const problem = 'newMarks: 26 new marks, more than 25; calmness: it is too calm';
  await store.passes.record(stopped('p1', { trips, problem }));
  const text = await words(`blocked/${NAMESPACE}/p1`);
  expect(text).toContain('calmness: it is too calm');
  expect(text).toContain('newMarks: 26 against a limit of 25');
});

describe('P13 a link from the review of a blocked pass to a resource without a mark', () => {
  test('leads to its check of now, with its name', async () => {
    const verdict = { kind: 'candidate', reasons: ['nothing uses it'], usedBy: [], trace: [], waivedEvidence: [] };
    const found = resource('ami-9', { name: 'nightly' });
    checked = { kind: 'verdict', resource: found, owner: { via: 'none', invalid: [] }, verdict } as never;
    const change = { change: 'mark', id: 'ami-9', name: 'nightly' } as const;
    await store.passes.record(stopped('p1'), undefined, [change]);
    const review = await open(`blocked/${NAMESPACE}/p1`);
    const href = /href="([^"]*ami-9[^"]*)"/.exec(review.text)?.[1] ?? '';
    const { status, text } = await open(
      new URL(href, `http://x/blocked/${NAMESPACE}/p1`).href.slice('http://x/'.length),
    );
    expect(status).toBe(200);
    expect(text).toMatch(/<h1>nightly<\/h1>/);
    expect(text).toContain('It is not marked');
    expect(text).toContain('nothing uses it');
  });

  test('leads to a page also where it cannot be read now, and to 404 where the provider says that it is gone', async () => {
    checked = { kind: 'unknown', why: 'ec2:DescribeImages is denied' };
    expect(await open(`resources/${NAMESPACE}/ami-9?check=now`)).toMatchObject({
      status: 200,
      text: expect.stringContaining('ec2:DescribeImages is denied'),
    });
    checked = { kind: 'gone' };
    expect((await open(`resources/${NAMESPACE}/ami-9?check=now`)).status).toBe(404);
  });
});

test('P13 an approval is shown with its person until a pass has used it, and never for another set', async () => {
  await store.passes.record(stopped('p1'), undefined, []);
  expect(await words(`blocked/${NAMESPACE}/p1`)).toContain('Type the number 2');
  const form = new URLSearchParams({ typed: '2', size: '2' });
  const answer = await fetch(`${site.url}/blocked/${NAMESPACE}/p1`, { method: 'POST', headers, body: form });
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('You approved')]);
  for (const path of [`blocked/${NAMESPACE}/p1`, 'blocked', ''])
    expect(await words(path)).toContain('Approved by olga');
  expect(await words(`blocked/${NAMESPACE}/p1`)).not.toContain('Type the number');
  const api = await fetch(`${site.url}/api/v1/blocked/${NAMESPACE}/p1`, { headers });
  expect(await api.json()).toMatchObject({ approved: { actor: 'olga', at: new Date(NOW).toISOString() } });

  await store.passes.record(stopped('p2', { blocked: { digest: 'e', size: 2 } }), undefined, []);
  expect(await words('blocked')).not.toContain('Approved by');
  expect(await words(`blocked/${NAMESPACE}/p2`)).toContain('Type the number 2');
});

describe('P13 a mark whose date has passed says why it waits, in the list and on its page', () => {
  const deletePass = (given: Partial<PassRecord>) =>
    store.passes.record(passRecord({ namespace: IMAGES, action: 'delete', nextDueAt: NOW + 600_000, ...given }));
  const control = (change: object) =>
    store.control.write(change, { at: NOW, namespace: 'fleet', event: 'control', actor: 'olga' });

  test.each<[string, () => unknown, string]>([
    ['nothing in its way', () => undefined, 'Waits for the next delete pass'],
    ['the kill switch', () => control({ killed: true }), 'Waits: the kill switch is on'],
    ['a fleet out of service', () => control({ service: 'out' }), 'Waits: the fleet is out of service'],
    ['no capacity', () => control({ capacity: 0 }), 'Waits: an operator set the capacity to 0'],
    ['no units of its provider', () => control({ providers: { aws: 0 } }), 'Waits: an operator set the capacity to 0'],
    [
      'its stage',
      () => control({ stages: { 'aws:test:*:image': 'notify' } }),
      'Waits: nothing is deleted here : its stage is notify',
    ],
    [
      'instances that differ',
      () => {
        drift = new Map([[IMAGES, 'a and b differ']]);
      },
      'Waits: the instances differ : a and b differ',
    ],
    [
      'a dry run',
      () => {
        configuration = { ...configuration, live: false, notLiveBecause: 'dryRun is on' };
      },
      'Waits: nothing is deleted here : dryRun is on',
    ],
    [
      'no notice',
      () => {
        configuration = workConfiguration();
      },
      'Waits: its owner has no valid notice',
    ],
    [
      'a closed window',
      () => {
        configuration = { ...configuration, window: WINDOW };
      },
      'Waits: the window is closed',
    ],
    [
      'a blocked pass',
      () => deletePass({ outcome: 'blocked', problem: 'dueShare: 9 of 9', blocked: { digest: 'd', size: 9 } }),
      'Waits: the delete pass is blocked : dueShare: 9 of 9',
    ],
    [
      'the pace',
      () => deletePass({ outcome: 'paced', problem: 'pace: 1 delete in this pass' }),
      'Waits: the pace of deletions : pace: 1 delete in this pass ; next attempt in 10 minutes',
    ],
    [
      'an incomplete pass',
      () => deletePass({ outcome: 'incomplete', problem: 'no record of a complete mark pass' }),
      'Waits: the last delete pass was incomplete : no record',
    ],
    [
      'a failed pass',
      () => deletePass({ outcome: 'failed', problem: 'AWS said no' }),
      'Waits: the last delete pass failed : AWS said no',
    ],
    [
      'a log that cannot be written',
      () => deletePass({ outcome: 'unfinished', problem: 'the log, which is the record, cannot be written' }),
      'Waits: the last delete pass ended early : the log, which is the record, cannot be written',
    ],
    [
      'a pass that goes on',
      () => deletePass({ outcome: 'unfinished' }),
      'Waits for the next delete pass ; next attempt in 10 minutes',
    ],
  ])('%s', async (_what, given, said) => {
    await mark(store, 'ami-1', { projectedDeletionAt: DUE });
    await given();
    for (const path of ['marks', `resources/${NAMESPACE}/ami-1`]) {
      const text = (await words(path)).replaceAll(' :', ':').replaceAll(' ;', ';');
      expect(text).toContain(said.replaceAll(' :', ':').replaceAll(' ;', ';'));
    }
  });

  test('a deferred one with its problem, and one before its date nothing', async () => {
    const before = await mark(store, 'ami-1', { projectedDeletionAt: DUE });
    const deferred = deferMark(before, 'the read by id failed', NOW + 600_000);
    const audit = { at: NOW, namespace: IMAGES, id: 'ami-1', event: 'deferred', actor: 'holystone' } as const;
    await store.marks.apply(IMAGES, [{ id: 'ami-1', before, after: deferred, audit }]);
    expect(await words('marks')).toContain('Waits: deferred');
    await mark(store, 'ami-2', { projectedDeletionAt: NOW + DAY });
    expect(await words(`resources/${NAMESPACE}/ami-2`)).not.toContain('Waits');
  });
});

test.each<[string, Partial<WorkConfiguration>, string]>([
  ['at the stage notify', { startStage: 'notify' }, 'Waits: nothing is deleted here: its stage is notify'],
  ['without `delete` in `actions`', { actions: ['mark', 'notify'] }, 'the `actions` of its entry have no `delete`'],
])('P13 before its date a mark %s is shown to wait for nothing', async (_what, change, said) => {
  configuration = workConfiguration(change);
  await mark(store, 'ami-1', { projectedDeletionAt: NOW + DAY });
  for (const path of ['marks', `resources/${NAMESPACE}/ami-1`])
    expect((await words(path)).replaceAll(' :', ':')).toContain(said);
  expect(await words(`resources/${NAMESPACE}/ami-1`)).toContain('It is marked, and nothing is deleted here.');
  const first = await words('');
  expect(first).toContain('in 1 namespace: 1 is where Holystone deletes nothing at this stage.');
  expect(first).not.toContain('within 7 days');
});

test('P13 the list says once why an overdue mark waits', async () => {
  configuration = workConfiguration();
  const problem = 'overdue: its owner has no valid notice yet';
  const before = await mark(store, 'ami-1', { projectedDeletionAt: DUE });
  const audit = { at: NOW, namespace: IMAGES, id: 'ami-1', event: 'deferred', actor: 'holystone' } as const;
  await store.marks.apply(IMAGES, [{ id: 'ami-1', before, after: deferMark(before, problem, NOW - 1000), audit }]);
  const text = await words('marks');
  expect(text).toContain('Waits: its owner has no valid notice');
  expect(text).not.toContain('overdue: its owner');
});

test('P13 *Decisions* of an owner has those of this person, and of nobody whose name contains it', async () => {
  const kept = (actor: string, id: string) =>
    store.optOuts.optOut(IMAGES, { target: { kind: 'id', value: id }, until: 'forever', actor, at: NOW });
  await kept('ann@example.com', 'ami-1');
  await kept('joann@example.com', 'ami-2');
  const page = await words('activity?person=ann%40example.com');
  expect([page.includes('ami-1'), page.includes('ami-2')]).toEqual([true, false]);
  const answer = await fetch(`${site.url}/api/v1/events?person=Ann%40example.com`, { headers });
  expect(JSON.stringify(await answer.json())).not.toContain('joann');
});
