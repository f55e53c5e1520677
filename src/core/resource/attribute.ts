import type { Resource } from './resource.ts';

/**
 * Reads one attribute of a resource by its property name; `tag:Name` reads a tag, a dot reads a nested property.
 * Own properties only; `undefined` when there is no such property.
 */
export function attributeOf(resource: Resource, path: string): unknown {
  if (path.startsWith('tag:')) return ownProperty(resource.tags, path.slice('tag:'.length));
  return path.split('.').reduce<unknown>((value, key) => ownProperty(value, key), resource);
}

function ownProperty(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<string, unknown>)[key];
}
