/**
 * A mark in the index of all marks: a row in the HASH of its namespace, and an entry in each of four orders. A row is
 * `generation|revision|state|money|owner|name`, see lua/indexMarks.lua: enough to count it, and to find its entries again
 * when the mark is gone. It is short, as there may be a million: of the generation it has a checksum.
 */

import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Mark } from '../../core/mark/mark.ts';
import { type Namespace, partsOf, typeOf } from '../../core/resource/namespace.ts';
import { encodeId } from './markFields.ts';

/** Amounts are whole millionths: sums of them cannot drift. */
export const MILLIONTHS = 1_000_000;
export const MONTHS_KEPT = 24;
/** Names are in order by their first characters; the rest would only cost memory. */
const NAME_LENGTH = 64;
const TAG_LENGTH = 8;

/**
 * Eight characters that stand for a namespace at the start of an entry, 48 bits of its SHA-256. Two namespaces with the
 * same ones would show a mark of the one as of the other, where it does not exist: such an entry is only left out.
 */
export function tagOf(namespace: Namespace): string {
  return createHash('sha256').update(namespace).digest('base64url').slice(0, TAG_LENGTH);
}

export interface IndexedMark {
  readonly row: string;
  /** Scores of the ZSETs. */
  readonly date: number;
  readonly marked: number;
  readonly cost: number;
}

/** @param currency of the namespace's prices; `undefined` = it has none, and no figure counts */
export function indexedMark(mark: Mark, currency: string | undefined): IndexedMark {
  const { state, owner, resource, projectedDeletionAt, markedAt } = mark;
  const { monthlyCost } = resource;
  const cost = currency === undefined ? 0 : Math.round((monthlyCost?.amount ?? 0) * MILLIONTHS);
  const money = cost > 0 && !monthlyCost?.stays ? `${currency}${cost}` : '';
  const name = sortName(resource.name || mark.id);
  const fields = [state, money, owner === undefined ? '' : ownerField(owner), name === mark.id ? '' : name];
  const version = `${generationField(mark.generation)}${mark.revision}|`;
  return { row: `${version}${fields.join('|')}`, date: projectedDeletionAt, marked: markedAt, cost };
}

/** As the counts name an owner: in lower case, without the separators of a row. */
export function ownerField(owner: string): string {
  return owner.toLowerCase().replaceAll('%', '%25').replaceAll('|', '%7c').replaceAll('\n', '%0a');
}

/** In lower case, without the separator of an entry. */
function sortName(name: string): string {
  // Half a character at the end becomes U+FFFD, as Redis would store it.
  return Buffer.from(name.toLowerCase().slice(0, NAME_LENGTH)).toString().replaceAll('\0', ' ');
}

/** How the row of a mark of this generation begins. */
export function generationField(generation: string): string {
  return fieldOf(encodeId(generation));
}

function fieldOf(encodedGeneration: string): string {
  return `${crc32(encodedGeneration).toString(36)}|`;
}

/** Is the row of a mark with this stored value, or of another revision of it? */
export function isOfMark(row: string, value: string): boolean {
  return row.startsWith(fieldOf(value.slice(0, value.indexOf('|'))));
}

/** Is the row of exactly the stored value? */
export function isOfVersion(row: string, value: string): boolean {
  const first = value.indexOf('|');
  const second = value.indexOf('|', first + 1);
  return second > 0 && row.startsWith(`${fieldOf(value.slice(0, first))}${value.slice(first + 1, second)}|`);
}

/** The counts that each mark of the namespace belongs to. */
export function countFields(namespace: Namespace): readonly string[] {
  const { account, location, resourceType } = partsOf(namespace);
  const type = [`type:${resourceType}`, `type:${typeOf(namespace)}`];
  return ['all', `namespace:${namespace}`, `account:${account}`, `location:${location}`, ...type].map((field) =>
    field.replaceAll('\n', ' '),
  );
}

/** The tag and the id in an entry. @param isNamed of the order by name */
export function entryParts(member: string, isNamed: boolean): { readonly tag: string; readonly id: string } {
  const from = isNamed ? member.indexOf('\0') + 1 : 0;
  const id = member.slice(from + TAG_LENGTH);
  return { tag: member.slice(from, from + TAG_LENGTH), id: id === '' && isNamed ? member.slice(0, from - 1) : id };
}

/** `2026-11`, UTC. */
export function monthOf(at: number): string {
  return new Date(at).toISOString().slice(0, 7);
}
