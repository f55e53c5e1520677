import { mapInSteps, turn } from '../../core/common/steps.ts';
import { type Digest, type DigestRow, withLast } from '../../core/notice/digest.ts';
import { toldRows } from '../../core/notice/toldRows.ts';
import { type StatedPrices, totalOf } from '../../core/resource/prices.ts';
import { shorten } from '../../core/text/visible.ts';
import { batchBySize, jsonBytes } from '../message/batchBySize.ts';

/** Texts of people are cut, so that every resource fits into one body; ids and links stay whole. */
const LENGTHS = { name: 500, reason: 1000 } as const;
const MAX_REASONS = 10;
/** Room for the other fields: Message-ID, owner and links. */
const AROUND_BYTES = 12_000;
/** Any prices have this length. */
const ANY_PRICES = { currency: 'USD', date: '2026-11-20' };

/**
 * The JSON of the generic webhook: data, for programs. Several parts when one would be too large.
 * @param maxBytes of one body
 */
export async function noticeBodies(digest: Digest, maxBytes: number): Promise<readonly string[]> {
  const { messageId, owner, preparedAt, keepAllUrl, preferencesUrl, prices } = digest;
  const told = toldRows(digest.rows);
  const resources = await mapInSteps(told, (row) => resourceOf(row, prices));
  const parts = await batchBySize(resources, jsonBytes, noticeRoomOf(maxBytes));
  const head = {
    version: 1,
    event: 'notice',
    messageId,
    owner,
    preparedAt: iso(preparedAt),
    keepAllUrl,
    preferencesUrl,
    monthlyCost: prices && { ...prices, ...totalOf(told.map(({ monthlyCost }) => monthlyCost)) },
  };
  const bodies: string[] = [];
  for (const [index, part] of parts.entries()) {
    bodies.push(JSON.stringify({ ...head, part: index + 1, parts: parts.length, resources: part }));
    await turn();
  }
  return bodies;
}

/** Bytes of a resource in a body, with its cost if known. */
export function noticeSizeOf(row: DigestRow): number {
  return jsonBytes(resourceOf(row, ANY_PRICES));
}

/** Bytes for the resources of one body. */
export function noticeRoomOf(maxBytes: number): number {
  return maxBytes - AROUND_BYTES;
}

function resourceOf(row: DigestRow, prices: StatedPrices | undefined): object {
  const { namespace, id, name, group, resourceType, account, location, createdAt, reasons, deletionAt } = row;
  return {
    ...{ namespace, id, name: shorten(name, LENGTHS.name), resourceType, account, location },
    ...(group === undefined ? {} : { group: shorten(group, LENGTHS.name) }),
    reasons: withLast(reasons, MAX_REASONS).map((reason) => shorten(reason, LENGTHS.reason)),
    ...(createdAt === undefined ? {} : { createdAt: iso(createdAt) }),
    deletionAt: iso(deletionAt),
    ...(prices && row.monthlyCost ? { monthlyCost: { ...row.monthlyCost, currency: prices.currency } } : {}),
    ...(row.freesBytes === undefined ? {} : { freesBytes: row.freesBytes }),
    ...(row.quarantine ? { quarantine: quarantineOf(row.quarantine) } : {}),
    ...(row.reminder ? { reminder: true } : {}),
    ...(row.inUse ? { inUseSince: iso(row.inUse.since) } : {}),
    ...(row.notifyOnly ? { notifyOnly: true } : {}),
    ...(row.unowned ? { unowned: true } : {}),
    ...(row.followers ? { followers: row.followers } : {}),
    keepUrl: row.keepUrl,
  };
}

function quarantineOf({ since, deletionAt }: NonNullable<DigestRow['quarantine']>): object {
  return { ...(since === undefined ? {} : { since: iso(since) }), deletionAt: iso(deletionAt) };
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
