import type { Resource } from './resource.ts';

/**
 * Reads one attribute of a resource by the name it has there; `tag:Name` reads a tag, dots go deeper.
 * Own properties only; `undefined` when it has none of that name.
 */
export function attributeOf(resource: Resource, path: string): unknown {
  if (path.startsWith('tag:')) return ownProperty(resource.tags, path.slice('tag:'.length));
  return path.split('.').reduce<unknown>((value, key) => ownProperty(value, key), resource);
}

function ownProperty(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<string, unknown>)[key];
}
