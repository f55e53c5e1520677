/**
 * Files of a staging bucket that may name further assets: the template of a Service Catalog product, of a StackSet, of a
 * nested stack that a condition leaves out, the definition of a state machine. Of a text only its hashes stay.
 */
import { ReadError } from '../../../../core/common/errors.ts';
import { s3 } from '../../calls/s3.ts';
import { assetAliases, type Hashes } from '../../resources/cdk/assetHash.ts';
import type { Bootstrap } from '../../resources/cdk/parameters.ts';
import { environmentsOf } from '../../resources/cdk/places.ts';
import { send } from '../../wire/client.ts';
import { isNotFound } from '../../wire/errors.ts';
import { pagesOf } from '../../wire/paging.ts';
import { type CallContext, readError } from '../../wire/readError.ts';
import { requirePart } from '../../wire/requireList.ts';
import type { CallScope } from '../../wire/target.ts';
import { type AssetPlace, bucketOf } from './bootstrap.ts';
import { Words } from './words.ts';

/** A file that is read if it is used itself. */
export interface TextFile {
  readonly key: string;
  readonly etag: string;
  readonly bytes: number;
  readonly aliases: readonly string[];
}

/** The hashes in a file, and why it may name another one. */
export interface TextNames {
  readonly hashes: Hashes;
  readonly unclear?: string;
}

const IS_TEXT = /\.(?:json|ya?ml|template|asl|txt)$/i;
/**
 * A template has at most 1 MB (https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html), so has
 * a definition of a state machine: a larger file is neither.
 */
const MOST_BYTES = 4 * 1024 * 1024;
/** The surveys and deletions of one pass list a bucket once. */
const LISTED_FOR_MS = 60_000;

/** The texts of one bucket, for all surveys of a process. */
class AssetTexts {
  #listed: { readonly at: number; readonly files: Promise<readonly TextFile[]> } | undefined;
  /** By key and ETag: such a file never changes. */
  readonly #named = new Map<string, TextNames>();

  destroy(): void {
    this.#named.clear();
  }

  /** @param target of the bucket @throws ReadError */
  files(target: CallScope, stackName: string): Promise<readonly TextFile[]> {
    const now = target.io.clock.now();
    const known = this.#listed;
    if (known && now >= known.at && now - known.at < LISTED_FOR_MS) return known.files;
    const files = this.#list(target, stackName);
    this.#listed = { at: now, files };
    files.catch(() => {
      this.#listed = undefined;
    });
    return files;
  }

  async #list(target: CallScope, stackName: string): Promise<readonly TextFile[]> {
    const place = await bucketOf(target, stackName);
    if (!place) return [];
    const files: TextFile[] = [];
    for await (const page of filesIn(target, place)) files.push(...page);
    const present = new Set(files.map(idOf));
    for (const id of this.#named.keys()) if (!present.has(id)) this.#named.delete(id);
    return files;
  }

  /** The assets that a file names; none if it is gone. @throws ReadError */
  async namesIn(target: CallScope, stackName: string, file: TextFile): Promise<TextNames> {
    const id = idOf(file);
    const known = this.#named.get(id);
    if (known) return known;
    const place = await bucketOf(target, stackName);
    const text = place ? await textOf(target, place, file) : '';
    const words = new Words();
    words.add(text);
    const { hashes, unclear } = words.named();
    const names = { hashes, ...(unclear === undefined ? {} : { unclear }) };
    this.#named.set(id, names);
    return names;
  }
}

/** The texts of the staging buckets of these environments of a place. */
export class OpenTexts {
  readonly #target: CallScope;
  readonly #buckets: readonly { readonly stackName: string; readonly texts: AssetTexts }[];
  readonly #bucketOf = new Map<TextFile, { readonly stackName: string; readonly texts: AssetTexts }>();

  constructor(target: CallScope, environments: readonly Bootstrap[]) {
    const { account, region, io } = target;
    this.#target = target;
    this.#buckets = environments.map(({ stackName }) => ({
      stackName,
      texts: io.clients.get(`aws/${account.name}/${region}/cdkTexts/${stackName}`, () => new AssetTexts()),
    }));
  }

  /** @throws ReadError */
  async files(): Promise<readonly TextFile[]> {
    const all: TextFile[] = [];
    for (const bucket of this.#buckets) {
      for (const file of await bucket.texts.files(this.#target, bucket.stackName)) {
        this.#bucketOf.set(file, bucket);
        all.push(file);
      }
    }
    return all;
  }

  /** @param file one of {@link files} @throws ReadError */
  async namesIn(file: TextFile): Promise<TextNames> {
    const bucket = this.#bucketOf.get(file);
    if (bucket === undefined) throw new RangeError(`${file.key} is in no bucket that was listed`);
    return bucket.texts.namesIn(this.#target, bucket.stackName, file);
  }
}

function idOf({ key, etag }: TextFile): string {
  return `${key} ${etag}`;
}

async function* filesIn(target: CallScope, { name, qualifier }: AssetPlace): AsyncGenerator<readonly TextFile[]> {
  const operation = { target, api: s3.listObjectsV2.api, what: `listing the texts of ${name}` };
  yield* pagesOf(operation, async (ContinuationToken) => {
    const answer = await send(target, s3.listObjectsV2, { ...ofAccount(target, name), ContinuationToken });
    requirePart(answer.KeyCount, 'count of keys', operation);
    const nextToken = answer.IsTruncated ? answer.NextContinuationToken : undefined;
    if (answer.IsTruncated) requirePart(nextToken || undefined, 'token of the next page', operation);
    const items = (answer.Contents ?? []).flatMap(({ Key: key = '', ETag: etag = '', Size: bytes = 0 }) => {
      const aliases = assetAliases([key], qualifier, ...environmentsOf(name, 'bucket'));
      return IS_TEXT.test(key) && bytes <= MOST_BYTES && aliases.length > 0 ? [{ key, etag, bytes, aliases }] : [];
    });
    return { items, nextToken };
  });
}

async function textOf(target: CallScope, { name }: AssetPlace, { key: Key, bytes }: TextFile): Promise<string> {
  const operation = { target, api: s3.getObject.api, what: `reading ${Key} in ${name}` };
  const content = await contentOf(operation, { ...ofAccount(target, name), Key });
  // An answer without its body is no empty file.
  if (content && content.length !== bytes) {
    const message = `${operation.what}: it has ${content.length} bytes, and ${bytes} in the listing`;
    throw new ReadError(message, { problem: 'malformed' });
  }
  return Buffer.from(content ?? []).toString('utf8');
}

/** `undefined`: the file is gone. @throws ReadError */
async function contentOf(
  operation: CallContext & { readonly target: CallScope },
  input: { readonly Bucket: string; readonly Key: string },
): Promise<Uint8Array | undefined> {
  try {
    const { Body } = await send(operation.target, s3.getObject, input);
    return await requirePart(Body, 'content', operation).transformToByteArray();
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw readError(error, operation);
  }
}

/** The names of staging buckets are easy to guess: another account may have made one. */
function ofAccount({ account }: CallScope, Bucket: string): { Bucket: string; ExpectedBucketOwner?: string } {
  return { Bucket, ...(account.id === undefined ? {} : { ExpectedBucketOwner: account.id }) };
}
