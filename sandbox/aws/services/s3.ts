import { AwsError } from '../collections/errors.ts';
import { page } from '../collections/paging.ts';
import type { Call } from '../store/call.ts';
import type { Bucket } from '../store/store.ts';
import type { Encoded, WireRequest } from '../wire/format.ts';
import type { Operation, Service } from '../wire/service.ts';

/**
 * The few necessary object operations, with the bucket in the path. S3 uses REST in XML, with its input in headers:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_Operations_Amazon_Simple_Storage_Service.html, errors:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html
 */
export function s3(): Service {
  return {
    id: 'S3',
    signingName: 's3',
    protocol: 's3',
    contentType: 'application/xml',
    claims: () => false,
    operationOf: ({ method, path }) => {
      const isObject = /^\/[^/]+\/./.test(path);
      if (method === 'GET') return isObject ? 'GetObject' : 'ListObjectsV2';
      return method === 'PUT' && isObject ? 'PutObject' : `${method} ${path}`;
    },
    operation: (name) => OPERATIONS[name],
    encodeError: ({ code, message }, requestId) => ({
      body: `${XML}<Error>${tag('Code', code)}${tag('Message', message)}${tag('RequestId', requestId)}</Error>`,
    }),
  };
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
/** "Returns some or all (up to 1,000) of the objects in a bucket": API_ListObjectsV2. */
const MOST = 1000;

/** A bucket's path, and the headers common to all three operations. */
interface Asked extends Record<string, unknown> {
  readonly Bucket: string;
  readonly Key: string;
  readonly ExpectedBucketOwner: string | undefined;
}

const OPERATIONS: Readonly<Record<string, Operation>> = {
  PutObject: operation('PutObject', {
    decode: (request) => ({
      ...asked(request),
      IfNoneMatch: header(request, 'if-none-match'),
      ServerSideEncryption: header(request, 'x-amz-server-side-encryption'),
      SSEKMSKeyId: header(request, 'x-amz-server-side-encryption-aws-kms-key-id'),
      Body: plainBody(request),
    }),
    /**
     * "If-None-Match … If the object key name already exists, S3 returns a 412 Precondition Failed error": PutObject.
     */
    handle({ Key, Body, IfNoneMatch, ...input }, call) {
      const { objects } = bucketOf(input, call);
      if (IfNoneMatch === '*' && objects.get(String(Key))) {
        throw new AwsError('PreconditionFailed', 'At least one of the pre-conditions you specified did not hold', 412);
      }
      const { ServerSideEncryption: encryption } = input;
      objects.put(String(Key), { body: String(Body), ...(encryption ? { encryption: String(encryption) } : {}) });
      return {};
    },
    encode: () => ({ body: '', headers: { etag: '"0"' } }),
  }),
  GetObject: operation('GetObject', {
    decode: asked,
    handle({ Key, ...input }, call) {
      const object = bucketOf(input, call).objects.get(String(Key));
      if (!object) throw new AwsError('NoSuchKey', 'The specified key does not exist.', 404);
      return { Body: object.body };
    },
    encode: ({ Body }) => ({ body: String(Body), headers: { etag: '"0"' } }),
  }),
  ListObjectsV2: operation('ListObjectsV2', {
    decode: (request) => ({
      ...asked(request),
      Prefix: request.query.get('prefix') ?? '',
      MaxKeys: request.query.get('max-keys') ?? String(MOST),
      ContinuationToken: request.query.get('continuation-token') ?? undefined,
    }),
    handle({ Prefix, MaxKeys, ContinuationToken, ...input }, call) {
      const rows = bucketOf(input, call).objects.view();
      const found = page(
        rows,
        {
          limit: Math.min(Number(MaxKeys), MOST),
          token: ContinuationToken === undefined ? undefined : String(ContinuationToken),
          scope: `ListObjectsV2 ${input.Bucket} ${Prefix}`,
          badToken: 'InvalidArgument',
        },
        ({ key }) => key.startsWith(String(Prefix)),
      );
      return { keys: found.rows.map(({ key }) => key), next: found.nextToken };
    },
    encode({ keys, next }) {
      const contents = (keys as readonly string[]).map((key) => `<Contents>${tag('Key', key)}</Contents>`).join('');
      const end = next === undefined ? '' : tag('NextContinuationToken', String(next));
      const truncated = tag('IsTruncated', String(next !== undefined));
      return { body: `${XML}<ListBucketResult>${truncated}${end}${contents}</ListBucketResult>` };
    },
    tokens: { sent: 'ContinuationToken', answered: 'next' },
    lists: ['keys'],
  }),
};

interface Parts {
  readonly decode: (request: WireRequest) => Asked;
  readonly handle: (input: Asked, call: Call) => Record<string, unknown>;
  readonly encode: (output: Record<string, unknown>) => Encoded;
  readonly tokens?: Operation['tokens'];
  readonly lists?: readonly string[];
}

function operation(name: string, { decode, handle, encode, tokens, lists = [] }: Parts): Operation {
  const none = { sent: undefined, answered: undefined };
  return { name, decode, handle: (input, call) => handle(input as Asked, call), encode, tokens: tokens ?? none, lists };
}

function asked(request: WireRequest): Asked {
  const [, Bucket = '', ...key] = request.path.split('/').map(decodeURIComponent);
  return { Bucket, Key: key.join('/'), ExpectedBucketOwner: header(request, 'x-amz-expected-bucket-owner') };
}

function bucketOf(
  { Bucket, ExpectedBucketOwner }: Pick<Asked, 'Bucket' | 'ExpectedBucketOwner'>,
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

function plainBody(request: WireRequest): string {
  if (!header(request, 'content-encoding')?.includes('aws-chunked')) return request.body;
  throw new AwsError('NotImplemented', 'The sandbox takes no body in chunks', 400);
}

function header({ headers }: WireRequest, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function tag(name: string, text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `<${name}>${escaped}</${name}>`;
}
