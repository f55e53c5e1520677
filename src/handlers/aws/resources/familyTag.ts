import { valuesAt } from '../../../core/resource/attribute.ts';
import type { Resource } from '../../../core/resource/resource.ts';

/**
 * The value that names a resource's family, whatever the case of the key; of several such tags all values together, which
 * is a family of its own. `undefined`: `by` names no tag, the resource has none, or an empty one.
 * @param by `tag:KEY`
 */
export function familyTag(resource: Resource, by: string): string | undefined {
  if (!by.startsWith('tag:')) return undefined;
  const values = valuesAt(resource, by).map((value) => String(value).trim());
  return values.filter((value) => value !== '').join(', ') || undefined;
}
