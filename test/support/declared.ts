/** The fields of resources against the attributes that their type declares. */
import { type AttributeKind, type Attributes, fieldsOf } from '../../src/core/resource/attribute.ts';
import type { Resource } from '../../src/core/resource/resource.ts';

/** Does a value have the declared kind? */
function fits(kind: AttributeKind, value: unknown): boolean {
  if (kind === 'internal' || kind === 'document') return true;
  if (kind === 'date') return value instanceof Date || !Number.isNaN(Date.parse(String(value)));
  if (kind === 'bytes' || kind === 'gibibytes') return typeof value === 'number';
  if (kind === 'texts') return Array.isArray(value) && value.every((one) => typeof one === 'string');
  if (kind === 'map') return Object.values(value as object).every((one) => typeof one === 'string');
  if (typeof kind === 'object')
    return Object.entries(value as object).every(([name, below]) => fitsIn(kind, name, below));
  return typeof value === (kind === 'text' ? 'string' : kind);
}

function fitsIn(kinds: Attributes, name: string, value: unknown): boolean {
  const kind = kinds[name];
  return kind !== undefined && fits(kind, value);
}

/** A resource without tags says so by an empty mapping. */
export function carriedBy(resources: readonly Resource[]): readonly (readonly [string, unknown])[] {
  const fields = resources.flatMap((resource) => Object.entries(resource));
  return fields.filter(([name, value]) => name !== 'tags' || Object.keys(value as object).length > 0);
}

/** The fields that a type does not declare, or declares as another kind. */
export function undeclared(declared: Attributes, resources: readonly Resource[]): readonly string[] {
  const carried = carriedBy(resources);
  return [
    ...new Set(carried.filter(([name, value]) => !fitsIn(fieldsOf(declared), name, value)).map(([name]) => name)),
  ];
}

/** @throws Error if a resource carries what its type does not declare */
export function demandDeclared(declared: Attributes, resources: readonly Resource[]): void {
  const strange = undeclared(declared, resources);
  if (strange.length > 0) throw new Error(`the type does not declare ${strange.join(', ')}`);
}
