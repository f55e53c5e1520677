import { KEEP_TAG } from '../../../core/owner/optOut.ts';
import type { Resource } from '../../../core/resource/resource.ts';
import type { Protection } from '../../contract/protection.ts';
import { verifyAccount } from '../wire/account.ts';
import { isNotFound } from '../wire/errors.ts';
import { readError } from '../wire/readError.ts';
import type { CallScope } from '../wire/target.ts';
import { keepTagChange } from './keepTag.ts';

type Tags = Readonly<Record<string, string>>;

/** Writes the tags of one kind of resource. */
export interface TagWriter {
  /** `ec2:CreateTags` and its counterpart. */
  readonly apis: { readonly write: string; readonly remove: string };
  /** All in one request. */
  write(tags: Tags): Promise<void>;
  /** All in one request; if the API compares values, a tag that has changed stays. */
  remove(tags: Tags): Promise<void>;
}

/**
 * Writes an opt-out on the resource, or removes ours (`undefined`). Returns when the tags keep the resource at least
 * that long, also if other people wrote them; a resource that is gone needs none.
 * @throws Error that says what to do; the lifecycle retries until it succeeds
 */
export async function protecting(
  target: CallScope,
  { id, tags }: Resource,
  until: number | 'forever' | undefined,
  writer: TagWriter,
): Promise<Protection> {
  const { write, remove, did } = keepTagChange(tags, until);
  const what = `the tag ${KEEP_TAG} on ${id}`;
  const isThere =
    (isEmpty(write) ||
      (await isDone({ target, api: writer.apis.write, what: `writing ${what}` }, () => writer.write(write)))) &&
    (isEmpty(remove) ||
      (await isDone({ target, api: writer.apis.remove, what: `removing ${what}` }, () => writer.remove(remove))));
  if (!isThere) return { did: 'gone' };
  const { [KEEP_TAG]: before } = tags;
  const after = write[KEEP_TAG] ?? (KEEP_TAG in remove ? undefined : before);
  return { did, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
}

/** `false`: the resource is gone. */
async function isDone(operation: Parameters<typeof readError>[1], request: () => Promise<void>): Promise<boolean> {
  try {
    await verifyAccount(operation.target);
    await request();
    return true;
  } catch (error) {
    if (!isNotFound(error)) throw readError(error, operation);
    return false;
  }
}

function isEmpty(tags: Tags): boolean {
  return Object.keys(tags).length === 0;
}
