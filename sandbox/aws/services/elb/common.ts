import type * as module from '@aws-sdk/client-elastic-load-balancing-v2';
import { AwsError } from '../../collections/errors.ts';
import { listingsOf } from '../../store/listing.ts';
import type { Handlers } from '../../wire/service.ts';

export type ElbV2Handlers = Handlers<typeof module>;

/** "alphanumeric characters or hyphens", "must not begin or end with a hyphen", at most 32: each API_Create… page. */
const NAME = /^(?!-)[A-Za-z0-9-]{1,32}(?<!-)$/;

export function refuseName(name: string, noun: string): void {
  if (!NAME.test(name)) throw invalid(`${noun} name '${name}' is not valid`);
}

/** The error of both APIs for any invalid input: API_Operations, CommonErrors. */
export function invalid(message: string): AwsError {
  return new AwsError('ValidationError', message);
}

/** "Valid Range: Minimum value of 1. Maximum value of 400.": PageSize of each listing of both APIs. */
export const listing = listingsOf({
  size: 'PageSize',
  token: 'Marker',
  next: 'NextMarker',
  badToken: 'ValidationError',
  limits: { min: 1, max: 400, otherwise: 400 },
  badSize: (size) => invalid(`Value '${size}' at 'pageSize' failed to satisfy constraint: between 1 and 400`),
});

/** "The maximum number of resources is 20": DescribeTags of both APIs: "Array Members: … Maximum number of 20 items". */
const MOST_TAGGED = 20;

export function refuseTooManyTagged(ids: readonly string[]): void {
  if (ids.length > MOST_TAGGED) throw invalid(`Cannot describe the tags of more than ${MOST_TAGGED} resources`);
}

/** "Maximum number of tags per resource: 50", and no `aws:` prefix: the User Guide's page about tags. */
export function withTags(
  before: Readonly<Record<string, string>>,
  given: readonly { readonly Key?: string | undefined; readonly Value?: string | undefined }[] = [],
): Readonly<Record<string, string>> {
  const reserved = given.find(({ Key = '' }) => Key.toLowerCase().startsWith('aws:'));
  if (reserved) throw invalid(`Tag keys starting with 'aws:' are reserved: '${reserved.Key}'`);
  const after = { ...before, ...Object.fromEntries(given.map(({ Key = '', Value = '' }) => [Key, Value])) };
  if (Object.keys(after).length > 50) throw new AwsError('TooManyTags', 'A resource can have at most 50 tags');
  return after;
}

export function withoutTags(before: Readonly<Record<string, string>>, keys: readonly string[] = []) {
  return Object.fromEntries(Object.entries(before).filter(([key]) => !keys.includes(key)));
}

export function tagsShown(tags: Readonly<Record<string, string>>) {
  return Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
}
