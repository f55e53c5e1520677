/**
 * Keyed checksums (HMAC-SHA256) of stored values: a client that can write to the store, but does not have the key,
 * cannot forge a value that Holystone accepts. The checksum does not hide the value, and it cannot detect that a value
 * was removed, or that an older signed value of the same place was put back.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** A key of `signing.keys`. The id is part of every checksum, so that keys can be rotated. */
export interface SealKey {
  /** Letters, digits, `_` and `-`, at most 32. */
  readonly id: string;
  readonly secret: string;
}

/** The kind and place of a value: a checksum for one place is not valid in another. */
export type SealedPlace = readonly [kind: SealedKind, ...where: string[]];

type SealedKind =
  | 'mark'
  | 'optOut'
  | 'approval'
  | 'definition'
  | 'evidence'
  | 'lease'
  | 'fact'
  | 'listing'
  | 'record'
  | 'digest'
  | 'session'
  | 'control'
  | 'pass';

/**
 * - `valid`: a writer with a key made it; or no key is configured here, and there is no check.
 * - `unsigned`: it has no checksum: written before a key was configured, or by a writer without a key.
 * - `invalid`: altered, copied from another place, or signed by a key that is not in the list.
 */
export type SealCheck = 'valid' | 'unsigned' | 'invalid';

/**
 * Signs and checks stored values with the keys of `signing`, so that no other writer of the store can forge
 * one.
 */
export interface Seal {
  /** Is a key configured? */
  readonly isOn: boolean;
  /** `<key id>.<checksum>`; `undefined` without a key. */
  sign(place: SealedPlace, text: string): string | undefined;
  check(place: SealedPlace, text: string, checksum: string | undefined): SealCheck;
}

/** Characters for at least 128 of the 256 bits: short, because each of a million marks has one. */
const LENGTH = 22;

/** The first key signs, all keys verify. Without keys there are no signatures and no checks. */
export class KeyedSeal implements Seal {
  readonly #keys: readonly SealKey[];

  constructor(keys: readonly SealKey[]) {
    this.#keys = keys;
  }

  get isOn(): boolean {
    return this.#keys.length > 0;
  }

  sign(place: SealedPlace, text: string): string | undefined {
    const [signer] = this.#keys;
    return signer && `${signer.id}.${macOf(signer, place, text)}`;
  }

  check(place: SealedPlace, text: string, checksum: string | undefined): SealCheck {
    if (!this.isOn) return 'valid';
    if (checksum === undefined) return 'unsigned';
    const dot = checksum.lastIndexOf('.');
    const key = this.#keys.find(({ id }) => id === checksum.slice(0, dot));
    return key && sameText(checksum.slice(dot + 1), macOf(key, place, text)) ? 'valid' : 'invalid';
  }
}

/** No signatures and no checks. */
export const NO_SEAL: Seal = new KeyedSeal([]);

/** `JSON.stringify` writes no line break, so the place and the text stay distinct. */
function macOf({ secret }: SealKey, place: SealedPlace, text: string): string {
  const mac = createHmac('sha256', secret).update(JSON.stringify(place)).update('\n').update(text);
  return mac.digest('base64url').slice(0, LENGTH);
}

function sameText(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
