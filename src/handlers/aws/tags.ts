import { KEEP_TAG } from '../../core/optOut.ts';

/** AWS's list of tags as a map without a prototype's keys. A tag without a value has the value ''. */
export function toTags(
  list: readonly { readonly Key?: string | undefined; readonly Value?: string | undefined }[] | undefined,
): Readonly<Record<string, string>> {
  return Object.fromEntries((list ?? []).flatMap(({ Key, Value }) => (Key === undefined ? [] : [[Key, Value ?? '']])));
}

/** The value of the keep tag where we may have written it; `undefined` where a person did, or where there is none. */
export function ownKeepTag(tags: Readonly<Record<string, string>>): string | undefined {
  const value = tags[KEEP_TAG];
  return value !== undefined && (value === 'always' || isOurDate(value)) ? value : undefined;
}

/** Did somebody else write a keep tag in words of their own? Then it says more than we could, and stays. */
export function foreignKeepTag(tags: Readonly<Record<string, string>>): boolean {
  return tags[KEEP_TAG] !== undefined && ownKeepTag(tags) === undefined;
}

function isOurDate(value: string): boolean {
  const time = Date.parse(value);
  return !Number.isNaN(time) && new Date(time).toISOString() === value;
}
