import type { Tag, TagSpecification } from '@aws-sdk/client-ec2';
import { AwsError } from '../../collections/errors.ts';

/** "each resource can have a maximum of 50 user created tags": EC2 User Guide, tag restrictions. */
const MAX_TAGS = 50;

/** The tags for the resource that a request creates; undefined = none. */
export function tagsFor(specifications: readonly TagSpecification[] | undefined, type: string): Tag[] | undefined {
  const other = (specifications ?? []).find(({ ResourceType }) => ResourceType !== type);
  if (other && type !== 'instance') {
    throw new AwsError('InvalidParameterValue', `'${other.ResourceType}' is not a valid taggable resource type here.`);
  }
  const tags = (specifications ?? [])
    .filter(({ ResourceType }) => ResourceType === type)
    .flatMap(({ Tags }) => Tags ?? []);
  return tags.length === 0 ? undefined : addTags(undefined, tags);
}

/** The tags after an addition, with EC2's restrictions. */
export function addTags(old: readonly Tag[] | undefined, added: readonly Tag[]): Tag[] {
  const merged = new Map((old ?? []).map((tag) => [tag.Key ?? '', tag.Value ?? '']));
  for (const { Key = '', Value = '' } of added) {
    refuseReserved(Key);
    if (Key.length === 0 || Key.length > 128 || Value.length > 256) {
      throw new AwsError('InvalidParameterValue', `Tag keys have 1 to 128 characters and values at most 256: '${Key}'`);
    }
    merged.set(Key, Value);
  }
  const own = [...merged.keys()].filter((key) => !key.startsWith('aws:'));
  if (own.length > MAX_TAGS) throw new AwsError('TagLimitExceeded', `The maximum number of tags is ${MAX_TAGS}`);
  return [...merged].map(([Key, Value]) => ({ Key, Value }));
}

/**
 * The tags after a deletion. "If you specify a tag key without a tag value, we delete any tag with this key … If you
 * omit this parameter, we delete all user-defined tags": API_DeleteTags.
 */
export function removeTags(old: readonly Tag[] | undefined, removed: readonly Tag[] | undefined): Tag[] | undefined {
  for (const { Key = '' } of removed ?? []) refuseReserved(Key);
  const kept = (old ?? []).filter((tag) => {
    if (!removed?.length) return tag.Key?.startsWith('aws:');
    return !removed.some(({ Key, Value }) => Key === tag.Key && (Value === undefined || Value === tag.Value));
  });
  return kept.length === 0 ? undefined : kept;
}

function refuseReserved(key: string): void {
  if (!key.toLowerCase().startsWith('aws:')) return;
  throw new AwsError('InvalidParameterValue', `Tag keys starting with 'aws:' are reserved for internal use: '${key}'`);
}
