/** The pages of the console before a reader and before an operator, over real stores, in light and dark. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { defined } from '../../src/core/common/defined.ts';
import type { BlockedChange } from '../../src/core/policy/pastPass.ts';
import type { AccessToken } from '../../src/http/app/deps.ts';
import { configurationOf, DAY, IMAGES, type Listening, mark, NOW, startOperator } from '../integration/http/fixture.ts';
import { openState, type StateFixture } from '../integration/state/support.ts';
import { passRecord } from '../support/queue.ts';
import { operableNames, unclear } from './accessibility.ts';
import { type RunningBrowser, startBrowser } from './chromium.ts';
import { expectGoodLooks } from './looks.ts';
import { isRenewed } from './pictures.ts';
import { type Look, type Visit, visit } from './visit.ts';

jest.setTimeout(900_000);

const READER: AccessToken = { name: 'rita', access: 'reader', secret: 'reader-secret' };
const OPERATOR: AccessToken = { name: 'olga', access: 'operator', secret: 'operator-secret' };
const PRICES = {
  currency: 'USD',
  date: '2026-05-01',
  source: 'https://prices.example.com',
  staleAt: NOW + 400 * DAY,
  of: () => 1,
};
const PLACES = ['us-east-1', 'eu-west-1'].flatMap((location) =>
  ['shop', 'search'].flatMap((account) =>
    ['image', 'volume'].map((resourceType) =>
      configurationOf(
        { account, location, resourceType },
        { prices: PRICES, startStage: account === 'shop' ? 'live' : 'notify' },
      ),
    ),
  ),
);
const CONFIGURATIONS = [
  configurationOf({ account: 'test', location: 'us-east-1', resourceType: 'image' }, { startStage: 'notify' }),
  ...PLACES,
];
const HOSTILE = isRenewed ? 'the audit reads it' : '"><img src=x onerror=alert(1)><script>alert(2)</script>';

let store: StateFixture;
let site: Listening;
let running: RunningBrowser;
let visits: Visit[] = [];
let again: { messageId: string; actor: string; reason: string }[] = [];

beforeAll(async () => {
  [store, running] = await Promise.all([openState(), startBrowser()]);
  site = await startOperator(store, {
    tokens: [READER, OPERATOR],
    passes: store.passes,
    workConfigurations: () => CONFIGURATIONS,
    instances: async () => [
      { id: 'i-1', name: 'holystone-0', configuration: 'a'.repeat(64), obeys: 99 },
      { id: 'i-2', name: 'holystone-1', configuration: 'a'.repeat(64), obeys: 99 },
    ],
    approve: async ({ passId }) =>
      passId === 'stopped' ? { kind: 'approved', size: 3 } : { kind: 'notFound', why: 'no such pass' },
    sightings: async () => ({
      found: [{ namespace: IMAGES, id: 'r-0-used', name: 'in-use' }],
      isPart: false,
      unread: [{ namespace: IMAGES, why: `ec2:DescribeImages is denied ${HOSTILE}` }],
    }),
    preview: async () => ({ subject: '2 resources', text: `Nothing appears to use these.\n${HOSTILE}`, resources: 2 }),
    sendAgain: async ({ messageId, actor, reason }) => {
      const first = again.at(-1);
      if (first) return { kind: 'tooSoon', actor: first.actor, at: NOW };
      again.push({ messageId, actor, reason });
      return { kind: 'sent', messageId: '<again@example.com>', resources: 2 };
    },
  });
});
beforeEach(async () => {
  await store.redis.flush();
  again = [];
  await seed();
});
afterEach(async () => {
  const complaints = visits.flatMap((one) => one.complaints);
  await Promise.all(visits.map((one) => one.close()));
  visits = [];
  expect(complaints).toEqual([]);
});
afterAll(async () => {
  await running?.close();
  await site?.app.close();
  await store?.close();
});

async function seed(): Promise<void> {
  for (const [at, { namespace }] of CONFIGURATIONS.entries()) {
    for (let n = 0; n < 6; n++) {
      await mark(store, `r-${at}-${n}`, {
        namespace,
        name: `build-cache-${at}${n}`,
        owner: ['ann@example.com', 'payments@example.com', 'web-team@example.com'][(at + n) % 3] ?? '',
        projectedDeletionAt: NOW + ((at * 5 + n * 3) % 14) * DAY - (n === 5 ? DAY : 0),
        monthlyCost: { amount: 3.2 * (n + 1) },
      });
    }
    const ended = { startedAt: NOW - 3_660_000, endedAt: NOW - 3_600_000 };
    await store.passes.record(passRecord({ namespace, passId: `m-${at}`, ...ended }));
  }
  await mark(store, 'ami-hostile', { name: HOSTILE, owner: 'eve@example.com', reasons: [HOSTILE] });
  await seedMessages();
  await seedKept();
  await seedFigures();
  const changes: readonly BlockedChange[] = ['ami-7', 'ami-8', 'ami-9'].map((id) => ({
    change: 'mark',
    id,
    name: id === 'ami-9' ? 'golden-image' : `base-${id}`,
    owner: 'ann@example.com',
    reason: 'no instance uses it',
  }));
  const problem = 'markedShare: 71 of 80 (89%) would be newly marked, more than 25%';
  const blocked = { digest: 'd', size: 3 };
  const trips = [{ code: 'markedShare', values: { part: 71, whole: 80, limit: 0.25 } }] as const;
  const record = { passId: 'stopped', outcome: 'blocked', problem, trips, blocked, endedAt: NOW - 60_000 } as const;
  await store.passes.record(
    passRecord({ ...record, namespace: IMAGES, counts: { listed: 80, marked: 71 } }),
    undefined,
    changes,
  );
}

/** By an owner, by the console, and by a pattern; and one deletion. */
async function seedKept(): Promise<void> {
  const at = NOW - 2 * DAY;
  const kept = [
    [{ kind: 'id', value: 'r-0-kept' }, NOW + 3 * DAY, 'ann@example.com', 'the release needs it', 'ledger-import'],
    [{ kind: 'id', value: 'ami-kept' }, NOW + 90 * DAY, 'olga', HOSTILE, undefined],
    [{ kind: 'pattern', value: 'demo-*' }, 'forever', 'payments@example.com', undefined, undefined],
  ] as const;
  for (const [target, until, actor, reason, name] of kept) {
    await store.optOuts.optOut(IMAGES, { target, until, actor, at, ...defined({ reason, name }) });
  }
  const gone = await mark(store, 'r-0-gone', { name: 'reports-2023' });
  const deleted = { at: NOW - DAY, namespace: IMAGES, id: gone.id, event: 'deleted', actor: 'holystone' } as const;
  await store.marks.apply(IMAGES, [{ id: gone.id, before: gone, after: undefined, audit: deleted }]);
}

/** Of the first instance; the second has none yet. */
async function seedFigures(): Promise<void> {
  const calls = [
    { service: 'ec2', sent: 12_340, throttled: 21 },
    { service: 's3', sent: 880, throttled: 0 },
  ];
  const queue = { waiting: 12, active: 2, delayed: 3 };
  const times = { startedAt: NOW - 3 * DAY, at: NOW - 4_000 };
  await store.figures.publish('i-1', { version: '0.2.0', ...times, concurrency: 2, queue, calls, moreServices: 3 });
}

/** One message to each of three owners: opened, bounced and refused; and one who waits for the next. */
async function seedMessages(): Promise<void> {
  const items = [0, 1, 2].map((n) => ({ namespace: IMAGES, id: `r-0-${n}` }));
  for (const [n, owner] of ['ann@example.com', 'payments@example.com', 'eve@example.com'].entries()) {
    const messageId = `<${n}@example.com>`;
    await store.messages.open({ messageId, owner, items });
    await store.sentNotices.add({
      ...{ messageId, owner, at: NOW - (n + 1) * DAY, subject: '3 resources will be deleted', transport: 'smtp' },
      ...{ resources: 3, isReminder: false, ...(n === 2 ? { refusedBecause: HOSTILE } : {}) },
    });
  }
  await store.sentNotices.opened('<0@example.com>', NOW - 3_600_000);
  const bounce = { why: '550 5.1.1 no such user', permanent: true, actor: 'ses', at: NOW };
  await store.messages.bounce('<1@example.com>', bounce);
  await store.outbox.put('ann@example.com', [{ namespace: IMAGES, id: 'r-0-0', generation: 'generation of r-0-0' }]);
}

async function open(path: string, look: Look = {}) {
  const one = await visit(running.browser, { token: OPERATOR.secret, ...look });
  visits.push(one);
  await one.page.goto(`${site.url}/${path}`);
  return one.page;
}

const RESOURCE = `resources/${encodeURIComponent(IMAGES)}/r-0-1`;
const REVIEW = `blocked/${encodeURIComponent(IMAGES)}/stopped`;
const PATTERNS = `patterns/${encodeURIComponent(IMAGES)}`;
const MESSAGE = 'notices/0%40example.com';
const PAGES: Readonly<Record<string, string>> = {
  'console-overview': '',
  'console-marks': 'marks?by=owner&account=shop',
  'console-kept': 'kept',
  'console-search': 'search?q=r-0&check=now',
  'console-resource': RESOURCE,
  'console-namespaces': 'namespaces',
  'console-namespace': `namespaces/${encodeURIComponent(IMAGES)}`,
  'console-blocked': 'blocked',
  'console-review': REVIEW,
  'console-owners': 'owners',
  'console-message': MESSAGE,
  'console-preview': 'owners/preview?owner=ann%40example.com',
  'console-savings': 'savings',
  'console-stages': 'stages',
  'console-activity': 'activity',
  'console-instances': 'instances',
  'console-patterns': `${PATTERNS}?pattern=r-0-*`,
};
describe.each(Object.entries(PAGES))('P13 %s', (name, path) => {
  test('axe finds nothing, nothing is wider than the screen, and each control has a name of its own', async () => {
    const page = await open(path);
    await expectGoodLooks(page, name, true);
    expect(unclear(await operableNames(page))).toEqual([]);
    expect(await page.locator('main img, main script').count()).toBe(0);
  });

  test('a reader sees it without a form that changes something', async () => {
    const page = await open(path, { token: READER.secret, javaScript: false });
    expect(await page.locator('h1').count()).toBe(1);
    const forms = page.locator('form[method=post]:not([action$="./marks"])');
    expect(await forms.count()).toBe(0);
    expect(await page.getByText('Stop all deletions').count()).toBe(0);
  });
});

test('P13 an operator stops all deletions with a reason, without JavaScript, and the page says who did', async () => {
  const page = await open('', { javaScript: false });
  await page.getByText('Stop all deletions').click();
  await page.getByLabel('Reason (required)').fill('the wrong account');
  await page.getByRole('button', { name: 'Stop now, on all instances' }).click();
  await page.getByText('deletion is OFF').waitFor();
  expect(await page.locator('main').textContent()).toMatch(/kill switch is on.*olga.*the wrong account/s);
  expect((await store.control.read()).killed).toBe(true);
  await page.getByText('Allow deletions again').click();
  await page.getByLabel('Reason (required)').fill('it was the right one');
  await page.getByRole('button', { name: 'Allow deletions', exact: true }).click();
  await page.getByText('deletion is ON').waitFor();
});

test('P14 an operator selects two marks and keeps them; their marks are gone', async () => {
  const page = await open('marks?account=shop&location=us-east-1&type=image', { javaScript: false });
  const boxes = page.locator('tbody').getByRole('checkbox');
  const before = await boxes.count();
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await page.getByLabel('Why (kept with the decision)').fill('the release needs them');
  await page.getByRole('button', { name: 'Keep 30 days' }).click();
  await page.getByRole('heading', { name: 'Selected marks' }).waitFor();
  expect(await page.getByText(/: kept until /).count()).toBe(2);
  await page.goto(`${site.url}/marks?account=shop&location=us-east-1&type=image`);
  expect(await boxes.count()).toBe(before - 2);
});

test('R6 P14 an operator sees the marks that a pattern matches, keeps them with a reason, and undoes it, without JavaScript', async () => {
  const before = await store.optOuts.patterns(IMAGES);
  const page = await open(RESOURCE, { javaScript: false });
  await page.getByRole('link', { name: 'Keep by a pattern' }).click();
  await page.getByLabel('Pattern of ids and names').fill('r-0-*');
  await page.getByRole('button', { name: 'Show the matching marks' }).click();
  await page.getByText('It matches 6 of 7 marks.').waitFor();
  expect(await store.optOuts.patterns(IMAGES)).toEqual(before);
  await page.getByLabel('Keep', { exact: true }).selectOption('forever');
  await page.getByLabel('Reason (required)').last().fill(HOSTILE);
  await page.getByRole('button', { name: 'Keep these, and future ones' }).click();
  await page.getByText('Everything like r-0-* is kept forever.').waitFor();
  expect(await store.marks.get(IMAGES, 'r-0-1')).toBeUndefined();

  await page.getByRole('link', { name: 'Back to the patterns' }).click();
  await page.getByText(HOSTILE).waitFor();
  await page.getByRole('button', { name: 'Undo r-0-* of olga' }).click();
  await page.getByText('olga no longer keeps everything like r-0-*.').waitFor();
  expect(await store.optOuts.patterns(IMAGES)).toEqual(before);
});

test('P13 an operator approves exactly the set that the page shows, by its number and not by another', async () => {
  const page = await open(REVIEW, { javaScript: false });
  await page.getByLabel('Type the number 3').fill('4');
  await page.getByRole('button', { name: 'Approve exactly these 3' }).click();
  await page.getByText('Nothing was approved').waitFor();
  await page.getByLabel('Type the number 3').fill('3');
  await page.getByRole('button', { name: 'Approve exactly these 3' }).click();
  await page.getByText('You approved exactly these 3.').waitFor();
});

test('P13 an operator sends a message again from the owners, with a reason; the next one reads who was first', async () => {
  const page = await open('owners', { javaScript: false });
  await page.getByText(/^opened .* \(by a person or a mail scanner\)$/).waitFor();
  await page.getByLabel('Send again: ann@example.com').click();
  await page.getByLabel('Reason (required): ann@example.com').fill('she lost it');
  await page.getByRole('button', { name: 'Send now: ann@example.com' }).click();
  await page.getByRole('heading', { name: 'Sent again' }).waitFor();
  expect(again).toEqual([{ messageId: '<0@example.com>', actor: 'olga', reason: 'she lost it' }]);
  await page.goto(`${site.url}/${MESSAGE}`);
  await page.getByLabel('Send again: ann@example.com').click();
  await page.getByLabel('Reason (required): ann@example.com').fill('once more');
  await page.getByRole('button', { name: 'Send now: ann@example.com' }).click();
  await page.getByText('"olga" sent this owner a message again').waitFor();
  expect(again).toHaveLength(1);
});

test('P13 a reader reads a sent message and the next one as text, from the owners', async () => {
  const page = await open('owners', { token: READER.secret, javaScript: false });
  expect(await page.getByLabel(/^Send again/).count()).toBe(0);
  await page.getByRole('link', { name: 'Preview: ann@example.com' }).click();
  await page.getByText(HOSTILE).waitFor();
  await page.goto(`${site.url}/owners`);
  await page.getByRole('link', { name: /^Message to payments@example.com/ }).click();
  await page.getByText('550 5.1.1 no such user').waitFor();
  expect(await page.getByRole('row').count()).toBe(4);
  expect(await page.getByLabel(/^Send again/).count()).toBe(0);
});

test('P13 a reader sees the versions, the queue, the calls and the throttles of the instances', async () => {
  const page = await open('instances', { token: READER.secret, javaScript: false });
  await page.getByRole('row', { name: /holystone-0.*0\.2\.0.*obeys the last change/ }).waitFor();
  await page.getByRole('row', { name: /ec2.*12,340.*21.*0\.2%/ }).waitFor();
  expect(await page.getByRole('region', { name: 'Work of the fleet' }).textContent()).toMatch(
    /Waiting12Running2Delayed3/,
  );
});

test('P13 the keys move through rows, open one, search, and go to other pages; one button switches them off', async () => {
  const page = await open('');
  await page.keyboard.press('g');
  await page.keyboard.press('m');
  await page.waitForURL(/\/marks$/);
  await page.keyboard.press('/');
  expect(await page.evaluate('document.activeElement.id')).toBe('find');
  await page.keyboard.press('Escape');
  await page.evaluate('document.activeElement.blur()');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  expect(await page.evaluate('document.activeElement === document.querySelector("[data-row]")')).toBe(true);
  await page.keyboard.press('o');
  await page.waitForURL(/\/resources\//);
  await page.getByRole('button', { name: 'Keyboard shortcuts are on' }).click();
  await page.keyboard.press('g');
  await page.keyboard.press('m');
  await page.getByRole('button', { name: 'Keyboard shortcuts are off' }).waitFor();
  expect(page.url()).toContain('/resources/');
});

test('P14 the page of events shows each new event as it happens, hostile texts as text, and filters the feed', async () => {
  const page = await open('activity?actor=nora');
  await page.getByText('Live: new events appear at the top.').waitFor();
  for (const actor of ['olga', 'nora']) {
    const target = { kind: 'id', value: `ami-of-${actor}` } as const;
    await store.optOuts.optOut(IMAGES, { target, until: 'forever', actor, reason: HOSTILE, at: NOW });
  }
  await page.getByRole('link', { name: 'ami-of-nora' }).waitFor();
  expect(await page.getByText(HOSTILE).count()).toBe(1);
  expect(await page.getByText('ami-of-olga').count()).toBe(0);
});

test('P13 the first mark is in sight on a desk, and what one can do with marks appears with a selection', async () => {
  const page = await open('marks');
  await page.setViewportSize({ width: 1440, height: 900 });
  const { y = 900 } = (await page.locator('tbody tr').first().boundingBox()) ?? {};
  expect(y).toBeLessThan(400);
  const keep = page.getByRole('button', { name: 'Keep 30 days' });
  expect(await keep.isVisible()).toBe(false);
  await page.locator('tbody').getByRole('checkbox').nth(1).check();
  expect(await keep.isVisible()).toBe(true);
  await page.getByText(/^1 selected, \$\d+\.\d\d a month$/).waitFor();
  await page.getByLabel('Select all on this page').check();
  const all = await page.locator('tbody').getByRole('checkbox').count();
  await page.getByText(`${all} selected`).waitFor();
});

test('P14 a form with a mistake comes back with the selection and the reason', async () => {
  const page = await open('marks', { javaScript: false });
  await page.locator('tbody').getByRole('checkbox').nth(2).check();
  await page.getByLabel('Why (kept with the decision)').fill('the audit');
  await page.getByRole('button', { name: 'Keep until that day' }).click();
  await page.getByRole('alert').getByText('Choose the last day').waitFor();
  expect(await page.locator('tbody').getByRole('checkbox').nth(2).isChecked()).toBe(true);
  expect(await page.getByLabel('Why (kept with the decision)').inputValue()).toBe('the audit');
  await page.getByLabel('Last day (UTC)').fill('2026-12-31');
  await page.getByRole('button', { name: 'Keep until that day' }).click();
  await page.getByText(/: kept until /).waitFor();
});

test('P13 a person finds a resource from any page with "/", and undoes a decision with a reason', async () => {
  const page = await open('instances');
  await page.keyboard.press('/');
  await page.keyboard.type('ledger');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: /ledger-import/ }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('k');
  await page.getByRole('link', { name: /^Undo: ledger-import/ }).click();
  await page.getByRole('button', { name: 'Keep it no longer' }).click();
  await page.getByText('Say why').waitFor();
  await page.getByLabel('Reason (required)').last().fill('the release is out');
  await page.getByRole('button', { name: 'Keep it no longer' }).click();
  await page.getByText('ann@example.com no longer keeps ledger-import.').waitFor();
});

test('P13 the head of the marks stays in sight while an operator scrolls', async () => {
  const page = await open('marks');
  await page.setViewportSize({ width: 1280, height: 500 });
  await page.getByRole('row').last().scrollIntoViewIfNeeded();
  const { y } = (await page.getByRole('columnheader', { name: 'Resource' }).boundingBox()) ?? { y: -1 };
  const top = await page.locator('header.top').evaluate((header) => header.clientHeight);
  expect(Math.abs(y - top)).toBeLessThan(8);
});

test('P13 the header of a page that stands open follows another operator who stops all deletions', async () => {
  const page = await open('marks');
  await page.clock.install();
  await page.reload();
  await page.getByText('deletion is ON').waitFor();
  const audit = { at: NOW, namespace: 'fleet', event: 'control', actor: 'otto', reason: 'the wrong account' } as const;
  await store.control.write({ killed: true }, audit);
  await page.clock.runFor(31_000);
  await page.getByText('deletion is OFF').waitFor();
  expect(await page.getByRole('checkbox').count()).toBeGreaterThan(2);
});

test('P13 the calls of an instance are a table with its heads', async () => {
  const page = await open('instances');
  const calls = page.getByRole('region', { name: /^holystone-0, since its start/ });
  const boxes = await calls.getByRole('columnheader').evaluateAll((heads) => heads.map((head) => head.clientHeight));
  expect(boxes.length).toBe(4);
  expect(Math.min(...boxes)).toBeGreaterThan(10);
});

/** Presses of a person's mouse or finger on a page; what a key presses has no detail. */
const COUNTED =
  "addEventListener('click', ({ detail }) => { if (detail > 0) sessionStorage.clicks = 1 + Number(sessionStorage.clicks ?? 0); }, true)";

/** What a person does with words and Enter costs no click. By the job: how, from *Overview*, and in how many. */
const JOBS: Readonly<Record<string, readonly [clicks: number, (page: Page) => Promise<unknown>]>> = {
  'why is build-cache-03 due': [
    1,
    async (page) => {
      await page.keyboard.press('/');
      await page.keyboard.type('build-cache-03');
      await page.keyboard.press('Enter');
      await page.getByRole('link', { name: 'build-cache-03' }).first().click();
      await page.getByRole('list', { name: 'History' }).waitFor();
    },
  ],
  'keep all of a team until 31 January': [
    3,
    async (page) => {
      await page
        .getByRole('navigation')
        .getByRole('link', { name: /^Marks/ })
        .click();
      await page.getByRole('combobox', { name: 'Owner' }).pressSequentially('payments');
      await page.keyboard.press('Enter');
      await page.waitForURL(/owner=payments/);
      await page.getByLabel('Select all on this page').click();
      await page.getByLabel('Last day (UTC)').fill('2027-01-31');
      await page.getByLabel('Why (kept with the decision)').fill('the audit');
      await page.getByRole('button', { name: 'Keep until that day' }).click();
      await page
        .getByText(/: kept until /)
        .first()
        .waitFor();
    },
  ],
  'approve what a tripwire stopped': [
    2,
    async (page) => {
      await page
        .getByRole('link', { name: /^Review/ })
        .first()
        .click();
      await page.getByLabel('Type the number 3').fill('3');
      await page.getByRole('button', { name: 'Approve exactly these 3' }).click();
      await page.getByText('You approved exactly these 3.').waitFor();
    },
  ],
  'who was notified': [
    1,
    async (page) => {
      await page
        .getByRole('navigation')
        .getByRole('link', { name: /^Owners/ })
        .click();
      await page.getByText('550 5.1.1 no such user').first().waitFor();
    },
  ],
  'what did olga change yesterday': [
    1,
    async (page) => {
      // The feed has the clock of Redis.
      const target = { kind: 'id', value: 'ami-today' } as const;
      await store.optOuts.optOut(IMAGES, { target, until: 'forever', actor: 'olga', at: Date.now() });
      await page
        .getByRole('navigation')
        .getByRole('link', { name: /^Activity/ })
        .click();
      await page.getByLabel(/^From/).fill(dayOf(Date.now() - DAY));
      await page.getByLabel(/^To/).fill(dayOf(Date.now()));
      await page.getByLabel('Who', { exact: true }).fill('olga');
      await page.keyboard.press('Enter');
      await page.waitForURL(/actor=olga/);
      await page.getByRole('link', { name: 'ami-today' }).waitFor();
    },
  ],
  'what was saved this month': [
    0,
    (page) =>
      page
        .getByText(/saved in/)
        .first()
        .waitFor(),
  ],
  'which accounts cannot be read': [
    0,
    (page) =>
      page
        .getByText(/ec2:DescribeImages was denied/)
        .first()
        .waitFor(),
  ],
};

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

test.each(Object.entries(JOBS))('P13 %s, in few clicks', async (_job, [clicks, act]) => {
  const incomplete = { action: 'delete', outcome: 'incomplete', problem: 'ec2:DescribeImages was denied' } as const;
  await store.passes.record(passRecord({ ...incomplete, namespace: IMAGES, passId: 'd', endedAt: NOW - 60_000 }));
  const page = await open('');
  page.setDefaultTimeout(20_000);
  await page.addInitScript(COUNTED);
  await page.reload();
  await act(page);
  expect(await page.evaluate('Number(sessionStorage.clicks ?? 0)')).toBe(clicks);
});
