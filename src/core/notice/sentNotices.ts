import type { Bounce, SentMessage } from './sentMessage.ts';

/** A message to an owner and the answer of its transport. Instants in ms since the epoch. */
export interface SentNotice extends Pick<SentMessage, 'messageId' | 'owner'> {
  /** When the transport accepted the message; of a refused one, when it last refused it. */
  readonly at: number;
  /** Absent where the transport's messages have none. */
  readonly subject?: string;
  /** The transport whose answer counts, as the configuration calls it. */
  readonly transport?: string;
  readonly resources: number;
  /** Every row of it is a reminder: the message is no notice. */
  readonly isReminder: boolean;
  /** An operator sent an earlier message again: this one is no notice. */
  readonly repeats?: { readonly messageId: string; readonly actor: string };
  /** The answer of a transport that did not accept the message. */
  readonly refusedBecause?: string;
}

/** A sent notice with the facts that followed it. */
export interface KnownNotice extends SentNotice {
  readonly bounce?: Bounce;
  /** When a page behind one of its links was opened first, by a person or by a mail scanner. */
  readonly openedAt?: number;
}

/** The API filters sent messages by these. */
export const NOTICE_STATES = ['accepted', 'bounced', 'refused'] as const;
/** A transport accepted the message or refused it; `bounced`: a bounce came for it, even after an acceptance. */
export type NoticeState = (typeof NOTICE_STATES)[number];

/** A bounce outweighs the answer of the transport, which may have accepted the message. */
export function noticeStateOf({ bounce, refusedBecause }: KnownNotice): NoticeState {
  if (bounce !== undefined) return 'bounced';
  return refusedBecause === undefined ? 'accepted' : 'refused';
}

/** Absent = all. Instants in ms since the epoch. */
export interface NoticeFilter {
  readonly owner?: string | undefined;
  readonly state?: NoticeState | undefined;
  /** At this instant or later. */
  readonly since?: number | undefined;
  readonly before?: number | undefined;
}

/** One page, newest first. */
export interface NoticePage {
  readonly notices: readonly KnownNotice[];
  /** The cursor of the next page; absent on the last one. A page may be empty before a next one: few messages match. */
  readonly next?: string;
}

/** An operator's right to send a message again. */
export interface RepeatClaim {
  readonly actor: string;
  /** ms since the epoch. */
  readonly at: number;
}

/** One message again per owner in this time. */
export const REPEAT_EVERY_MS = 3_600_000;

/**
 * The newest messages to owners. A cache for people: no decision about a resource reads it, and a loss of it changes
 * none. Every method rejects with `StoreError`.
 */
export interface SentNotices {
  /** A later answer for the same message replaces the earlier one. */
  add(notice: SentNotice): Promise<void>;
  get(messageId: string): Promise<KnownNotice | undefined>;
  /** Newest first. @param cursor `next` of the page before */
  page(filter: NoticeFilter, cursor: string | undefined, limit: number): Promise<NoticePage>;
  /** The newest message of each owner; owners without one are left out. */
  lastOf(owners: readonly string[]): Promise<ReadonlyMap<string, KnownNotice>>;
  /** The first call for a message stays. */
  opened(messageId: string, at: number): Promise<void>;
  /**
   * Claims the one message again that an owner may get in {@link REPEAT_EVERY_MS}.
   * @returns the claim that came first; `undefined` = this one is the first
   */
  claimRepeat(owner: string, claim: RepeatClaim): Promise<RepeatClaim | undefined>;
}
