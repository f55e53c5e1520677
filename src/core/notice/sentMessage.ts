import type { Namespace } from '../resource/namespace.ts';

/** A message that left, or was about to. */
export interface SentMessage {
  /** RFC 5322 Message-ID with its angle brackets. */
  readonly messageId: string;
  /** The address it was for. */
  readonly owner: string;
  /** Of what it told about. */
  readonly namespaces: readonly Namespace[];
  /** It came back. */
  readonly bounce?: Bounce;
}

/** One resource that a message told about. */
export interface NotifiedItem {
  readonly namespace: Namespace;
  readonly id: string;
}

/** So many items of a message are stored, and read, as one part. */
export const ITEMS_PER_PART = 500;

/** Somebody says that a message did not arrive, or was not wanted. */
export interface Bounce {
  /** What the mail system said. */
  readonly why: string;
  /** The same again would come back again. */
  readonly permanent: boolean;
  /** Who says so. */
  readonly actor: string;
  readonly at: number;
}

const COPY = /^<copy\./;

/** The Message-ID of the copies of a message: what comes back by it says nothing of the owner. */
export function copyIdOf(messageId: string): string {
  return messageId.replace('<', '<copy.');
}

/** Of which message it is the copy; `undefined` = it is none. */
export function copiedIdOf(messageId: string): string | undefined {
  return COPY.test(messageId) ? messageId.replace(COPY, '<') : undefined;
}

/** A message, and all that it tells about, what is to be deleted soonest first. */
export interface OpenedMessage extends Pick<SentMessage, 'messageId' | 'owner'> {
  readonly items: readonly NotifiedItem[];
  /** As long as its links work, or longer. */
  readonly keptForMs?: number;
}

/** Which messages there are, and which of them came back: a notice is only as good as the message that brought it. */
export interface Messages {
  /** Before it is sent; again changes nothing. */
  open(message: OpenedMessage): Promise<void>;
  get(messageId: string): Promise<SentMessage | undefined>;
  /** The n-th {@link ITEMS_PER_PART} of what it told about, from 0. `undefined`: there are not so many, or no such message. */
  told(messageId: string, part: number): Promise<readonly NotifiedItem[] | undefined>;
  /** What was said first stays. `false`: there is no such message. */
  bounce(messageId: string, bounce: Bounce): Promise<boolean>;
}
