/** An owner keeps a resource through the link in a mail: once in time, once at the very last second. */
import { OWNERS, PROD } from '../../../sandbox/demo/accounts.ts';
import { type Notice, noticesIn } from '../../../sandbox/demo/notices.ts';
import type { SunkMessage } from '../../../sandbox/mail/message.ts';
import { keepForEver, openKeepPage } from './followLink.ts';
import { keyOfAudit } from './journal.ts';
import type { NotifiedResource, Stage } from './stage.ts';
import { until } from './until.ts';
import { placeOf } from './words.ts';

/** Clicks the link of a mail, and presses the button of its page, as its owner would. */
export async function ownerOptsOut(stage: Stage): Promise<void> {
  const notified = await stage.take({ ...PROD_IMAGES, region: 'us-east-1', owner: OWNERS.web });
  const mailed = await readMailbox(stage, notified);
  await optOut(stage, notified, mailed?.keepUrl ?? notified.notice.keepUrl, 'we still need it for the rollback drill');
}

/** Reads the mailbox's own API, as a person's mail program would. */
async function readMailbox({ world, signal }: Stage, { resource }: NotifiedResource): Promise<Notice | undefined> {
  const response = await fetch(new URL('api/messages', world.mail.pageUrl), { signal });
  const messages = (await response.json()) as readonly SunkMessage[];
  return messages.flatMap(noticesIn).find(({ id }) => id === resource.id);
}

const PROD_IMAGES = { account: PROD.id, type: 'image' } as const;
const LATE = { ...PROD_IMAGES, region: 'eu-west-1' } as const;

/**
 * While a batch is being deleted, one of its waiting resources is opted out: after its last check, before its permit.
 * Either the page promises that it is kept, and it is; or the page shows that deletion had begun.
 */
export async function optOutAtTheLastSecond(stage: Stage): Promise<void> {
  const { journal } = stage.world;
  const permitted = () =>
    journal.audits.filter(({ entry }) => entry.event === 'permitted').map(({ entry }) => keyOfAudit(entry));
  const begun = () => permitted().find((key) => stage.notified(LATE).some((notified) => notified.key === key));
  await until(begun, stage.signal);
  const now = Date.now();
  const gone = new Set(permitted());
  const waiting = stage
    .notified(LATE)
    .filter(({ key, notice }) => !gone.has(key) && notice.shownAt <= now)
    .sort((a, b) => a.notice.shownAt - b.notice.shownAt || (a.key < b.key ? -1 : 1));
  const last = waiting.findLast(({ key }) => stage.claim(key));
  if (!last) return stage.say('warn', 'too late', 'no resource was left to opt out at the last second');
  await optOut(stage, last, last.notice.keepUrl, 'wait!');
}

/** Follows the link of one resource, and keeps it for ever. @param url its link */
export async function optOut(
  stage: Stage,
  { key, resource }: NotifiedResource,
  url: string,
  reason: string,
): Promise<void> {
  const { signal, say } = stage;
  const shown = `${resource.name} in ${placeOf(resource)}`;
  if ((await openKeepPage(url, signal)) === undefined) return say('bad', 'broken link', `the page about ${shown}`);
  const askedAt = Date.now();
  const answer = await keepForEver(url, { reason }, signal);
  const confirmedAt = Date.now();
  if (answer.kind === 'refused') return say('bad', 'not kept', `${shown}: the page says "${answer.why}"`);
  stage.did({ kind: 'optedOut', key, askedAt, confirmedAt, answer: answer.kind });
  const outcome = answer.kind === 'kept' ? 'kept forever' : 'the page says that its deletion had begun';
  say('people', 'opted out', `${resource.owner} follows the link of ${shown} ("${reason}"): ${outcome}`);
}
