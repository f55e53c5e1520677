import { type DeleteOutcome, type Read, type Resource, unsent } from '../../../core/resource/resource.ts';

const FIRST = 'its first version';

/**
 * For an API that deletes by a name which another resource may have by now, or that answers the deletion of a missing
 * resource with a success: it is read again first.
 * @param noun `Auto Scaling group`
 * @param now the result of that read
 * @param remove sends the request
 * @returns `undefined`: the answer shows neither
 */
export async function deleteSame<R extends Resource>(
  noun: string,
  { id, identity, revision = FIRST }: Resource,
  now: Read<R> | undefined,
  remove: (found: R) => Promise<DeleteOutcome | undefined>,
): Promise<DeleteOutcome | undefined> {
  if (now?.kind === 'gone') return now;
  if (now?.kind !== 'found') return unsent(now?.why ?? `AWS answered without ${id}`, 0);
  const { identity: is, revision: at = FIRST } = now.resource;
  if (is !== identity) return { kind: 'refused', reason: `another ${noun} is called ${id} now (${is})` };
  return at === revision ? remove(now.resource) : unsent(`it is at ${at} now, not at ${revision}`, 0);
}
