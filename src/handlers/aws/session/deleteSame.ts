import type { DeleteOutcome, Read, Resource } from '../../../core/resource/resource.ts';

/**
 * For an API that deletes by a name which another resource may have by now, or that answers the deletion of a missing
 * resource with a success: it is read again first.
 * @param noun `Auto Scaling group`
 * @param now the result of that read
 * @param remove sends the request
 * @returns `undefined`: the read shows neither, and no request was sent; or the answer shows neither
 */
export async function deleteSame<R extends Resource>(
  noun: string,
  { id, identity }: R,
  now: Read<R> | undefined,
  remove: () => Promise<DeleteOutcome | undefined>,
): Promise<DeleteOutcome | undefined> {
  switch (now?.kind) {
    case 'found':
      if (now.resource.identity === identity) return remove();
      return { kind: 'refused', reason: `another ${noun} is called ${id} now (${now.resource.identity})` };
    case 'gone':
      return { kind: 'gone' };
    default:
      return undefined;
  }
}
