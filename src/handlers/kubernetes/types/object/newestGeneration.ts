/** Objects whose names the API server makes stay while they are of the newest generation of their family. Pure. */
import type { Row, SetPolicy } from '../../../../core/evaluation/rule.ts';
import type { KubernetesObject } from '../../objects/object.ts';
import type { ObjectParameters } from './parameters.ts';

/** The objects of one `generateName` are a family; the value of the label is their generation. */
export const newestGeneration: SetPolicy<KubernetesObject, ObjectParameters> = {
  name: 'newestGeneration',
  summary:
    'With `generationLabel`: objects whose name the API server made, while the youngest object of the same `generateName` has the same value of that label.',
  enabled: ({ generationLabel }) => generationLabel !== undefined,
  row({ id, generation, createdAt }) {
    if (!generation) return undefined;
    const at = createdAt?.getTime();
    return { id, family: generation.family, part: generation.value, ...(at === undefined ? {} : { at }) };
  },
  keep(rows, { generationLabel }) {
    const newest = newestParts(rows);
    return new Map(
      rows
        .filter(({ family, part }) => newest.get(family)?.has(part))
        .map(({ id, part }) => [id, `its label ${generationLabel}: ${part} is that of the newest of its kind`]),
    );
  },
};

/** By family: the parts of its youngest members. Members of one age, or without a known age, are all the youngest. */
function newestParts(rows: readonly Row[]): ReadonlyMap<string, ReadonlySet<string | undefined>> {
  const ages = new Map<string, number>();
  for (const { family, at = 0 } of rows) ages.set(family, Math.max(at, ages.get(family) ?? 0));
  const parts = new Map<string, Set<string | undefined>>();
  for (const { family, part, at } of rows) {
    if (at !== undefined && at !== ages.get(family)) continue;
    parts.set(family, (parts.get(family) ?? new Set()).add(part));
  }
  return parts;
}
