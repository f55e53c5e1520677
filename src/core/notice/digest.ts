import type { QuarantinePhase } from '../mark/quarantine.ts';
import type { Namespace } from '../resource/namespace.ts';
import type { MonthlyCost, StatedPrices } from '../resource/prices.ts';

/** One resource in a message to its owner. Instants in ms since the epoch. */
export interface DigestRow {
  readonly namespace: Namespace;
  readonly id: string;
  readonly generation: string;
  readonly name: string;
  readonly group?: string;
  readonly resourceType: string;
  readonly account: string;
  readonly location: string;
  readonly createdAt?: number;
  /** Why it is to be deleted, in sentences. */
  readonly reasons: readonly string[];
  /** The deletion date the owner is told. */
  readonly deletionAt: number;
  /** It is put out of use before: then, or since when, and when the deletion comes. */
  readonly quarantine?: QuarantinePhase;
  /** Nobody owns it: the message goes to the fallback, and retention is longer. */
  readonly unowned?: boolean;
  /** The IANA time zone of the account's window, for the date in the owner's words; `UTC` without one. */
  readonly timeZone: string;
  /** Its owner has been told before, and is reminded: no notice, and the date stays what it is. */
  readonly reminder?: true;
  /** At its stage nothing is deleted: `deletionAt` is when it would be at the earliest, once that is over. */
  readonly held?: true;
  /** Shown as one with the others of its group in the namespace. */
  readonly perGroup?: true;
  /** At list price, in the currency of the digest's `prices`; absent = nobody knows. */
  readonly monthlyCost?: MonthlyCost;
  /** Opens the page that asks whether to keep it; opening changes nothing. Absent in a copy for somebody else. */
  readonly keepUrl?: string;
  /** When that page, and those of the whole message, are refused from; a message stored by an earlier version has none. */
  readonly linkUntil?: number;
}

/** One message to one owner, prepared before it is sent so that a retry sends the very same. */
export interface Digest {
  /** RFC 5322 Message-ID with its angle brackets; the same for the same owner, marks and preparation. */
  readonly messageId: string;
  readonly owner: string;
  readonly preparedAt: number;
  readonly rows: readonly DigestRow[];
  /** The Message-ID of no message: what all messages to this owner answer, so that a mailbox shows them as one thread. */
  readonly threadId?: string;
  /** Opens the page that asks whether to keep all that the message tells; opening changes nothing. */
  readonly keepAllUrl?: string;
  /** Opens the page that lists what the messages to this owner are about. */
  readonly preferencesUrl?: string;
  /** What the costs of the rows rest on, as it was when this was prepared; absent where none has a figure. */
  readonly prices?: StatedPrices;
  /** Above so many rows the rest is in an attached CSV, which counts as shown. */
  readonly itemsPerMessage: number;
}

/**
 * How much one message holds. It is asked about one row after another, the first to be deleted first, so that nobody
 * builds rows for which there is no room.
 */
export interface Room {
  /** `false`: this row has no room; the room is asked no more. */
  takes(row: DigestRow): boolean;
}

/** What a transport said. Only `accepted` for the owner's own address counts as a notice. */
export type SendResult =
  | { readonly kind: 'accepted'; readonly response: string }
  | { readonly kind: 'rejected'; readonly why: string }
  | { readonly kind: 'failed'; readonly why: string };
