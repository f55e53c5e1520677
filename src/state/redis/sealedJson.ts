/**
 * A JSON object with its keyed checksum as the last member: `{"a":1,"mac":"k1.…"}`. The checksum is of the bytes
 * without that member, so no text is ever re-encoded. A version without checksums reads the object as before.
 */

import type { Seal, SealCheck, SealedPlace } from '../../core/resource/seal.ts';
import { partAtSeal } from '../../core/resource/sealedEnd.ts';

const SEALED = /,"mac":"([\w-]{1,32}\.[\w-]{22})"\}$/;

/**
 * Adds the keyed checksum as the last member, `mac`; without a signing key the JSON stays as it is.
 * @param json an object with at least one member
 */
export function sealJson(seal: Seal, place: SealedPlace, json: string): string {
  const checksum = seal.sign(place, json);
  return checksum === undefined ? json : `${json.slice(0, -1)},"mac":"${checksum}"}`;
}

/** @returns the JSON before {@link sealJson}, and the result of the check */
export function openJson(seal: Seal, place: SealedPlace, text: string): { json: string; check: SealCheck } {
  const { inside, checksum } = partAtSeal(text, SEALED) ?? {};
  const json = inside === undefined ? text : `${inside}}`;
  return { json, check: seal.check(place, json, checksum) };
}
