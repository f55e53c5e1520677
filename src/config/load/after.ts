import { type Namespace, namespaceOf, partsOf } from '../../core/resource/namespace.ts';
import type { Handler } from '../../handlers/contract/handler.ts';

/** The namespaces of the other types in the same place whose resources are deleted first. */
export function afterOf(
  { after = [], resourceType: own }: Handler,
  namespace: Namespace,
): { readonly after?: readonly Namespace[] } {
  const others = after.filter((type) => type.toLowerCase() !== own.toLowerCase());
  if (others.length === 0) return {};
  return { after: others.map((resourceType) => namespaceOf({ ...partsOf(namespace), resourceType })) };
}
