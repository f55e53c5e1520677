/**
 * Mail and pages that few see, or few see as they are here: reminders, groups, German, a link that is over, a decision that
 * came too late. Without a daemon: the pages' own app on a real Redis, at a time that stands still.
 */
import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Language } from '../../src/core/common/language.ts';
import { intendDeletion } from '../../src/core/mark/intent.ts';
import type { Digest } from '../../src/core/notice/digest.ts';
import { renderDigest } from '../../src/notify/mail/renderDigest.ts';
import { DAY, IMAGES, type Listening, link, NOW, startPublic } from '../integration/http/fixture.ts';
import { type MailGiven, notifiedMail } from '../integration/http/notifiedMail.ts';
import { openState, type StateFixture } from '../integration/state/support.ts';
import { passRecord } from '../support/queue.ts';
import { operableNames, unclear } from './accessibility.ts';
import { type RunningBrowser, startBrowser } from './chromium.ts';
import { expectGoodLooks } from './looks.ts';
import { type Visit, visit } from './visit.ts';

jest.setTimeout(900_000);

let running: RunningBrowser;
let store: StateFixture;
let site: Listening;
let opened: Visit;

beforeAll(async () => {
  running = await startBrowser();
  store = await openState();
  site = await startPublic(store);
});
beforeEach(async () => {
  await store.redis.flush();
  opened = await visit(running.browser);
});
afterEach(async () => {
  await opened.close();
  expect(opened.complaints).toEqual([]);
});
afterAll(async () => {
  await running?.close();
  await site?.app.close();
  await store?.close();
});

const reasons = ['nothing uses it', 'it is 412 days old, more than 90d'];
const RESOURCES: MailGiven['resources'] = [
  { id: 'ami-0a1b2c3d4e5f60718', name: 'web-frontend', group: 'web', reasons },
  { id: 'ami-1a1b2c3d4e5f60718', name: 'web-backend', group: 'web', reasons, projectedDeletionAt: NOW + 12 * DAY },
  { id: 'ami-2a1b2c3d4e5f60718', name: 'billing-import', reasons },
];

async function notified(given: Partial<MailGiven> = {}): Promise<Digest> {
  const digest = await notifiedMail(store, site.url, { resources: RESOURCES, ...given });
  const findings = {
    'instances@test/us-east-1': 212,
    'launchTemplates@test/us-east-1': 31,
    'instances@prod/us-east-1': 0,
  };
  await store.passes.record(
    passRecord({ namespace: IMAGES, baseline: { listed: 400, findings, readAt: NOW - 3_600_000 } }),
  );
  return digest;
}

/** As a mail client shows it: without the message's own policies, address and frame. */
async function mail(page: Page, digest: Digest, language: Language = 'en'): Promise<void> {
  await page.setContent((await renderDigest(digest, { from: 'Holystone <holystone@example.com>', language })).html);
}

async function german(page: Page): Promise<Digest> {
  const digest = await notified({ language: 'de' });
  await page.goto(digest.rows[0]?.keepUrl ?? '');
  return digest;
}

/** By the name of the picture: the way there, and the text to read there. */
const SEEN: Readonly<Record<string, readonly [open: (page: Page) => Promise<unknown>, said: string]>> = {
  'mail-reminder': [
    async (page) => mail(page, await notified({ reminder: true })),
    'Reminder: an earlier message notified you about it.',
  ],
  'mail-group': [async (page) => mail(page, await notified({ perGroup: true })), 'Keep the group'],
  'mail-de': [async (page) => mail(page, await notified({ language: 'de' }), 'de'), 'Alle 3 behalten'],
  'decision-de': [german, 'web-frontend behalten?'],
  'kept-de': [
    async (page) => {
      await german(page);
      await page.getByRole('button', { name: '30 Tage behalten' }).click();
    },
    'Das ist gespeichert.',
  ],
  'early-de': [
    async (page) => {
      await german(page);
      await page.getByRole('button', { name: 'vorzeitig löschen' }).click();
    },
    'Ja, vorzeitig löschen',
  ],
  'message-de': [
    async (page) => page.goto((await notified({ language: 'de' })).keepAllUrl ?? ''),
    'Alle 3 Ressourcen aus dieser Nachricht behalten?',
  ],
  'message-early': [
    async (page) => {
      await page.goto((await notified()).keepAllUrl ?? '');
      await page.getByRole('link', { name: 'Delete early…' }).click();
    },
    'Which may Holystone delete early?',
  ],
  'message-early-de': [
    async (page) => {
      await page.goto((await notified({ language: 'de' })).keepAllUrl ?? '');
      await page.getByRole('link', { name: 'Vorzeitig löschen…' }).click();
    },
    'Nichts ist angehakt.',
  ],
  'message-not-mine': [
    async (page) => {
      await page.goto((await notified()).keepAllUrl ?? '');
      await page.getByRole('checkbox', { name: 'web-backend' }).uncheck();
      await page.getByRole('button', { name: 'Not mine' }).click();
    },
    'You said that 2 resources are not yours.',
  ],
  'preferences-de': [
    async (page) => page.goto((await notified({ language: 'de' })).preferencesUrl ?? ''),
    'Ressourcen, über die Sie Nachrichten bekommen',
  ],
  group: [async (page) => page.goto(`${(await notified()).rows[0]?.keepUrl}?scope=group`), 'Keep everything in web?'],
  expired: [(page) => page.goto(site.url + link('ami-1', { expiresAt: NOW - DAY })), 'This link has expired'],
  'too-late': [
    async (page) => {
      const digest = await notified();
      const id = RESOURCES[0]?.id ?? '';
      const before = await store.marks.get(IMAGES, id);
      if (!before) throw new Error('there is no mark');
      const audit = { at: NOW, namespace: IMAGES, id, event: 'permitted', actor: 'holystone' } as const;
      await page.goto(digest.rows[0]?.keepUrl ?? '');
      await store.marks.apply(IMAGES, [{ id, before, after: intendDeletion(before, 'pass', NOW), audit }]);
      await page.getByRole('button', { name: 'Keep forever' }).click();
    },
    'Deletion had already begun',
  ],
};

/** The others are seldom states of pages that the documentation shows. */
const IN_DOCS = ['decision-de', 'mail-de'];

test.each(Object.keys(SEEN))(
  'P9 the page %s passes axe, fits its screen and names its controls, in light and dark, on a desktop and a phone',
  async (name) => {
    const [open, said] = SEEN[name] ?? [];
    const { page } = opened;
    await open?.(page);
    expect(await page.locator('body').textContent()).toContain(said);
    await expectGoodLooks(page, name, IN_DOCS.includes(name));
    expect(unclear(await operableNames(page))).toEqual([]);
  },
);

test('P9 a reader opens the evidence on the page of a link by keyboard', async () => {
  const { page } = opened;
  await page.goto((await notified()).rows[0]?.keepUrl ?? '');
  await page.locator('summary').focus();
  await page.keyboard.press('Enter');
  expect(await page.getByText('2 places, 212 findings for all resources').isVisible()).toBe(true);
  await expectGoodLooks(page, 'looked-at', false);
});

/** As people have them in their hands and on their desks. */
const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

test.each(SIZES)(
  'P7 L83 the buttons below a long message are in sight at $width px, above no box that the keyboard reaches, and all is ticked',
  async (size) => {
    const { page } = opened;
    await page.setViewportSize(size);
    const resources = Array.from({ length: 40 }, (_, i) => ({ id: `ami-${i}`, name: `build-${i}`, reasons }));
    await page.goto((await notified({ resources })).keepAllUrl ?? '');
    const boxes = await page.getByRole('checkbox').all();
    expect(await Promise.all(boxes.map((box) => box.isChecked()))).toEqual(resources.map(() => true));
    const controls = page.getByRole('group', { name: 'For the ticked ones' });
    for (const index of [0, 20, 39]) {
      await boxes[index]?.focus();
      const [box, below] = await Promise.all([boxes[index]?.boundingBox(), controls.boundingBox()]);
      const [end, start, last] = [
        (box?.y ?? Infinity) + (box?.height ?? 0),
        below?.y ?? 0,
        (below?.y ?? Infinity) + (below?.height ?? 0),
      ];
      expect({ index, uncovered: end <= start, inSight: last <= size.height }).toEqual({
        index,
        uncovered: true,
        inSight: true,
      });
    }
    expect(await page.locator('[style]').count()).toBe(0);
    await page.getByRole('link', { name: 'Delete early…' }).click();
    expect(await page.getByRole('checkbox').count()).toBe(40);
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
  },
);
