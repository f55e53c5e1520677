import type { Namespace } from '../resource/namespace.ts';

/** A message that was sent, or was about to be sent. */
export interface SentMessage {
  /** RFC 5322 Message-ID with its angle brackets. */
  readonly messageId: string;
  /** The address of the recipient. */
  readonly owner: string;
  /** The namespaces of the resources in it. */
  readonly namespaces: readonly Namespace[];
  /** Present when the message bounced. */
  readonly bounce?: Bounce;
}

/** One resource in a message. */
export interface NotifiedItem {
  readonly namespace: Namespace;
  readonly id: string;
}

/** The items of a message are stored and read in parts of this size. */
export const ITEMS_PER_PART = 500;

/** A report that a message did not arrive, or was not wanted. */
export interface Bounce {
  /** The reason from the mail system. */
  readonly why: string;
  /** The same message would bounce again. */
  readonly permanent: boolean;
  /** The reporter. */
  readonly actor: string;
  readonly at: number;
}

const COPY = /^<copy\./;

/** The Message-ID of the copies of a message: a bounce of a copy says nothing about the owner. */
export function copyIdOf(messageId: string): string {
  return messageId.replace('<', '<copy.');
}

/** The Message-ID of the message that was copied; `undefined` = this is no copy. */
export function copiedIdOf(messageId: string): string | undefined {
  return COPY.test(messageId) ? messageId.replace(COPY, '<') : undefined;
}

/** A message with all its items, earliest deletion first. */
export interface OpenedMessage extends Pick<SentMessage, 'messageId' | 'owner'> {
  readonly items: readonly NotifiedItem[];
  /** At least as long as its links work. */
  readonly keptForMs?: number;
}

/** The messages and their bounces: a notice is valid only if its message did not bounce. */
export interface Messages {
  /** Stores a message before it is sent; a second call changes nothing. */
  open(message: OpenedMessage): Promise<void>;
  get(messageId: string): Promise<SentMessage | undefined>;
  /** One part of the items ({@link ITEMS_PER_PART}), counted from 0. `undefined`: no such part, or no such message. */
  notified(messageId: string, part: number): Promise<readonly NotifiedItem[] | undefined>;
  /** The first report stays. `false`: there is no such message. */
  bounce(messageId: string, bounce: Bounce): Promise<boolean>;
}
