import { expect, test } from '@jest/globals';
import type { DigestRow } from '../../../src/core/notice/digest.ts';
import { chatBodies } from '../../../src/notify/chat/chat.ts';
import { slack } from '../../../src/notify/chat/slackBody.ts';
import { csvOf } from '../../../src/notify/mail/csv.ts';
import { renderDigest } from '../../../src/notify/mail/renderDigest.ts';
import { itemsOf } from '../../../src/notify/message/item.ts';
import { catalogueOf } from '../../../src/notify/texts/index.ts';
import { noticeBodies } from '../../../src/notify/webhook/noticeBody.ts';
import { TurnCounter } from '../../support/turns.ts';
import { digest, row } from './digests.ts';

const MANY = 1_000;
const catalogue = catalogueOf('en');
const mail = { from: 'h@example.com', language: 'en' } as const;
const rows = Array.from({ length: MANY }, (_, index) => row({ id: `ami-${index}`, name: `image ${index}` }));

/** How many resources are written at most between two turns of the event loop; `key` is read when one is written. */
async function mostInOneStep(key: keyof DigestRow & string, write: (rows: readonly DigestRow[]) => Promise<unknown>) {
  const turns = new TurnCounter();
  const counted = turns.counting(rows, key);
  turns.start();
  await write(counted);
  return turns.stop().mostBetweenTurns;
}

test.each<[string, keyof DigestRow & string, (rows: readonly DigestRow[]) => Promise<unknown>]>([
  ['the lines of a mail', 'createdAt', (all) => itemsOf(digest(all), catalogue)],
  ['a mail with its list', 'keepUrl', (all) => renderDigest(digest(all, { itemsPerMessage: MANY }), mail)],
  ['the posts of a chat', 'createdAt', (all) => chatBodies(digest(all), { dialect: slack, catalogue, whole: true })],
  ['the JSON of a webhook', 'createdAt', (all) => noticeBodies(digest(all), 65_536)],
  ['the attached list', 'group', async (all) => csvOf(await itemsOf(digest(all), catalogue))],
])('however many resources a message has, %s are written in short steps', async (_, key, write) => {
  const most = await mostInOneStep(key, write);
  expect(most).toBeGreaterThan(0);
  // A step has fifty, and reads one several times; a mail shows a hundred of them, laid out in one step.
  expect(most).toBeLessThanOrEqual(MANY / 2);
});
