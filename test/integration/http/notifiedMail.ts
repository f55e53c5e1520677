/** A message as it is sent, with links that lead to a site of the tests, and marks that know that it was. */

import { linksOf } from '../../../src/composition/links.ts';
import { DAY_MS } from '../../../src/core/common/duration.ts';
import type { Language } from '../../../src/core/common/language.ts';
import { type Mark, recordNotice } from '../../../src/core/mark/mark.ts';
import type { Digest, DigestRow } from '../../../src/core/notice/digest.ts';
import { ManualClock } from '../../support/queue.ts';
import type { StateFixture } from '../state/support.ts';
import { DAY, IMAGES, KEY, type MarkGiven, mark, NOW } from './fixture.ts';

const MESSAGE = '<1@x>';

export interface MailGiven {
  readonly resources: readonly (MarkGiven & { readonly id: string })[];
  readonly owner?: string;
  readonly language?: Language;
  readonly reminder?: boolean;
  readonly perGroup?: boolean;
  readonly itemsPerMessage?: number;
}

/** Marks each of them, as the answered message shows them. @param url where the public pages are */
export async function notifiedMail(store: StateFixture, url: string, given: MailGiven): Promise<Digest> {
  const { owner = 'ann@example.com', language = 'en', reminder, perGroup, itemsPerMessage = 50 } = given;
  const settings = { http: { public: { url } }, mail: { language }, optOut: { keys: [KEY], validFor: 30 * DAY_MS } };
  const links = linksOf(settings as unknown as Parameters<typeof linksOf>[0], new ManualClock(NOW));
  const rows: DigestRow[] = [];
  for (const { id, ...one } of given.resources) {
    const { generation, resource, reasons, projectedDeletionAt } = await noticed(store, id, { owner, ...one });
    const { group } = resource;
    const about = { namespace: IMAGES, id, generation, ...(group === undefined ? {} : { group }) };
    rows.push({
      ...{ ...about, name: resource.name, reasons, deletionAt: projectedDeletionAt, createdAt: NOW - 412 * DAY },
      ...{ resourceType: 'image', account: 'test', location: 'us-east-1', timeZone: 'UTC' },
      ...(reminder ? { reminder } : {}),
      ...(perGroup ? { perGroup } : {}),
      keepUrl: links.keepUrl({ ...about, owner }),
    });
  }
  await store.messages.open({ messageId: MESSAGE, owner, items: rows });
  const urls = links.messageUrls({ messageId: MESSAGE, owner });
  return { messageId: MESSAGE, owner, preparedAt: NOW, rows, itemsPerMessage, ...urls };
}

async function noticed(store: StateFixture, id: string, given: MarkGiven & { owner: string }): Promise<Mark> {
  const before = await mark(store, id, given);
  const { generation, projectedDeletionAt: shownAt } = before;
  const notified = { messageId: MESSAGE, recipient: given.owner, acceptedAt: NOW - DAY, shownAt, generation };
  const resource = { ...before.resource, createdAt: NOW - 412 * DAY, lastUse: { at: NOW - 190 * DAY } };
  const after = recordNotice({ ...before, resource }, { ...notified, validUntil: NOW + 30 * DAY }, shownAt);
  const audit = { at: NOW - DAY, namespace: IMAGES, id, event: 'noticed', actor: 'holystone' } as const;
  await store.marks.apply(IMAGES, [{ id, before, after, audit }]);
  return after;
}
