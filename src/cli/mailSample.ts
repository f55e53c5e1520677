/** A message about invented resources, to show its look before there is any notice. */

import { defined } from '../core/common/defined.ts';
import { DAY_MS } from '../core/common/duration.ts';
import type { Digest, DigestRow } from '../core/notice/digest.ts';
import { type Namespace, namespaceOf } from '../core/resource/namespace.ts';
import { handlers } from '../handlers/index.ts';
import type { Links } from '../lifecycle/index.ts';
import { EXAMPLE } from './examples.ts';

const HERE = { account: 'sample', location: 'us-east-1' } as const;

const MINUTE_MS = 60_000;

/** The figures are as invented as the resources. */
const PRICES = { currency: 'USD', date: '2026-05-01' } as const;

/** Invented resources. @param at ms since the epoch, rounded up to a minute */
export function sampleDigest(links: Links, owner: string, at: number): Digest {
  // Real dates are whole minutes too.
  const now = Math.ceil(at / MINUTE_MS) * MINUTE_MS;
  const image = { ...common(links, owner, 'image', 'ami-0a1b2c3d4e5f60718'), name: 'web-frontend-2024-11-03' };
  const group = { ...common(links, owner, 'autoScalingGroup', 'search-index-v042'), name: 'search-index-v042' };
  const rows: readonly DigestRow[] = [
    {
      ...image,
      createdAt: now - 412 * DAY_MS,
      monthlyCost: { amount: 2, upTo: true, stays: true },
      reasons: ['nothing uses it', 'its snapshot stays: snap-0a1b2c3d4e5f60718'],
      deletionAt: now + 10 * DAY_MS,
    },
    { ...group, createdAt: now - 97 * DAY_MS, reasons: ['it has no instances'], deletionAt: now + 12 * DAY_MS },
  ];
  const messageId = `<sample@${links.mailDomain}>`;
  const urls = links.messageUrls({ messageId, owner });
  return { messageId, owner, preparedAt: now, rows, itemsPerMessage: rows.length, prices: PRICES, ...urls };
}

function common(links: Links, owner: string, resourceType: string, id: string) {
  const namespace: Namespace = namespaceOf({ provider: EXAMPLE.provider, resourceType, ...HERE });
  const generation = 'sample';
  const keepUrl = links.keepUrl({ namespace, id, owner, generation });
  const called = handlers.find((handler) => handler.resourceType === resourceType)?.called;
  return { namespace, id, generation, resourceType, ...HERE, timeZone: 'UTC', keepUrl, ...defined({ called }) };
}
