import type { ControlState } from '../../../core/policy/fleet.ts';
import type { Namespace } from '../../../core/resource/namespace.ts';
import type { NamespaceState } from '../api/namespaceState.ts';
import type { DatedNotice } from '../api/waitingNotices.ts';

/** One line about something that needs a person. */
export interface AttentionItem {
  /** One word. */
  readonly what: string;
  readonly isBad: boolean;
  /** The namespace or the owner; of several places, what they have in common. */
  readonly where: string;
  readonly text?: string;
  /** After it, the report of a pass or a provider, in English. */
  readonly reported?: string;
  /** ms since the epoch; absent = it is so now. */
  readonly at?: number;
  /** The namespaces that have the same cause; absent: `where` is one. */
  readonly places?: readonly { readonly name: string; readonly path: string }[];
  /** The words of the button, and the page behind it, relative to the first page. */
  readonly button: string;
  readonly path: string;
}

/** The state of the fleet from which the lines follow. */
export interface AttentionFacts {
  readonly namespaces: readonly NamespaceState[];
  readonly waiting: readonly DatedNotice[];
  readonly unreadyBecause: readonly string[];
  readonly drift: ReadonlyMap<Namespace, string>;
  readonly control: ControlState;
  /** ms since the epoch. */
  readonly now: number;
}
