import { UnreadableError } from '../../core/common/errors.ts';
import type { Mark } from '../../core/mark/mark.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import type { PublicDeps } from './deps.ts';

/**
 * The mark of a resource; `undefined` also when the stored value cannot be read. Nothing is deleted by such a mark, and
 * it must hinder nobody who wants to keep the resource. Rejects with `StoreError` when the store does not answer.
 */
export async function readableMark(
  marks: Pick<PublicDeps['marks'], 'get'>,
  namespace: Namespace,
  id: string,
): Promise<Mark | undefined> {
  try {
    return await marks.get(namespace, id);
  } catch (error) {
    if (error instanceof UnreadableError) return undefined;
    throw error;
  }
}
