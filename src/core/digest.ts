import type { Namespace } from './namespace.ts';

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
  /** Nobody owns it: the message goes to the fallback, and retention is longer. */
  readonly unowned?: boolean;
  /** The IANA time zone of the account's window, for the date in the owner's words; `UTC` without one. */
  readonly timeZone: string;
  /** Opens the page that asks whether to keep it; opening changes nothing. */
  readonly keepUrl: string;
}

/** One message to one owner, prepared before it is sent so that a retry sends the very same. */
export interface Digest {
  /** RFC 5322 Message-ID with its angle brackets; the same for the same owner, marks and preparation. */
  readonly messageId: string;
  readonly owner: string;
  readonly preparedAt: number;
  readonly rows: readonly DigestRow[];
  /** Above so many rows the rest is in an attached CSV, which counts as shown. */
  readonly itemsPerMessage: number;
}

/** What a transport said. Only `accepted` for the owner's own address counts as a notice. */
export type SendResult =
  | { readonly kind: 'accepted'; readonly response: string }
  | { readonly kind: 'rejected'; readonly why: string }
  | { readonly kind: 'failed'; readonly why: string };
