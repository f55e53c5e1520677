/**
 * The stored text of a definition: JSON, and with a key of `signing.keys` its keyed checksum as the last member,
 * `"mac": "k1.…"`. The checksum covers the bytes of the JSON without that member, the namespace and the name. A version
 * without checksums still reads the JSON.
 */

import { messageOf } from '../common/errors.ts';
import { definitionName, type Generation, parseDefinition, type StoredDefinition } from './definition.ts';
import type { Namespace } from './namespace.ts';
import type { Seal, SealCheck, SealedPlace } from './seal.ts';
import { partAtSeal } from './sealedEnd.ts';

const SEALED = /,\n {2}"mac": "([\w-]{1,32}\.[\w-]{22})"\n\}\n?$/;

/** The place of a stored definition. */
interface DefinitionPlace {
  readonly namespace: Namespace;
  /** In the folder of the namespace. */
  readonly name: string;
  /** For messages: a path or an `s3://` address. */
  readonly where: string;
}

/** @returns the text to store */
export function sealDefinition(seal: Seal, stored: StoredDefinition): string {
  const json = JSON.stringify(stored, undefined, 2);
  const checksum = seal.sign(placeOf({ namespace: stored.namespace, name: definitionName(stored) }), json);
  return checksum === undefined ? `${json}\n` : `${json.slice(0, -2)},\n  "mac": "${checksum}"\n}\n`;
}

/** @throws Error that describes invalid content, whether the keyed checksum is valid or not */
export function openDefinition(seal: Seal, place: DefinitionPlace, text: string): Generation {
  const { inside, checksum } = partAtSeal(text, SEALED) ?? {};
  const json = inside === undefined ? text.replace(/\n$/, '') : `${inside}\n}`;
  const check = seal.check(placeOf(place), json, checksum);
  return { ...parseDefinition(place.name, json), where: place.where, check };
}

/** Why a stored text is not valid as the definition of `place`, in words after the place; `undefined`: it is valid. */
export function distrustOf(seal: Seal, place: DefinitionPlace, text: string): string | undefined {
  try {
    return failureOf(openDefinition(seal, place, text).check);
  } catch (error) {
    return `cannot be used: ${messageOf(error)}`;
  }
}

/** As the end of a sentence that begins with the place of the definition. */
function failureOf(check: SealCheck): string | undefined {
  switch (check) {
    case 'valid':
      return undefined;
    case 'unsigned':
      return 'has no keyed checksum, although signing.keys has a key: it was written before the key was configured, or by a client without the key';
    case 'invalid':
      return 'has a wrong keyed checksum: it was altered or copied, or signed with a key that is not in signing.keys';
  }
}

/**
 * Why `restore` does not use a definition, and what to do; `undefined`: it does.
 * @param acceptsUnsigned does the person at the terminal accept a definition without a keyed checksum?
 */
export function restoreRefusal({ where, check }: Generation, acceptsUnsigned: boolean): string | undefined {
  const failure = failureOf(check);
  if (failure === undefined || (check === 'unsigned' && acceptsUnsigned)) return undefined;
  const todo =
    check === 'unsigned'
      ? 'read it, and pass --unsigned if it is genuine'
      : 'put the signing key back into signing.keys (not as the first key), or restore the file from a backup';
  return `${where} ${failure}; ${todo}; choose another definition with --generation`;
}

function placeOf({ namespace, name }: Pick<DefinitionPlace, 'namespace' | 'name'>): SealedPlace {
  return ['definition', namespace, name];
}
