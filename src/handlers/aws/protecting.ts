import { KEEP_TAG } from '../../core/optOut.ts';
import type { Resource } from '../../core/resource.ts';
import { verifyAccount } from './account.ts';
import { isNotFound } from './errors.ts';
import { readError } from './readError.ts';
import { foreignKeepTag, ownKeepTag } from './tags.ts';
import type { Target } from './target.ts';

/** How the keep tag of one resource is written. */
export interface KeepTagWriter {
  /** What the tag should say; `undefined` takes away what we wrote. */
  readonly value: string | undefined;
  write(value: string): Promise<void>;
  remove(value: string): Promise<void>;
}

/**
 * Writes an opt-out on the resource, or takes ours away again. A keep tag in somebody else's words stays as it is; a
 * resource that is gone needs none.
 * @throws Error that says what to do; the lifecycle tries again until it is done
 */
export async function protecting(target: Target, resource: Resource, tag: KeepTagWriter): Promise<void> {
  if (foreignKeepTag(resource.tags)) return;
  const before = ownKeepTag(resource.tags);
  try {
    await verifyAccount(target);
    if (tag.value !== undefined) await tag.write(tag.value);
    else if (before !== undefined) await tag.remove(before);
  } catch (error) {
    if (isNotFound(error)) return;
    throw readError(error, { target, api: 'ec2:CreateTags', what: `writing the tag ${KEEP_TAG} on ${resource.id}` });
  }
}
