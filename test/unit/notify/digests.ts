import type { Digest, DigestRow } from '../../../src/core/notice/digest.ts';
import { namespaceOf } from '../../../src/core/resource/namespace.ts';

/** 2 November 2026, 17:00 UTC = 09:00 in Los Angeles (winter time since the day before). */
export const preparedAt = Date.UTC(2026, 10, 2, 17);
export const day = 86_400_000;

export function row(change: Partial<DigestRow> = {}): DigestRow {
  return {
    namespace: namespaceOf({ provider: 'aws', account: 'test', location: 'us-east-1', resourceType: 'image' }),
    id: 'ami-1',
    generation: 'g-1',
    name: 'ci-runner',
    resourceType: 'image',
    called: { en: 'AMI', de: 'AMI' },
    account: 'test',
    location: 'us-east-1',
    createdAt: preparedAt - 412 * day,
    reasons: ['Nothing uses it.'],
    deletionAt: preparedAt + 10 * day,
    timeZone: 'America/Los_Angeles',
    keepUrl: 'https://holystone.example.com/keep/token-1',
    ...change,
  };
}

/** Prices that figures may rest on. */
export const prices = { currency: 'USD', date: '2026-05-01' } as const;

export function digest(rows: readonly DigestRow[], change: Partial<Digest> = {}): Digest {
  return { messageId: '<d-1@holystone>', owner: 'dana@example.com', preparedAt, rows, itemsPerMessage: 50, ...change };
}

/** `count` rows, each with an id, a name and a date of its own, the last to be deleted first. */
export function rows(count: number): DigestRow[] {
  return Array.from({ length: count }, (_, index) =>
    row({
      id: `ami-${index + 1}`,
      name: `runner-${index + 1}`,
      deletionAt: preparedAt + 10 * day - index * 60_000,
      keepUrl: `https://holystone.example.com/keep/token-${index + 1}`,
    }),
  );
}
