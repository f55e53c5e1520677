/** The facts for a person who doubts: every reason, the last use, the age, and the time of each read. */
import { beforeEach, expect, test } from '@jest/globals';
import { recordNotice } from '../../../src/core/mark/mark.ts';
import { signMessage } from '../../../src/core/owner/optOutToken.ts';
import { pageText } from '../../support/pageWords.ts';
import { passRecord } from '../../support/queue.ts';
import { stateForAll } from '../state/support.ts';
import { DAY, IMAGES, KEY, link, mark, NOW, siteForAll, startPublic } from './fixture.ts';

const store = stateForAll();
const site = siteForAll(() => startPublic(store));

const ANN = 'ann@example.com';
const READ_AT = NOW - DAY / 24;

beforeEach(() => store.redis.flush());

/** A mark as a survey leaves it, whose owner was notified, and the record of that survey. */
async function surveyed(lastUse?: { at: number; by?: string }): Promise<void> {
  const reasons = ['nothing uses it', 'its tag expiration_time=2026-05-01 has passed', 'older than 90d'];
  const before = await mark(store, 'ami-1', { reasons });
  const resource = { ...before.resource, createdAt: NOW - 400 * DAY, ...(lastUse ? { lastUse } : {}) };
  const { generation } = before;
  const notice = { messageId: '<1@x>', recipient: ANN, acceptedAt: NOW - DAY, shownAt: NOW + 10 * DAY, generation };
  const after = recordNotice({ ...before, resource }, { ...notice, validUntil: NOW + 30 * DAY }, NOW + 10 * DAY);
  const audit = { at: NOW, namespace: IMAGES, id: 'ami-1', event: 'noticed', actor: 'holystone' } as const;
  await store.marks.apply(IMAGES, [{ id: 'ami-1', before, after, audit }]);
  await store.messages.open({ messageId: '<1@x>', owner: ANN, items: [{ namespace: IMAGES, id: 'ami-1' }] });
  const findings = {
    'instances@test/us-east-1': 120,
    'instances@prod/us-east-1': 7,
    'launchTemplates@test/us-east-1': 1,
  };
  await store.passes.record(passRecord({ namespace: IMAGES, baseline: { listed: 900, findings, readAt: READ_AT } }));
}

const text = async (path: string) => {
  return pageText(await (await fetch(site.url + path)).text());
};
const token = signMessage({ messageId: '<1@x>', owner: ANN, expiresAt: NOW + DAY }, KEY);

test.each([
  ['of a resource', link('ami-1')],
  ['of a message', `/m/${token}`],
  ['of all that somebody is asked about', `/preferences?t=${token}`],
])('P7 the page %s shows every reason, the last use, the age, and the evidence with its time', async (_, path) => {
  await surveyed({ at: NOW - 200 * DAY, by: 'instance i-0ab (terminated)' });
  const page = await text(path);
  expect(page).toContain('nothing uses it its tag expiration_time=2026-05-01 has passed older than 90d');
  expect(page).toContain('400 days ago');
  expect(page).toContain('200 days ago');
  expect(page).toContain('2 sources, read Monday 1 June 2026, 11:00 (UTC)');
  expect(page).toContain('instances : 2 places, 127 findings for all resources');
  expect(page).toContain('launchTemplates : 1 place, 1 finding for all resources');
});

test('P7 the page names the last user, and says that the resource is unused now', async () => {
  await surveyed({ at: NOW - 200 * DAY, by: 'instance i-0ab (terminated)' });
  const page = await text(link('ami-1'));
  expect(page).toContain('200 days ago (instance i-0ab (terminated))');
  expect(page).toContain('Used by no user found');
});

test('law 1: the page says that an unknown fact is unknown', async () => {
  await mark(store, 'ami-1');
  const page = await text(link('ami-1'));
  expect(page).toContain('Created not known');
  expect(page).toContain('Last use none on record');
  expect(page).not.toContain('Checked');
});

test('the page does not call a creation a use', async () => {
  await surveyed({ at: NOW - 400 * DAY });
  expect(await text(link('ami-1'))).toContain('Last use none on record');
  expect(await text(`/m/${token}`)).not.toMatch(/400 days ago.*400 days ago/);
});
