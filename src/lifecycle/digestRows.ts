/** A message from the marks that it tells about; nothing is read and nothing is written. */
import { createHash } from 'node:crypto';
import { defined } from '../core/defined.ts';
import type { Digest, DigestRow } from '../core/digest.ts';
import { hasValidNotice, type Mark } from '../core/mark.ts';
import { knownCost, statedPrices } from '../core/prices.ts';
import { phaseOf } from '../core/quarantine.ts';
import { isReminderDue } from '../core/reminder.ts';
import { dateToShow } from '../core/retention.ts';
import { shorten } from '../core/visible.ts';
import type { WorkConfiguration } from '../core/workConfiguration.ts';
import type { Links } from './deps.ts';

/** A mark that its owner is to be told about, and what is configured for it. */
export interface Untold {
  readonly wc: WorkConfiguration;
  readonly mark: Mark;
  /** He was told, and is reminded. */
  readonly reminder?: true;
  /** Nothing is deleted at its stage. */
  readonly held?: true;
}

/** What the owner of a mark is to be told about it now, if anything. */
export function untoldOf(wc: WorkConfiguration, mark: Mark, now: number): Untold | undefined {
  if (mark.state === 'deleting') return undefined;
  if (!hasValidNotice(mark, now)) return { wc, mark };
  return isReminderDue(mark, wc.notice, now) ? { wc, mark, reminder: true } : undefined;
}

/**
 * Where its owner could keep it. `undefined`: its id is too long for a link, so that its owner could not; then nobody is
 * told of it, and it is never deleted.
 */
export function keepUrlOf({ keepUrl }: Links, mark: Mark, owner: string): string | undefined {
  const { namespace, id, generation, resource } = mark;
  const group = resource.group === undefined ? {} : { group: resource.group };
  try {
    return keepUrl({ namespace, id, owner, generation, ...group });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return undefined;
  }
}

/** The same for the same owner, marks and instant, in whatever order they come; without what has no link. */
export function digestOf(links: Links, owner: string, untold: readonly Untold[], preparedAt: number): Digest {
  const rows = untold.flatMap((one) => rowOf(links, one, owner, preparedAt) ?? []);
  rows.sort(
    (a, b) => a.deletionAt - b.deletionAt || a.namespace.localeCompare(b.namespace) || a.id.localeCompare(b.id),
  );
  const messageId = messageIdOf(links, [owner, preparedAt], rows);
  return {
    messageId,
    owner,
    preparedAt,
    rows,
    itemsPerMessage: Math.min(Number.MAX_SAFE_INTEGER, ...new Set(untold.map(({ wc }) => wc.notice.itemsPerMessage))),
    ...pricesOf(untold, preparedAt),
    // Of the address alone: what all messages to it answer.
    threadId: messageIdOf(links, ['thread', owner], []),
    ...(rows.length === 0 ? {} : links.messageUrls({ messageId, owner })),
  };
}

function pricesOf(untold: readonly Untold[], now: number): Pick<Digest, 'prices'> {
  const isPriced = ({ wc, mark }: Untold) => (knownCost(wc, mark.resource.monthlyCost)?.amount ?? 0) > 0;
  const lists = untold.filter(isPriced).flatMap(({ wc }) => wc.prices ?? []);
  return defined({ prices: statedPrices(lists, now) });
}

/** No transport shows more of a text; a message is stored with all of its rows. */
const MAX_TEXT = 5_000;

function rowOf(links: Links, { wc, mark, reminder, held }: Untold, owner: string, now: number): DigestRow | undefined {
  const keepUrl = keepUrlOf(links, mark, owner);
  if (keepUrl === undefined) return undefined;
  const { namespace, id, generation, resource, reasons } = mark;
  const group = resource.group === undefined ? {} : { group: resource.group };
  const deletionAt = reminder
    ? mark.projectedDeletionAt
    : Math.max(mark.projectedDeletionAt, dateToShow(wc, now, mark.unowned ?? false));
  const quarantine = phaseOf(wc, mark, deletionAt);
  return {
    namespace,
    id,
    generation,
    name: shorten(resource.name, MAX_TEXT),
    ...group,
    resourceType: wc.resourceType,
    account: wc.account.name,
    location: wc.location,
    ...(resource.createdAt === undefined ? {} : { createdAt: resource.createdAt }),
    reasons: [...reasons, ...(resource.note === undefined ? [] : [resource.note])].map((why) => shorten(why, MAX_TEXT)),
    deletionAt,
    ...(quarantine ? { quarantine } : {}),
    ...(reminder ? { reminder } : {}),
    ...(held ? { held } : {}),
    ...defined({ monthlyCost: knownCost(wc, resource.monthlyCost) }),
    timeZone: wc.window?.timeZone ?? 'UTC',
    ...(mark.unowned ? { unowned: true } : {}),
    ...(wc.notice.per === 'group' ? { perGroup: true } : {}),
    keepUrl,
  };
}

function messageIdOf({ mailDomain }: Links, of: readonly unknown[], rows: readonly DigestRow[]): string {
  const hash = createHash('sha256').update(JSON.stringify(of));
  for (const { namespace, id, generation } of rows) hash.update(JSON.stringify([namespace, id, generation]));
  return `<${hash.digest('hex').slice(0, 40)}@${mailDomain}>`;
}
