import { AwsError } from '../../collections/errors.ts';
import type { Call } from '../../store/call.ts';
import type { Bucket } from '../../store/store.ts';
import type { Encoded, WireRequest } from '../../wire/format.ts';
import type { Operation } from '../../wire/service.ts';

export const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
/** A bucket's path, and the headers common to all operations. */
export interface ObjectInput extends Record<string, unknown> {
  readonly Bucket: string;
  readonly Key: string;
  readonly ExpectedBucketOwner: string | undefined;
}

interface Parts {
  readonly decode: (request: WireRequest) => ObjectInput;
  readonly handle: (input: ObjectInput, call: Call) => Record<string, unknown>;
  readonly encode: (output: Record<string, unknown>) => Encoded;
  readonly tokens?: Operation['tokens'];
  readonly lists?: readonly string[];
}

export function operation(name: string, { decode, handle, encode, tokens, lists = [] }: Parts): Operation {
  const none = { sent: undefined, answered: undefined };
  return {
    name,
    decode,
    handle: (input, call) => handle(input as ObjectInput, call),
    encode,
    tokens: tokens ?? none,
    lists,
  };
}

export function objectInput(request: WireRequest): ObjectInput {
  const [, Bucket = '', ...key] = request.path.split('/').map(decodeURIComponent);
  return { Bucket, Key: key.join('/'), ExpectedBucketOwner: header(request, 'x-amz-expected-bucket-owner') };
}

export function bucketOf(
  { Bucket, ExpectedBucketOwner }: Pick<ObjectInput, 'Bucket' | 'ExpectedBucketOwner'>,
  { account, region, store }: Call,
): Bucket {
  const bucket = store.buckets.get(Bucket);
  if (!bucket) throw new AwsError('NoSuchBucket', 'The specified bucket does not exist', 404);
  if (bucket.account !== account.id || (ExpectedBucketOwner ?? bucket.account) !== bucket.account) {
    throw new AwsError('AccessDenied', 'Access Denied', 403);
  }
  if (bucket.region === region) return bucket;
  throw new AwsError('AuthorizationHeaderMalformed', `the region '${region}' is wrong; expecting '${bucket.region}'`);
}

export function plainBody(request: WireRequest): string {
  if (!header(request, 'content-encoding')?.includes('aws-chunked')) return request.body;
  throw new AwsError('NotImplemented', 'The sandbox takes no body in chunks', 400);
}

export function header({ headers }: WireRequest, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

export function tag(name: string, text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `<${name}>${escaped}</${name}>`;
}
