import type { EvidenceSource } from '../../contract/handler.ts';
import { ownPlace } from '../wire/places.ts';

/**
 * The same source for a type that only its own account and region can use. It shares the answers with the types that
 * need them from every account.
 */
export function inOwnPlace<P>(source: EvidenceSource<P>): EvidenceSource<P> {
  return { ...source, places: ownPlace };
}
