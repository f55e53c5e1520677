/** Objects whose names the API server makes: their families, and the generation of each, which a label says. Pure. */
import { ANY_NAMESPACE, idOf, type ObjectReference } from './reference.ts';

/** One of several objects that a controller makes one after another. */
export interface Generation {
  /** All objects whose names begin alike: `batch/Job/shop/migrate-`. */
  readonly family: string;
  /** The value of the label. */
  readonly value: string;
}

interface Generated {
  readonly reference: ObjectReference;
  readonly labels: Readonly<Record<string, string>>;
  readonly owners: readonly string[];
  readonly aliases: readonly string[];
  readonly generateName?: string;
  readonly generation?: Generation;
}

/** Findings about every object of a family have this generation. */
const ANY_GENERATION = '*';

/** @param label its value is the generation; absent = no object has one */
export function inGeneration<R extends Generated>(object: R, label: string | undefined): R {
  const { generateName, labels, reference, owners } = object;
  const value = label === undefined ? undefined : labels[label];
  if (generateName === undefined || value === undefined || value === '' || owners.length > 0) return object;
  const families = [reference.namespace, ANY_NAMESPACE].map((namespace) =>
    familyOf({ ...reference, namespace }, generateName),
  );
  const aliases = families.flatMap((family) => [value, ANY_GENERATION].map((of) => aliasOfGeneration(family, of)));
  return {
    ...object,
    aliases: [...object.aliases, ...aliases],
    generation: { family: familyOf(reference, generateName), value },
  };
}

/**
 * The alias of the objects that a document with `generateName` made.
 * @param value of the label in the document; absent = it does not say, and means them all
 */
export function aliasOfDeclared(document: ObjectReference, generateName: string, value: string | undefined): string {
  return aliasOfGeneration(familyOf(document, generateName), value || ANY_GENERATION);
}

function familyOf(reference: ObjectReference, generateName: string): string {
  return idOf({ ...reference, name: generateName });
}

function aliasOfGeneration(family: string, value: string): string {
  return `generation/${family}/${value}`;
}
