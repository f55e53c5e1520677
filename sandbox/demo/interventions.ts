import type { Place } from '../aws/index.ts';
import type { SeededType } from './seededTypes.ts';

/** What the demo did to the world while Holystone was at work. Instants in ms since the epoch, by the sandbox's clock. */
export type Intervention =
  /** Something began to use it. */
  | { readonly kind: 'usedAgain'; readonly key: string; readonly at: number }
  /** Its owner said "keep it"; `kept` = the page promised it, `begun` = the page said that deletion had begun. */
  | {
      readonly kind: 'optedOut';
      readonly key: string;
      readonly askedAt: number;
      readonly confirmedAt: number;
      readonly answer: 'kept' | 'begun';
    }
  /** It was replaced by another resource of the same name, which nobody was told about. */
  | { readonly kind: 'replaced'; readonly key: string; readonly at: number }
  /** It was brought back after it had been deleted, and is kept. */
  | { readonly kind: 'restored'; readonly key: string; readonly at: number }
  /** Evidence about it could not be read from `from` to `until` (absent: to the end). */
  | { readonly kind: 'unreadable'; readonly keys: readonly string[]; readonly from: number; readonly until?: number }
  /** Its owner's mail is refused by the mail server. */
  | { readonly kind: 'unreachable'; readonly keys: readonly string[] }
  /** The configuration lets only so many go on one day. */
  | { readonly kind: 'paced'; readonly place: Place; readonly type: SeededType; readonly perDay: number }
  /** From here on only so many may go on one day, over all places. */
  | { readonly kind: 'limited'; readonly at: number; readonly perDay: number }
  /** From here on nothing may be deleted; why, in a clause. */
  | { readonly kind: 'held'; readonly at: number; readonly why: string }
  /** An operator had stopped everything, and it was acknowledged. */
  | { readonly kind: 'stopped'; readonly at: number }
  /** Redis lost everything it held. */
  | { readonly kind: 'emptied'; readonly at: number };

type Kind = Intervention['kind'];
export type Of<K extends Kind> = Extract<Intervention, { kind: K }>;

export function ofKind<K extends Kind>(interventions: readonly Intervention[], kind: K): readonly Of<K>[] {
  return interventions.filter((one): one is Of<K> => one.kind === kind);
}
