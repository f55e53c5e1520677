import { hashesIn } from './assetHash.ts';
import { isImageMark } from './marks.ts';

/**
 * Why a person, and no stack, may use an asset by one of its names: `latest`, `1`, `tools/old.zip`. Marks are no names.
 * @param names the object key, or the tags of an image; without any, nothing speaks for a person
 */
export function namedByHand(names: readonly string[]): string | undefined {
  const byHand = names.find((name) => !isImageMark(name) && hashesIn(name).length === 0);
  return byHand === undefined ? undefined : `its name ${byHand} has no hash, so a template cannot be searched for it`;
}
