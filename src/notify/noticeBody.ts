import type { Digest, DigestRow } from '../core/digest.ts';
import { type StatedPrices, totalOf } from '../core/prices.ts';
import { shorten } from '../core/visible.ts';
import { jsonBytes, packed } from './packed.ts';

/** What people wrote is cut, so that a resource always has room in one body; ids and links are whole. */
const LENGTHS = { name: 500, reason: 1000 } as const;
const MAX_REASONS = 10;
/** What stands around the resources: Message-ID, owner and links. */
const AROUND_BYTES = 12_000;

/**
 * The JSON of the generic webhook: data, for programs. Several parts where one would be too large.
 * @param maxBytes of one body
 */
export function noticeBodies(digest: Digest, maxBytes: number): readonly string[] {
  const { messageId, owner, preparedAt, keepAllUrl, preferencesUrl, prices } = digest;
  const parts = noticeParts(digest, maxBytes);
  const head = {
    version: 1,
    event: 'notice',
    messageId,
    owner,
    preparedAt: iso(preparedAt),
    keepAllUrl,
    preferencesUrl,
    monthlyCost: prices && { ...prices, ...totalOf(digest.rows.map(({ monthlyCost }) => monthlyCost)) },
  };
  return parts.map((resources, index) => {
    return JSON.stringify({ ...head, part: index + 1, parts: parts.length, resources });
  });
}

/** The resources of each part. */
export function noticeParts({ rows, prices }: Digest, maxBytes: number): readonly (readonly object[])[] {
  return packed(
    rows.map((row) => resourceOf(row, prices)),
    jsonBytes,
    maxBytes - AROUND_BYTES,
  );
}

function resourceOf(row: DigestRow, prices: StatedPrices | undefined): object {
  const { namespace, id, name, group, resourceType, account, location, createdAt, reasons, deletionAt } = row;
  return {
    ...{ namespace, id, name: shorten(name, LENGTHS.name), resourceType, account, location },
    ...(group === undefined ? {} : { group: shorten(group, LENGTHS.name) }),
    reasons: reasons.slice(0, MAX_REASONS).map((reason) => shorten(reason, LENGTHS.reason)),
    ...(createdAt === undefined ? {} : { createdAt: iso(createdAt) }),
    deletionAt: iso(deletionAt),
    ...(prices && row.monthlyCost ? { monthlyCost: { ...row.monthlyCost, currency: prices.currency } } : {}),
    ...(row.quarantine ? { quarantine: quarantineOf(row.quarantine) } : {}),
    ...(row.reminder ? { reminder: true } : {}),
    ...(row.held ? { held: true } : {}),
    ...(row.unowned ? { unowned: true } : {}),
    keepUrl: row.keepUrl,
  };
}

function quarantineOf({ since, deletionAt }: NonNullable<DigestRow['quarantine']>): object {
  return { ...(since === undefined ? {} : { since: iso(since) }), deletionAt: iso(deletionAt) };
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
