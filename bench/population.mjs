// Resources and marks as image namespaces have them.
import { randomUUID } from 'node:crypto';
import { newMark, recordNotice } from '../dist/src/core/mark/mark.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

export const namespaceNamed = (account) => `aws:${account}:us-east-1:image`;

/** The resource at a place of the population. */
export function resourceAt(index) {
  const id = `ami-0${index.toString(16).padStart(16, '0')}`;
  return {
    id,
    identity: `${id}@2025-03-14T09:26:53.000Z`,
    name: `team-${index % 40}-service-${index % 900}-20250314-${index}`,
    tags: { owner: `owner-${index % 300}@example.com` },
    aliases: [id],
    createdAt: new Date(Date.UTC(2025, 2, 14, 9, 26, 53)),
    sizeBytes: 8 * 2 ** 30,
  };
}

/** A new mark whose date is ten days off. */
export function markAt(namespace, index, now) {
  const resource = resourceAt(index);
  const nomination = {
    namespace,
    resource,
    reasons: ['unused: nothing uses it'],
    owner: resource.tags.owner,
    ownerVia: 'tag owner',
    projectedDeletionAt: now + 10 * DAY + (index % 864_000) * 1_000,
  };
  return newMark(nomination, randomUUID(), now - 12 * DAY);
}

/** The same mark once a message about it was accepted. */
export function notifiedMark(mark, now) {
  const notice = {
    messageId: `<${randomUUID()}@example.com>`,
    recipient: mark.owner,
    acceptedAt: now - 11 * DAY,
    shownAt: mark.projectedDeletionAt,
    generation: mark.generation,
    validUntil: now + 30 * DAY,
  };
  return recordNotice(mark, notice, mark.projectedDeletionAt);
}

/** The same mark, due since an hour. */
export function dueMark(mark, now) {
  return { ...mark, projectedDeletionAt: now - HOUR, revision: mark.revision + 1 };
}

/** The transition that a pass hands to the store for a new (`before` absent) or changed mark. */
export function transition(before, after, passId) {
  const { namespace, id, generation, reasons, markedAt: at } = after;
  const reason = reasons.join('; ');
  const audit = { at, namespace, id, event: 'marked', actor: 'holystone', reason, passId, generation };
  return { id, before, after, audit };
}
