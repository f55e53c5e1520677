import { AwsError } from '../../collections/errors.ts';
import { page } from '../../collections/paging.ts';
import type { Row } from '../../collections/table.ts';
import { putObject } from '../../store/buckets.ts';
import type { StoredObject } from '../../store/store.ts';
import type { Operation } from '../../wire/service.ts';
import { bucketOf, header, objectInput, operation, plainBody, tag, XML } from './wire.ts';

/** "Returns some or all (up to 1,000) of the objects in a bucket": API_ListObjectsV2. */
const MOST = 1000;

type Listed = StoredObject & { readonly key: string };

/** The operations that read and write whole objects. */
export const OBJECTS: Readonly<Record<string, Operation>> = {
  PutObject: operation('PutObject', {
    decode: (request) => ({
      ...objectInput(request),
      IfNoneMatch: header(request, 'if-none-match'),
      ServerSideEncryption: header(request, 'x-amz-server-side-encryption'),
      SSEKMSKeyId: header(request, 'x-amz-server-side-encryption-aws-kms-key-id'),
      Body: plainBody(request),
    }),
    /**
     * "If-None-Match … If the object key name already exists, S3 returns a 412 Precondition Failed error": PutObject.
     */
    handle({ Key, Body, IfNoneMatch, ...input }, call) {
      const bucket = bucketOf(input, call);
      if (IfNoneMatch === '*' && bucket.objects.get(String(Key))) {
        throw new AwsError('PreconditionFailed', 'At least one of the pre-conditions you specified did not hold', 412);
      }
      const { ServerSideEncryption: encryption } = input;
      const object = {
        body: String(Body),
        lastModified: call.now,
        ...(encryption ? { encryption: String(encryption) } : {}),
      };
      putObject(bucket, String(Key), object, call.ids.uuid());
      return {};
    },
    encode: () => ({ body: '', headers: { etag: '"0"' } }),
  }),
  GetObject: operation('GetObject', {
    decode: objectInput,
    handle({ Key, ...input }, call) {
      const object = bucketOf(input, call).objects.get(String(Key));
      if (!object) throw new AwsError('NoSuchKey', 'The specified key does not exist.', 404);
      return { Body: object.body };
    },
    encode: ({ Body }) => ({ body: String(Body), headers: { etag: '"0"' } }),
  }),
  ListObjectsV2: operation('ListObjectsV2', {
    decode: (request) => ({
      ...objectInput(request),
      Prefix: request.query.get('prefix') ?? '',
      MaxKeys: request.query.get('max-keys') ?? String(MOST),
      ContinuationToken: request.query.get('continuation-token') ?? undefined,
    }),
    handle({ Prefix, MaxKeys, ContinuationToken, ...input }, call) {
      const rows = inOrder(bucketOf(input, call).objects.view());
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
      return { rows: found.rows.map(({ key, value }) => ({ key, ...value })), next: found.nextToken };
    },
    encode({ rows = [], next }) {
      const contents = (rows as readonly Listed[]).map(contentOf).join('');
      const end = next === undefined ? '' : tag('NextContinuationToken', String(next));
      const about = `${tag('IsTruncated', String(next !== undefined))}${tag('KeyCount', String((rows as readonly Listed[]).length))}`;
      return { body: `${XML}<ListBucketResult>${about}${end}${contents}</ListBucketResult>` };
    },
    tokens: { sent: 'ContinuationToken', answered: 'next' },
    lists: ['rows'],
  }),
  HeadObject: operation('HeadObject', {
    decode: objectInput,
    /** The answer to HEAD has no body, so no code but its status: API_HeadObject. */
    handle({ Key, ...input }, call) {
      const object = bucketOf(input, call).objects.get(String(Key));
      if (!object) throw new AwsError('NotFound', 'Not Found', 404);
      return { object };
    },
    encode({ object }) {
      const { versionId, lastModified, sha256 } = object as StoredObject;
      return {
        body: '',
        headers: {
          etag: etagOf(object as StoredObject),
          'content-length': String(sizeOf(object as StoredObject)),
          ...(lastModified ? { 'last-modified': lastModified.toUTCString() } : {}),
          ...(versionId ? { 'x-amz-version-id': versionId } : {}),
          ...(sha256 ? { 'x-amz-checksum-sha256': sha256, 'x-amz-checksum-type': 'FULL_OBJECT' } : {}),
        },
      };
    },
  }),
};

/** "List results are always returned in UTF-8 binary order": sorted once for each state of the bucket. */
function inOrder(rows: readonly Row<StoredObject>[]): readonly Row<StoredObject>[] {
  const known = SORTED.get(rows);
  if (known) return known;
  const sorted = rows
    .toSorted((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)))
    .map((row, index) => ({ ...row, seq: index + 1 }));
  SORTED.set(rows, sorted);
  return sorted;
}

const SORTED = new WeakMap<readonly Row<StoredObject>[], readonly Row<StoredObject>[]>();

function contentOf(object: Listed): string {
  const { key, lastModified = new Date(0) } = object;
  const facts = `${tag('ETag', etagOf(object))}${tag('Size', String(sizeOf(object)))}${tag('StorageClass', 'STANDARD')}`;
  // S3 keeps whole seconds: a listing shows `.000Z`, and a header has no fractions.
  const at = new Date(Math.floor(lastModified.getTime() / 1000) * 1000).toISOString();
  return `<Contents>${tag('Key', key)}${tag('LastModified', at)}${facts}</Contents>`;
}

export function etagOf({ etag = '"0"' }: StoredObject): string {
  return etag;
}

function sizeOf({ size, body }: StoredObject): number {
  return size ?? Buffer.byteLength(body);
}
