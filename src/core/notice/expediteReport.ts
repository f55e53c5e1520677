import type { Namespace } from '../resource/namespace.ts';

/** The message to the fallback, or to one of several owners, about a request to delete a resource before the date in the notice. */
export interface ExpediteReport {
  /** The recipient: `notice.fallback`, or one of the owner's addresses. */
  readonly to: string;
  /** RFC 5322 Message-ID with its angle brackets; the same for the same mark, revision and response. */
  readonly messageId: string;
  /** ms since the epoch. */
  readonly at: number;
  /** The address that requested the earlier deletion. */
  readonly owner: string;
  readonly reason?: string;
  readonly namespace: Namespace;
  readonly id: string;
  readonly name: string;
  /** The requested date, and the date without the request; ms since the epoch. */
  readonly deletionAt: number;
  readonly insteadOfAt: number;
  /** The IANA time zone of the dates. */
  readonly timeZone: string;
  /** As in a digest: absent = `holystone:keep`; null = it can carry no such tag. */
  readonly keepKey?: string | null;
  /** As in a digest: it is only stopped. */
  readonly stops?: true;
  /** The page on which the recipient can keep it. */
  readonly keepUrl?: string;
}
