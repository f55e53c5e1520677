/** Builds a message from its marks; reads nothing and writes nothing. */
import { createHash, type Hash } from 'node:crypto';
import { defined } from '../../core/common/defined.ts';
import { isTranslated, type Reason } from '../../core/common/reason.ts';
import { inSteps } from '../../core/common/steps.ts';
import type { Mark } from '../../core/mark/mark.ts';
import { isInUseUnreported } from '../../core/mark/patience.ts';
import { phaseOf } from '../../core/mark/quarantine.ts';
import { messageDue } from '../../core/mark/reminder.ts';
import { whyMarked } from '../../core/mark/whyMarked.ts';
import type { Digest, DigestRow, Room } from '../../core/notice/digest.ts';
import type { WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import { inEnglish } from '../../core/reason/english.ts';
import { knownCost, type PriceList, statedPrices } from '../../core/resource/prices.ts';
import { shorten } from '../../core/text/visible.ts';
import type { Links } from '../pass/deps.ts';
import { followedBy } from '../pass/followedBy.ts';
import { lastLinkEnd, linksNeededUntil } from './linkEnd.ts';
import type { DatedPending, PendingNotice, SoonestPending } from './soonestPending.ts';

/** The notice or reminder that the owner of a mark needs now, if any. */
export function pendingNoticeOf(wc: WorkConfiguration, mark: Mark, now: number): PendingNotice | undefined {
  const due = messageDue(mark, wc.notice, now);
  return due && { wc, mark, ...(due === 'reminder' ? { reminder: true } : {}) };
}

/**
 * The link for its owner to keep it. `undefined`: its id is too long for a link, so its owner could not keep it; then
 * no notice is sent, and it is never deleted.
 */
export function keepUrlOf(
  { keepUrl }: Pick<Links, 'keepUrl'>,
  mark: Mark,
  owner: string,
  expiresAt?: number,
): string | undefined {
  const { namespace, id, generation, resource } = mark;
  const group = resource.group === undefined ? {} : { group: resource.group };
  try {
    return keepUrl({ namespace, id, owner, generation, ...group }, expiresAt);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return undefined;
  }
}

/**
 * The same for the same owner, marks and instant, in any order; without marks that have no link.
 * @param room of a message; rows without room are left out
 */
export async function digestOf(
  links: Links,
  owner: string,
  chosen: SoonestPending,
  preparedAt: number,
  room?: Room,
): Promise<Digest> {
  const rows: DigestRow[] = [];
  const lists = new Set<PriceList>();
  let itemsPerMessage = Number.MAX_SAFE_INTEGER;
  const hash = createHash('sha256').update(JSON.stringify([owner, preparedAt]));
  for await (const some of inSteps(afterLeaders(chosen.all()))) {
    let isFull = false;
    for (const one of some) {
      const row = rowOf(links, one, owner);
      if (!row) continue;
      // The first row is sent whatever its size: a message without rows would never notify its owner.
      isFull = room?.takes(row) === false && rows.length > 0;
      if (isFull) break;
      hash.update(JSON.stringify([row.namespace, row.id, row.generation]));
      rows.push(row);
      if (one.wc.prices && isPriced(one)) lists.add(one.wc.prices);
      itemsPerMessage = Math.min(itemsPerMessage, one.wc.notice.itemsPerMessage);
    }
    if (isFull) break;
  }
  const messageId = messageIdOf(links, hash);
  return {
    messageId,
    owner,
    preparedAt,
    rows,
    itemsPerMessage,
    ...defined({ prices: statedPrices([...lists], preparedAt) }),
    // From the address alone: all messages to it reply to this id.
    threadId: messageIdOf(links, createHash('sha256').update(JSON.stringify(['thread', owner]))),
    ...(rows.length === 0 ? {} : links.messageUrls({ messageId, owner }, lastLinkEnd(rows))),
  };
}

function isPriced({ wc, mark }: PendingNotice): boolean {
  return (knownCost(wc, mark.resource.monthlyCost)?.amount ?? 0) > 0;
}

/** No transport shows a longer text; a message is stored with all of its rows. */
const MAX_TEXT = 5_000;

function rowOf(
  links: Links,
  { wc, mark, reminder, notifyOnly, at: deletionAt }: DatedPending,
  owner: string,
): DigestRow | undefined {
  const quarantine = phaseOf(wc, mark, deletionAt);
  const linkUntil = links.worksUntil(linksNeededUntil(wc, { deletionAt, ...(quarantine ? { quarantine } : {}) }));
  const keepUrl = keepUrlOf(links, mark, owner, linkUntil);
  if (keepUrl === undefined) return undefined;
  const { namespace, id, generation, resource } = mark;
  const group = resource.group === undefined ? {} : { group: resource.group };
  const notes = [...stillInUse(mark, reminder), ...(resource.note === undefined ? [] : [resource.note])];
  const because = [...whyMarked(mark), ...notes].map(cut);
  return {
    namespace,
    id,
    generation,
    name: shorten(resource.name, MAX_TEXT),
    ...group,
    resourceType: wc.resourceType,
    ...defined({ called: wc.called, keepKey: wc.keepKey, stops: wc.stops }),
    account: wc.account.name,
    location: wc.location,
    ...(resource.createdAt === undefined ? {} : { createdAt: resource.createdAt }),
    reasons: because.map(inEnglish),
    ...(because.some(isTranslated) ? { because } : {}),
    deletionAt,
    ...(quarantine ? { quarantine } : {}),
    ...(reminder ? { reminder, ...inUseOf(mark) } : {}),
    ...(notifyOnly ? { notifyOnly } : {}),
    ...(mark.waitsFor?.length ? { afterUsers: true } : {}),
    ...defined({ follows: followedBy(wc, mark.waitsFor) }),
    ...defined({ freesBytes: wc.freesBytes && resource.sizeBytes }),
    ...defined({ monthlyCost: knownCost(wc, resource.monthlyCost) }),
    timeZone: wc.window?.timeZone ?? 'UTC',
    ...(mark.unowned ? { unowned: true } : {}),
    ...(wc.notice.per === 'group' ? { perGroup: true } : {}),
    keepUrl,
    linkUntil,
  };
}

/** A longer one is cut, and then has no values. */
function cut(reason: Reason): Reason {
  const words = inEnglish(reason);
  return words.length <= MAX_TEXT ? reason : { code: 'words', values: { words: shorten(words, MAX_TEXT) } };
}

function stillInUse(mark: Mark, reminder: true | undefined): readonly Reason[] {
  if (!reminder || !isInUseUnreported(mark) || mark.problem === undefined) return [];
  return [{ code: 'words', values: { words: mark.problem } }];
}

function inUseOf(mark: Mark): Pick<DigestRow, 'inUse'> {
  return mark.inUse && isInUseUnreported(mark) ? { inUse: { since: mark.inUse.since } } : {};
}

function messageIdOf({ mailDomain }: Links, hash: Hash): string {
  return `<${hash.digest('hex').slice(0, 40)}@${mailDomain}>`;
}

/**
 * The same, in their order, for a message in which one row tells both: none that follows others of them has an earlier date than the deletion of each of these, which comes
 * first anyhow. A reminder moves no date.
 */
function afterLeaders(all: readonly DatedPending[]): readonly DatedPending[] {
  if (!all.some(({ wc }) => wc.follows !== undefined)) return all;
  const dates = new Map(all.filter(({ reminder }) => !reminder).map((one) => [keyOf(one.mark), endOf(one)]));
  return all.map((one) => {
    const leaders = one.reminder ? undefined : followedBy(one.wc, one.mark.waitsFor);
    if (leaders === undefined) return one;
    const ends = leaders.ids.flatMap((id) => dates.get(keyOf({ namespace: leaders.namespace, id })) ?? []);
    return { ...one, at: Math.max(one.at, ...ends) };
  });
}

/** After a quarantine that comes first. */
function endOf({ wc, mark, at }: DatedPending): number {
  return phaseOf(wc, mark, at)?.deletionAt ?? at;
}

function keyOf({ namespace, id }: Pick<DatedPending['mark'], 'namespace' | 'id'>): string {
  return `${namespace} ${id}`;
}
