import type { HeadObjectCommandOutput, _Object as Listed } from '@aws-sdk/client-s3';
import { defined } from '../../../../core/common/defined.ts';
import type { AssetPlace } from '../../evidence/cdk/bootstrap.ts';
import { assetAliases, codeAlias } from '../../resources/cdk/assetHash.ts';
import { namedByHand } from '../../resources/cdk/humanName.ts';
import { markOfObject } from '../../resources/cdk/marks.ts';
import { environmentsOf } from '../../resources/cdk/places.ts';
import type { Asset } from '../cdkEnvironments.ts';

/** For `restore`: the object's content stays behind the delete marker, if the bucket keeps versions. */
export interface ObjectDefinition {
  readonly bucket: string;
  readonly key: string;
  readonly etag: string;
  /** Absent: the bucket has never kept versions. */
  readonly versionId?: string;
  readonly lastModified?: string;
  readonly sizeBytes?: number;
  readonly tags: Readonly<Record<string, string>>;
}

/** An object in the staging bucket of an environment. */
export interface AssetObject extends Asset {
  /** With its quotes, as S3 compares it. */
  readonly etag: string;
  /** `STANDARD`, `STANDARD_IA`, … */
  readonly storageClass: string;
  /** Why a person may use it by its name. */
  readonly byHand?: string;
  /** Set after a read by key. */
  readonly described?: ObjectDefinition;
}

/** An object as the listing shows it: without its tags. `undefined`: without a key or an ETag nothing is known of it. */
export function listedObject(place: AssetPlace, listed: Listed): AssetObject | undefined {
  const { Key, ETag, LastModified: at, Size: size, StorageClass: storageClass } = listed;
  return Key && ETag ? toAsset(place, { key: Key, etag: ETag, ...defined({ at, size, storageClass }) }) : undefined;
}

/** An object as a read by key shows it. @param reads the mark of another tool, if the entry understands it */
export function readObject(
  place: AssetPlace,
  key: string,
  head: Omit<HeadObjectCommandOutput, 'ETag'> & { readonly ETag: string },
  tags: Readonly<Record<string, string>>,
  mark: { readonly now: number } | undefined,
): AssetObject {
  const { ETag: etag, LastModified: at, ContentLength: size, VersionId: versionId } = head;
  // Of a file in several parts it is the checksum of their checksums, which no function has.
  const { ChecksumSHA256: sha256, ChecksumType: type } = head;
  const code = sha256 && type !== 'COMPOSITE' ? [codeAlias(sha256)] : [];
  const plain = toAsset(place, { key, etag, ...defined({ at, size, storageClass: head.StorageClass }) });
  const found = mark ? markOfObject(tags, mark.now) : { kind: 'none' as const };
  return {
    ...plain,
    aliases: [...plain.aliases, ...code],
    tags,
    ...(found.kind === 'marked' ? { markedElsewhereAt: found.at } : {}),
    ...(found.kind === 'unreadable'
      ? { note: { code: 'words', values: { words: `${found.why}, so it is marked anew` } } as const }
      : {}),
    described: {
      bucket: place.name,
      key,
      etag,
      tags,
      ...defined({ versionId: versionId || undefined, lastModified: at?.toISOString(), sizeBytes: size }),
    },
  };
}

/** The fields of an object in a listing or a read. S3 names no class for `STANDARD` in a read by key. */
interface ObjectFields {
  readonly key: string;
  readonly etag: string;
  readonly at?: Date;
  readonly size?: number;
  readonly storageClass?: string;
}

function toAsset(
  { name: bucket, qualifier }: AssetPlace,
  { key, etag, at, size, storageClass = 'STANDARD' }: ObjectFields,
): AssetObject {
  const byHand = namedByHand([key]);
  return {
    id: key,
    // A later object of the same key and content has another date; a replica in another bucket has the same.
    identity: `${key}@${etag}@${at?.toISOString() ?? ''}@${bucket}`,
    name: key,
    tags: {},
    aliases: assetAliases([key], qualifier, ...environmentsOf(bucket, 'bucket')),
    group: `bucket/${bucket}`,
    etag,
    storageClass,
    ...defined({ createdAt: at, sizeBytes: size, byHand }),
  };
}
