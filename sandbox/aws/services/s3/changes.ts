import { AwsError } from '../../collections/errors.ts';
import { Table } from '../../collections/table.ts';
import { hideObject, removeVersion, type versionsOf } from '../../store/buckets.ts';
import type { Call } from '../../store/call.ts';
import type { Bucket, StoredObject } from '../../store/store.ts';
import type { Encoded, WireRequest } from '../../wire/format.ts';
import type { Operation } from '../../wire/service.ts';
import { type Element, parseXml } from '../../wire/xmlInput.ts';
import { etagOf } from './objects.ts';
import { bucketOf, type ObjectInput, objectInput, operation, tag, XML } from './wire.ts';

/** "the request can contain a list of up to 1,000 keys": API_DeleteObjects. */
const MOST_KEYS = 1000;
/** "You can associate up to 10 tags with an object": object tagging. */
const MOST_TAGS = 10;

interface Wanted {
  readonly Key: string;
  readonly ETag?: string;
  readonly VersionId?: string;
}

interface Outcome {
  readonly Key: string;
  readonly Code?: string;
  readonly Message?: string;
  readonly marker?: string;
}

/** The operations on tags and versions, and the deletions. */
export const CHANGES: Readonly<Record<string, Operation>> = {
  CreateBucket: operation('CreateBucket', {
    decode: objectInput,
    handle({ Bucket }, { account, region, store }) {
      if (store.buckets.has(Bucket)) throw new AwsError('BucketAlreadyOwnedByYou', 'The bucket exists', 409);
      const objects = new Table<StoredObject>(store);
      store.buckets.set(Bucket, { account: account.id, region, objects, isVersioned: false, versions: new Map() });
      return {};
    },
    encode: () => ({ body: '' }),
  }),
  DeleteObjects: operation('DeleteObjects', {
    decode: (request) => ({ ...objectInput(request), Delete: { Objects: wantedIn(request) } }),
    handle({ Delete, ...input }, call) {
      const bucket = bucketOf(input, call);
      const { Objects } = Delete as { readonly Objects: readonly Wanted[] };
      if (Objects.length === 0 || Objects.length > MOST_KEYS) {
        throw new AwsError('MalformedXML', 'The XML you provided was not well-formed', 400);
      }
      return { outcomes: Objects.map((one) => deleted(bucket, one, call)) };
    },
    encode: ({ outcomes }) => wrapped('DeleteResult', (outcomes as readonly Outcome[]).map(outcomeXml).join('')),
  }),
  DeleteObject: operation('DeleteObject', {
    decode: (request) => ({ ...objectInput(request), VersionId: request.query.get('versionId') ?? undefined }),
    handle({ Key, VersionId, ...input }, call) {
      deleted(bucketOf(input, call), { Key, ...(VersionId ? { VersionId: String(VersionId) } : {}) }, call);
      return {};
    },
    encode: () => ({ body: '', status: 204 }),
  }),
  GetBucketVersioning: operation('GetBucketVersioning', {
    decode: objectInput,
    handle: (input, call) => ({ isVersioned: bucketOf(input, call).isVersioned }),
    encode: ({ isVersioned }) => wrapped('VersioningConfiguration', isVersioned ? tag('Status', 'Enabled') : ''),
  }),
  GetObjectTagging: operation('GetObjectTagging', {
    decode: objectInput,
    handle: ({ Key, ...input }, call) => ({ tags: existing(bucketOf(input, call), Key).tags ?? {} }),
    encode({ tags }) {
      const all = Object.entries(tags as Readonly<Record<string, string>>);
      const inner = all.map(([key, value]) => `<Tag>${tag('Key', key)}${tag('Value', value)}</Tag>`).join('');
      return wrapped('Tagging', `<TagSet>${inner}</TagSet>`);
    },
  }),
  DeleteObjectTagging: operation('DeleteObjectTagging', {
    decode: objectInput,
    handle({ Key, ...input }, call) {
      const bucket = bucketOf(input, call);
      bucket.objects.put(Key, { ...existing(bucket, Key), tags: {} });
      return {};
    },
    encode: () => ({ body: '', status: 204 }),
  }),
  PutObjectTagging: operation('PutObjectTagging', {
    decode: (request) => ({ ...objectInput(request), Tagging: tagsIn(request) }),
    handle({ Key, Tagging, ...input }, call) {
      const bucket = bucketOf(input, call);
      const tags = Tagging as Readonly<Record<string, string>>;
      if (Object.keys(tags).length > MOST_TAGS) {
        throw new AwsError('BadRequest', 'Object tags cannot be greater than 10', 400);
      }
      if (Object.keys(tags).some((key) => key.startsWith('aws:'))) {
        throw new AwsError('InvalidTag', 'System tags cannot be added/updated by requester', 400);
      }
      bucket.objects.put(Key, { ...existing(bucket, Key), tags });
      return {};
    },
    encode: () => ({ body: '' }),
  }),
  /** The caller's own, whatever their region. */
  ListBuckets: operation('ListBuckets', {
    decode: objectInput,
    handle: (_input, { account, store }) => ({
      names: [...store.buckets].filter(([, bucket]) => bucket.account === account.id).map(([name]) => name),
    }),
    encode({ names }) {
      const created = tag('CreationDate', new Date(0).toISOString());
      const inner = (names as readonly string[]).map((name) => `<Bucket>${tag('Name', name)}${created}</Bucket>`);
      return wrapped('ListAllMyBucketsResult', `<Buckets>${inner.join('')}</Buckets>`);
    },
  }),
  ListObjectVersions: operation('ListObjectVersions', {
    decode: (request) => ({ ...objectInput(request), Prefix: request.query.get('prefix') ?? '' }),
    handle({ Prefix, ...input }, call) {
      const { versions } = bucketOf(input, call);
      return { versions: [...versions].filter(([key]) => key.startsWith(String(Prefix))) };
    },
    encode({ versions }) {
      const all = versions as readonly (readonly [string, ReturnType<typeof versionsOf>])[];
      const inner = all.flatMap(([key, list]) =>
        list.map(({ versionId, object }, index) => {
          const about = `${tag('Key', key)}${tag('VersionId', versionId)}${tag('IsLatest', String(index === 0))}`;
          return object
            ? `<Version>${about}${tag('ETag', etagOf(object))}</Version>`
            : `<DeleteMarker>${about}</DeleteMarker>`;
        }),
      );
      return wrapped('ListVersionsResult', `${tag('IsTruncated', 'false')}${inner.join('')}`);
    },
  }),
};

/** "deletes are conditional": the ETag of the present object must be the one of the request. */
function deleted(bucket: Bucket, { Key, ETag, VersionId }: Wanted, { ids }: Call): Outcome {
  if (VersionId !== undefined) {
    removeVersion(bucket, Key, VersionId);
    return { Key };
  }
  const object = bucket.objects.get(Key);
  if (ETag !== undefined && !object) return { Key, Code: 'NoSuchKey', Message: 'The specified key does not exist.' };
  if (ETag !== undefined && object && etagOf(object).replaceAll('"', '') !== ETag.replaceAll('"', '')) {
    const Message = 'At least one of the pre-conditions you specified did not hold';
    return { Key, Code: 'PreconditionFailed', Message };
  }
  if (object?.refusal !== undefined) return { Key, Code: object.refusal, Message: 'The deletion is refused.' };
  const marker = hideObject(bucket, Key, ids.uuid());
  return { Key, ...(marker === undefined ? {} : { marker }) };
}

function outcomeXml({ Key, Code, Message = '', marker }: Outcome): string {
  if (Code !== undefined) return `<Error>${tag('Key', Key)}${tag('Code', Code)}${tag('Message', Message)}</Error>`;
  const made = marker === undefined ? '' : `${tag('DeleteMarker', 'true')}${tag('DeleteMarkerVersionId', marker)}`;
  return `<Deleted>${tag('Key', Key)}${made}</Deleted>`;
}

function wrapped(name: string, inner: string): Encoded {
  return { body: `${XML}<${name}>${inner}</${name}>` };
}

function existing({ objects }: Bucket, key: ObjectInput['Key']): StoredObject {
  const found = objects.get(key);
  if (found) return found;
  throw new AwsError('NoSuchKey', 'The specified key does not exist.', 404);
}

function wantedIn({ body }: WireRequest): readonly Wanted[] {
  const objects = parseXml(body)?.children.filter(({ name }) => name === 'Object') ?? [];
  return objects.map(({ children }) => textsOf(children) as unknown as Wanted);
}

function tagsIn({ body }: WireRequest): Readonly<Record<string, string>> {
  const tags = parseXml(body)?.children[0]?.children ?? [];
  return Object.fromEntries(
    tags.map(({ children }) => {
      const { Key = '', Value = '' } = textsOf(children);
      return [Key, Value];
    }),
  );
}

function textsOf(children: readonly Element[]): Readonly<Record<string, string>> {
  return Object.fromEntries(children.map(({ name, text }) => [name, text]));
}
