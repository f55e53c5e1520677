import type { Finding } from '../../../../core/common/finding.ts';
import type { Meaning } from '../../../documents/document.ts';
import { type ImageReference, imageAliases, readReference } from '../../../images/reference.ts';
import { oneEcrHost } from '../../resources/ecrHost.ts';

/**
 * The uses of a container image, by its tag and by its digest.
 * @param reference as it is written for `docker pull`; a text that names no image is no use
 * @param digest the one that runs, where AWS says it
 */
export function usesOfImage(
  reference: string | undefined,
  by: string,
  digest?: string | undefined,
): readonly Finding[] {
  return namesOfImage(reference, digest).map((alias) => ({ alias, says: 'used', by }));
}

/**
 * The aliases that a reference means. A digest counts by itself too: the same image may be pulled by another name of the
 * host, from a mirror or through a cache.
 * @returns empty for a text that names no image
 */
function namesOfImage(reference: string | undefined, digest?: string | undefined): readonly string[] {
  const named = reference === undefined ? undefined : readReference(reference);
  if (!named) return [];
  const all: ImageReference[] = [named, ...(digest === undefined ? [] : [{ ...named, digest }])];
  // A registry of ECR is known by several hosts: a resource may have the one that is written here.
  const hosts = all.flatMap((one) => [one, { ...one, host: oneEcrHost(one.host) }]);
  return [...new Set([...hosts.flatMap(imageAliases), ...all.flatMap((one) => one.digest ?? [])])];
}

/** An id in a document of external references that names an image. */
export const imageNames: Meaning = { name: 'images', aliasesOf: (id) => namesOfImage(id) };
