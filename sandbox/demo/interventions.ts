import type { Place } from '../aws/index.ts';
import type { ResourceType } from './deletableKinds.ts';

/** The changes that the demo makes while Holystone runs. Instants in ms since the epoch, by the sandbox's clock. */
export type Intervention =
  /** A user started to use it. */
  | { readonly kind: 'usedAgain'; readonly key: string; readonly at: number }
  /** Its owner chose "keep it"; `kept` = the page promised it, `begun` = the page showed that deletion had begun. */
  | {
      readonly kind: 'optedOut';
      readonly key: string;
      readonly askedAt: number;
      readonly confirmedAt: number;
      readonly answer: 'kept' | 'begun';
    }
  /** Another resource of the same name replaced it, about which no notice was sent. */
  | { readonly kind: 'replaced'; readonly key: string; readonly at: number }
  /** It was restored after its deletion, and is kept. */
  | { readonly kind: 'restored'; readonly key: string; readonly at: number }
  /** Evidence about it could not be read from `from` to `until` (absent: to the end). */
  | { readonly kind: 'unreadable'; readonly keys: readonly string[]; readonly from: number; readonly until?: number }
  /** The mail server refuses mail to its owner. */
  | { readonly kind: 'unreachable'; readonly keys: readonly string[] }
  /** The configuration limits deletions to this number per day. */
  | { readonly kind: 'paced'; readonly place: Place; readonly type: ResourceType; readonly perDay: number }
  /** From now on deletions are limited to this number per day, over all places. */
  | { readonly kind: 'limited'; readonly at: number; readonly perDay: number }
  /** From now on nothing may be deleted; `why` is a clause. */
  | { readonly kind: 'held'; readonly at: number; readonly why: string }
  /** An operator stopped everything, and Holystone acknowledged it. */
  | { readonly kind: 'stopped'; readonly at: number }
  /** Redis lost all its data. */
  | { readonly kind: 'emptied'; readonly at: number };

type Kind = Intervention['kind'];
export type Of<K extends Kind> = Extract<Intervention, { kind: K }>;

export function ofKind<K extends Kind>(interventions: readonly Intervention[], kind: K): readonly Of<K>[] {
  return interventions.filter((one): one is Of<K> => one.kind === kind);
}
