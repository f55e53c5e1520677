import { type ImageReference, imageAliases, readReference } from '../../images/reference.ts';
import { oneEcrHost } from '../resources/ecrHost.ts';

/**
 * The aliases that a reference means. A digest counts by itself too: the same image may be pulled by another name of the
 * host, from a mirror or through a cache.
 * @param reference as it is written for `docker pull`
 * @param digest the one that runs, where AWS says it
 * @returns empty for a text that names no image
 */
export function namesOfImage(reference: string | undefined, digest?: string | undefined): readonly string[] {
  const named = reference === undefined ? undefined : readReference(reference);
  if (!named) return [];
  const all: ImageReference[] = [named, ...(digest === undefined ? [] : [{ ...named, digest }])];
  // A registry of ECR is known by several hosts: a resource may have the one that is written here.
  const hosts = all.flatMap((one) => [one, { ...one, host: oneEcrHost(one.host) }]);
  return [...new Set([...hosts.flatMap(imageAliases), ...all.flatMap((one) => one.digest ?? [])])];
}
