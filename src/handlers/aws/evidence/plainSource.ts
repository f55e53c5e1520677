import { ReadError } from '../../../core/common/errors.ts';
import type { Finding } from '../../../core/common/finding.ts';
import { findInPages } from '../../contract/collecting.ts';
import type { EvidenceSource } from '../../contract/handler.ts';
import { type Input, type Item, type ListCall, type Method, type Output, permissionsOf } from '../calls/call.ts';
import { provenReader } from '../wire/places.ts';
import { pages } from '../wire/reading.ts';

interface Plain<C extends object, M extends Method<C>, L extends keyof Output<C, M> & string>
  extends Pick<EvidenceSource, 'name' | 'summary' | 'optional' | 'affectsOtherAccounts'> {
  readonly places: EvidenceSource['places'];
  readonly reads: ListCall<C, M, L>;
  /** Parameters of the call in addition to those of paging. */
  readonly input?: Partial<Input<C, M>>;
  /** For errors: `reading scheduled actions`. */
  readonly what: string;
  /** The findings of one item. @throws ReadError for an unreadable item; it does not hide the others */
  find(item: Item<Output<C, M>, L>): Finding | readonly Finding[];
}

/**
 * A source that reads one listing of a place, and needs only its items. Its permission is that of the call. Sources
 * that need more implement `EvidenceSource` directly.
 */
export function plainSource<C extends object, M extends Method<C>, L extends keyof Output<C, M> & string>({
  reads,
  input,
  what,
  find,
  ...described
}: Plain<C, M, L>): EvidenceSource {
  return {
    ...described,
    permissions: permissionsOf(reads),
    per: 'location',
    async read(place, scope, _candidates, io) {
      const target = await provenReader(place, scope, io);
      return findInPages(pages(target, reads, what, input), (item) => [find(item)].flat());
    },
  };
}

/**
 * A finding that the resource with this `alias` is used.
 * @param by the user, in words that help to find it
 * @param unless the error if the answer does not name the resource: `a lock came without its snapshot`
 */
export function used(alias: string | undefined, by: string, unless: string): Finding {
  if (!alias) throw new ReadError(unless, { problem: 'malformed' });
  return { alias, says: 'used', by };
}
