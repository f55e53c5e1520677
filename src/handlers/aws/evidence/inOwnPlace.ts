import type { EvidenceSource } from '../../contract/handler.ts';
import { ownPlace } from '../wire/places.ts';

/**
 * The same reading for a type that only its own account and region can use. What is read is shared with the types for
 * which it is read in every account.
 */
export function inOwnPlace<P>(source: EvidenceSource<P>): EvidenceSource<P> {
  return { ...source, places: ownPlace };
}
