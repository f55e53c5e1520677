import type { Finding } from '../../../../core/common/finding.ts';
import type { Meaning } from '../../../documents/document.ts';
import { namesOfImage } from '../../mentions/imageNames.ts';

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

/** An id in a document of external references that names an image. */
export const imageNames: Meaning = { name: 'images', aliasesOf: (id) => namesOfImage(id) };
