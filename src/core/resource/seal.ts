/**
 * Keyed checksums (HMAC-SHA256) of stored values: whoever can write to the store, but does not have the key, cannot
 * make a value that Holystone believes. The checksum does not hide anything, and it cannot tell that a whole value was
 * removed, or that an older signed value of the same place was put back.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** A key of `signing.keys`. The id is part of every checksum, so that keys can be rotated. */
export interface SealKey {
  /** Letters, digits, `_` and `-`, at most 32. */
  readonly id: string;
  readonly secret: string;
}

/** What a value is and where it belongs: a checksum of one place is not valid in another. */
export type SealedPlace = readonly [kind: 'mark' | 'optOut' | 'approval' | 'definition', ...where: string[]];

/**
 * - `valid`: written by somebody who has a key; or no key is configured here, and nothing is checked.
 * - `unsigned`: it has no checksum: written before a key was configured, or by somebody who has none.
 * - `invalid`: altered, copied from another place, or signed by a key that is not in the list.
 */
export type SealCheck = 'valid' | 'unsigned' | 'invalid';

export interface Seal {
  /** Is a key configured? */
  readonly isOn: boolean;
  /** `<key id>.<checksum>`; `undefined` without a key. */
  sign(place: SealedPlace, text: string): string | undefined;
  check(place: SealedPlace, text: string, checksum: string | undefined): SealCheck;
}

/** 128 of the 256 bits: a million marks carry one each. */
const LENGTH = 22;

/** The first key signs, all of them verify. Without keys nothing is signed and nothing is checked. */
export function sealWith(keys: readonly SealKey[]): Seal {
  const [signer] = keys;
  return {
    isOn: signer !== undefined,
    sign: (place, text) => (signer ? `${signer.id}.${macOf(signer, place, text)}` : undefined),
    check(place, text, checksum) {
      if (!signer) return 'valid';
      if (checksum === undefined) return 'unsigned';
      const dot = checksum.lastIndexOf('.');
      const key = keys.find(({ id }) => id === checksum.slice(0, dot));
      return key && sameText(checksum.slice(dot + 1), macOf(key, place, text)) ? 'valid' : 'invalid';
    },
  };
}

/** Nothing is signed and nothing is checked. */
export const NO_SEAL: Seal = sealWith([]);

/** JSON has no line break of its own, so the place cannot run into the text. */
function macOf({ secret }: SealKey, place: SealedPlace, text: string): string {
  const mac = createHmac('sha256', secret).update(JSON.stringify(place)).update('\n').update(text);
  return mac.digest('base64url').slice(0, LENGTH);
}

function sameText(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
