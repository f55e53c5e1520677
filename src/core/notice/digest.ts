import type { Reason } from '../common/reason.ts';
import type { QuarantinePhase } from '../mark/quarantine.ts';
import { storedReasons } from '../reason/storedReasons.ts';
import type { Namespace } from '../resource/namespace.ts';
import type { MonthlyCost, StatedPrices } from '../resource/prices.ts';
import type { TypeName } from '../resource/typeName.ts';

/** One resource in a message to its owner. Instants in ms since the epoch. */
export interface DigestRow {
  readonly namespace: Namespace;
  readonly id: string;
  readonly generation: string;
  readonly name: string;
  readonly group?: string;
  readonly resourceType: string;
  /** The type as people call it; absent in a message stored by an earlier version. */
  readonly called?: TypeName;
  /** The key by which its owner keeps it on the resource itself; absent: `holystone:keep`; null: it can carry none. */
  readonly keepKey?: string | null;
  readonly account: string;
  readonly location: string;
  readonly createdAt?: number;
  /** Why it will be deleted, in sentences. */
  readonly reasons: readonly string[];
  /** The same as values; absent in a message stored by an earlier version. */
  readonly because?: readonly Reason[];
  /** The deletion date in the message. */
  readonly deletionAt: number;
  /** The quarantine before the deletion: `deletionAt` begins it, or it began at `since`; with the deletion's date. */
  readonly quarantine?: QuarantinePhase;
  /** It has no owner: the message goes to the fallback, and retention is longer. */
  readonly unowned?: boolean;
  /** The IANA time zone of the account's window, for the dates in the message; `UTC` without one. */
  readonly timeZone: string;
  /** A reminder after an earlier notice: it is no notice, and the date does not change. */
  readonly reminder?: true;
  /** A reminder because the cloud has called it in use since then, too long: `deletionAt` is the next attempt. */
  readonly inUse?: { readonly since: number };
  /** It is only stopped: what is called its deletion everywhere deletes nothing. */
  readonly stops?: true;
  /** Its stage, or the actions of its entry, allow no deletion: `deletionAt` is the earliest date if they did. */
  readonly notifyOnly?: true;
  /** Other resources still use it, and all of them are deleted before it. */
  readonly afterUsers?: true;
  /** It may follow one of these, and is told in the row of that (core/notice/toldRows.ts). */
  readonly follows?: { readonly namespace: Namespace; readonly ids: readonly string[] };
  /** The ids of what follows it and is told in this row; only in a row of {@link toldRows}. */
  readonly followers?: readonly string[];
  /** The message shows all resources of its group in the namespace as one. */
  readonly perGroup?: true;
  /** Bytes that its deletion frees, or up to so many; absent = none, or not known. */
  readonly freesBytes?: number;
  /** At list price, in the currency of the digest's `prices`; absent = not known. */
  readonly monthlyCost?: MonthlyCost;
  /** Opens the confirmation page for "keep"; opening changes nothing. Absent in a copy for another recipient. */
  readonly keepUrl?: string;
  /** When that link and those of the whole message expire; absent in a message stored by an earlier version. */
  readonly linkUntil?: number;
}

/** One message to one owner, prepared before it is sent, so that a retry sends exactly the same message. */
export interface Digest {
  /** RFC 5322 Message-ID with its angle brackets; the same for the same owner, marks and preparation. */
  readonly messageId: string;
  readonly owner: string;
  readonly preparedAt: number;
  readonly rows: readonly DigestRow[];
  /** A Message-ID that no message has: all messages to this owner reply to it, so that a mailbox shows one thread. */
  readonly threadId?: string;
  /** Opens the confirmation page for "keep all" resources of the message; opening changes nothing. */
  readonly keepAllUrl?: string;
  /** What a button that keeps all resources carries: it decides nothing without the proof of who pressed. Absent in an earlier version. */
  readonly button?: string;
  /** Opens the page that lists the resources in the messages to this owner. */
  readonly preferencesUrl?: string;
  /** The prices behind the costs of the rows, as of the preparation; absent where no row has a figure. */
  readonly prices?: StatedPrices;
  /** Rows above this number are in an attached CSV, which counts as shown. */
  readonly itemsPerMessage: number;
}

/**
 * The remaining room of one message. The caller checks one row after another, earliest deletion first, so that it
 * builds no rows without room.
 */
export interface Room {
  /** `false`: there is no room for this row; the caller then checks no further row. */
  takes(row: DigestRow): boolean;
}

/** The answer of a transport. Only `accepted` for the owner's own address counts as a notice. */
export type SendResult = SendAnswer & {
  /** The transport that answered, as the configuration calls it. */
  readonly transport?: string;
  /** Of the message; absent where the transport's messages have none. */
  readonly subject?: string;
};

type SendAnswer =
  | { readonly kind: 'accepted'; readonly response: string }
  | { readonly kind: 'rejected'; readonly why: string }
  | { readonly kind: 'failed'; readonly why: string };

/** So many reasons, and the last one among them: it says what goes with the resource, which nobody else tells its owner. */
export function withLast<T>(all: readonly T[], most: number): readonly T[] {
  return all.length <= most ? all : [...all.slice(0, most - 1), ...all.slice(-1)];
}

/** Why it will be deleted. */
export function whyOf({ reasons, because }: DigestRow): readonly Reason[] {
  return storedReasons(reasons, because);
}
