/**
 * A mark in the index of all marks: its version in the HASH of its namespace, a record under its number, and an entry in
 * each of four orders of several lists. A version is `generation|revision|number`; it is short, as there may be a million:
 * of the generation it has a checksum. A record is enough to count the mark, and to find its entries again when the mark is
 * gone: `state|date|marked|cost|currency|notified|unowned|owner|name`, see lua/indexMarks.lua.
 */

import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Mark } from '../../core/mark/mark.ts';
import { type Namespace, partsOf, typeOf } from '../../core/resource/namespace.ts';
import { encodeId } from './markFields.ts';

/** Amounts are whole millionths: sums of them cannot drift. */
export const MILLIONTHS = 1_000_000;
export const MONTHS_KEPT = 24;
/** Names are in order by their first bytes: Redis packs a list only while no member of it has more than 64. */
const NAME_BYTES = 48;
const TAG_LENGTH = 8;

/**
 * Eight characters that stand for a namespace at the start of an entry, 48 bits of its SHA-256. Two namespaces with the
 * same ones would show a mark of the one as of the other, where it does not exist: such an entry is only left out.
 */
export function tagOf(namespace: Namespace): string {
  return createHash('sha256').update(namespace).digest('base64url').slice(0, TAG_LENGTH);
}

/** A mark as the index stores it. */
export interface IndexedMark {
  /** `generation|revision|`. */
  readonly version: string;
  readonly record: string;
}

/** @param currency of the namespace's prices; `undefined` = it has none, and no figure counts */
export function indexedMark(mark: Mark, currency: string | undefined): IndexedMark {
  const { state, owner, resource, projectedDeletionAt, markedAt, notice, unowned } = mark;
  const { monthlyCost } = resource;
  const cost = currency === undefined ? 0 : Math.round((monthlyCost?.amount ?? 0) * MILLIONTHS);
  const name = sortName(resource.name || mark.id);
  const fields = [
    state,
    scoreOf(projectedDeletionAt),
    scoreOf(markedAt),
    scoreOf(cost),
    cost > 0 && !monthlyCost?.stays ? currency : '',
    notice === undefined ? 0 : 1,
    unowned || owner === undefined ? 1 : 0,
    owner === undefined ? '' : countField(owner),
    name === mark.id ? '' : name,
  ];
  return { version: `${generationField(mark.generation)}${mark.revision}|`, record: fields.join('|') };
}

/** Whole and not negative, as the lists need it. */
function scoreOf(value: number): number {
  return Math.min(Math.max(0, Math.round(value)), Number.MAX_SAFE_INTEGER);
}

/** As counts and lists name an owner, an account, a location or a type: in lower case, without the separators of the index. */
export function countField(value: string): string {
  return value.toLowerCase().replaceAll('%', '%25').replaceAll('|', '%7c').replaceAll('\n', '%0a');
}

/** The owner of a {@link countField}, in lower case. */
export function ownerIn(field: string): string {
  return field.replaceAll('%0a', '\n').replaceAll('%7c', '|').replaceAll('%25', '%');
}

/** In lower case, without the separator of an entry. */
function sortName(name: string): string {
  const bytes = Buffer.from(name.toLowerCase().slice(0, NAME_BYTES).replaceAll('\0', ' '));
  // Half a character at the end becomes U+FFFD, three bytes.
  return bytes.length <= NAME_BYTES ? bytes.toString() : bytes.subarray(0, NAME_BYTES - 3).toString();
}

/** How the version of a mark of this generation begins. */
export function generationField(generation: string): string {
  return fieldOf(encodeId(generation));
}

function fieldOf(encodedGeneration: string): string {
  return `${crc32(encodedGeneration).toString(36)}|`;
}

/** Is the version of a mark with this stored value, or of another revision of it? */
export function isOfMark(version: string, value: string): boolean {
  return version.startsWith(fieldOf(value.slice(0, value.indexOf('|'))));
}

/** Is the version of exactly the stored value? */
export function isOfVersion(version: string, value: string): boolean {
  const first = value.indexOf('|');
  const second = value.indexOf('|', first + 1);
  return second > 0 && version.startsWith(`${fieldOf(value.slice(0, first))}${value.slice(first + 1, second)}|`);
}

/** The counts that each mark of the namespace belongs to. */
export function countFields(namespace: Namespace): readonly string[] {
  return ['all', `namespace:${namespace}`, ...listFields(namespace), `type:${countField(typeOf(namespace))}`];
}

/** The narrow lists that each mark of the namespace is in; each has a count of the same name. */
export function listFields(namespace: Namespace): readonly string[] {
  const { account, location, resourceType } = partsOf(namespace);
  return [`account:${countField(account)}`, `location:${countField(location)}`, `type:${countField(resourceType)}`];
}

/** The tag and the id at the end of a record. */
export function tagAndId(text: string): { readonly tag: string; readonly id: string } {
  return { tag: text.slice(0, TAG_LENGTH), id: text.slice(TAG_LENGTH) };
}

/** `2026-11`, UTC. */
export function monthOf(at: number): string {
  return new Date(at).toISOString().slice(0, 7);
}
