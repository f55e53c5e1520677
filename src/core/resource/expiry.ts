import { Temporal } from 'temporal-polyfill';
import { DAY_MS } from '../common/duration.ts';
import { readWrittenDate } from '../common/writtenDate.ts';

/** Tag keys with the time until which a resource is needed; compared without case. */
const EXPIRY_TAGS = ['expiration_time', 'expires', 'ttl'];

/** The entry of `keep` that a configuration has without writing it: it may match nothing, and nobody asked. */
export const KEPT_BY_DEFAULT = { tag: { expiration_time: 'never' } } as const;

/** The meaning of the expiry tags of a resource. */
export type Expiry =
  | { readonly kind: 'none' }
  /** Expired strictly after this instant (ms since the epoch). */
  | { readonly kind: 'at'; readonly at: number; readonly tag: string; readonly value: string }
  | { readonly kind: 'never'; readonly tag: string; readonly value: string }
  /** The value cannot be read, so it keeps the resource. */
  | { readonly kind: 'unreadable'; readonly tag: string; readonly value: string };

/**
 * Reads `10d`, `2w`, `1m` (month), `1y` since creation, an ISO date or date-time (UTC without a zone), or `never`.
 * With several tags, `never` wins, then an unreadable one, else the latest. Day 10 of `10d` is not expired: a lifetime
 * in days ends with its last whole day.
 */
export function readExpiry(tags: Readonly<Record<string, string>>, createdAt: number | undefined): Expiry {
  const found = Object.entries(tags)
    .filter(([key]) => EXPIRY_TAGS.includes(key.toLowerCase()))
    .map(([tag, value]) => readOne(tag, value, createdAt));
  const decisive = found.find(({ kind }) => kind === 'never') ?? found.find(({ kind }) => kind === 'unreadable');
  if (decisive) return decisive;
  return found.reduce<Expiry>(
    (latest, expiry) => (latest.kind === 'at' && expiry.kind === 'at' && latest.at >= expiry.at ? latest : expiry),
    { kind: 'none' },
  );
}

function readOne(tag: string, value: string, createdAt: number | undefined): Expiry {
  const text = value.trim().toLowerCase();
  if (text === 'never') return { kind: 'never', tag, value };
  const at = lifetimeEnd(text, createdAt) ?? dateOf(text);
  return at === undefined ? { kind: 'unreadable', tag, value } : { kind: 'at', at, tag, value };
}

function lifetimeEnd(text: string, createdAt: number | undefined): number | undefined {
  const match = /^([1-9]\d{0,4})([dwmy])$/.exec(text);
  if (!match || createdAt === undefined) return undefined;
  const count = Number(match[1]);
  const unit = { d: 'days', w: 'weeks', m: 'months', y: 'years' }[match[2] as 'd' | 'w' | 'm' | 'y'];
  const created = Temporal.Instant.fromEpochMilliseconds(createdAt).toZonedDateTimeISO('UTC');
  return created.add({ [unit]: count, days: unit === 'days' ? count + 1 : 1 }).epochMilliseconds - 1;
}

function dateOf(text: string): number | undefined {
  const written = readWrittenDate(text);
  return written?.isWholeDay ? written.at + DAY_MS - 1 : written?.at;
}
