import { UnreadableError } from '../../core/common/errors.ts';
import type { Mark } from '../../core/mark/mark.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import type { PublicDeps } from './deps.ts';

/**
 * The mark of a resource; `undefined` also when the stored value is unreadable. Such a mark deletes nothing, and must
 * not stop a person who wants to keep the resource. Rejects with `StoreError` when the store does not reply.
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
