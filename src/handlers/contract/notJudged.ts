/** What a provider only lists for people: such a kind has no handler, so nothing can mark, stop or delete one. */
import type { Place } from '../../core/common/finding.ts';
import type { ListIo, Scope } from './handler.ts';

/** Things that cost money and that this version leaves alone. */
export interface NotJudgedKind {
  /** As people call one: `MemoryDB cluster`; the plural is an `s` more. */
  readonly called: string;
  /** Why none is judged: a clause without its end. */
  readonly because: string;
  /** What its listing needs, in the provider's spelling: without it, a plan says so, and is no less complete. */
  readonly permissions: readonly string[];
  /** All of them in one place. @throws ReadError */
  list(place: Place, scope: Pick<Scope, 'account' | 'accounts'>, io: ListIo): Promise<readonly NotJudgedThing[]>;
}

/** One thing of such a kind. */
export interface NotJudgedThing {
  readonly name: string;
  /** What it costs a month: so many units of an item of the price table. Absent: its listing does not say. */
  readonly priced?: { readonly item: string; readonly units: number };
}
