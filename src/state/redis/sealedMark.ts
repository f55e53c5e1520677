/**
 * The keyed checksum of a mark is the last item of its JSON (see markBody.ts): `[…,{…},"k1.…"]`. It covers the JSON and
 * all fields that scripts read: no script changes a part of a mark, each stores a whole value signed here. A version
 * without checksums ignores the item, and drops it when it writes the mark.
 */
import type { Namespace } from '../../core/resource/namespace.ts';
import type { Seal, SealCheck, SealedPlace } from '../../core/resource/seal.ts';
import { partAtSeal } from '../../core/resource/sealedEnd.ts';

const SEALED = /,"([\w-]{1,32}\.[\w-]{22})"\]$/;
/** The checksum follows all items that a mark may have; without it, no body ends with a text. */
const ITEMS = 8;

/** @param fields the text before the JSON, with its last `|` @param body the items of the JSON */
export function sealMark(seal: Seal, place: MarkPlace, fields: string, body: readonly unknown[]): string {
  if (!seal.isOn) return JSON.stringify(body);
  const filled = Array.from({ length: ITEMS }, (_, i) => body[i] ?? (i === ITEMS - 1 ? {} : null));
  const json = JSON.stringify(filled);
  return `${json.slice(0, -1)},"${seal.sign(placeOf(place), fields + json)}"]`;
}

/** @returns the JSON without its checksum, and the result of the check */
export function openMark(
  seal: Seal,
  place: MarkPlace,
  fields: string,
  json: string,
): { json: string; check: SealCheck } {
  const { inside, checksum } = partAtSeal(json, SEALED) ?? {};
  if (inside === undefined) return { json, check: seal.check(placeOf(place), fields + json, undefined) };
  return { json: `${inside}]`, check: seal.check(placeOf(place), `${fields}${inside}]`, checksum) };
}

interface MarkPlace {
  readonly namespace: Namespace;
  readonly id: string;
}

function placeOf({ namespace, id }: MarkPlace): SealedPlace {
  return ['mark', namespace, id];
}
