import { randomUUID } from 'node:crypto';
import type { S3, ServerSideEncryption } from '@aws-sdk/client-s3';
import type { AwsCredentialIdentityProvider } from '@smithy/types';
import { defined } from '../../../core/common/defined.ts';
import { messageOf } from '../../../core/common/errors.ts';
import {
  type DefinitionStore,
  definitionFolder,
  definitionName,
  type StoredDefinition,
  type Written,
  type WrittenName,
} from '../../../core/resource/definition.ts';
import { type DefinitionShelf, definitionsOn, namesOn } from '../../../core/resource/definitionShelf.ts';
import type { Namespace } from '../../../core/resource/namespace.ts';
import { NO_SEAL, type Seal } from '../../../core/resource/seal.ts';
import { distrustOf, sealDefinition } from '../../../core/resource/sealedDefinition.ts';
import { codeOf, isDenied, isMalformed } from '../wire/errors.ts';

/** The bucket, and how to write to it. */
export interface S3DefinitionSettings {
  readonly bucket: string;
  /** The prefix of every key. */
  readonly prefix: string;
  readonly region: string;
  /** The account that must own the bucket; S3 refuses a request to another owner's bucket. */
  readonly expectedBucketOwner?: string | undefined;
  /** Absent: the bucket's default encryption. */
  readonly encryption?: 'AES256' | 'aws:kms' | undefined;
  /** With `aws:kms`; absent: the account's own key for S3. */
  readonly kmsKeyId?: string | undefined;
  /** The role to assume; absent: the SDK's default credentials. */
  readonly role?: string | undefined;
  /** The endpoint of a store other than AWS S3; the bucket is then in the path. */
  readonly endpoint?: string | undefined;
}

/**
 * The limit of one attempt, so that it does not delay a delete pass for longer, ms; the SDK makes up to three attempts.
 */
const REQUEST = { connectionTimeout: 5_000, requestTimeout: 15_000, throwOnRequestTimeout: true };

/**
 * Definitions as S3 objects, which exist completely or not at all. Each is written once: S3 refuses to overwrite one
 * (`If-None-Match`), so that a bucket policy may require that condition.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html
 */
export class S3DefinitionStore implements DefinitionStore {
  readonly #settings: S3DefinitionSettings;
  readonly #seal: Seal;
  #made: Promise<S3> | undefined;

  constructor(settings: S3DefinitionSettings, seal: Seal = NO_SEAL) {
    this.#settings = settings;
    this.#seal = seal;
  }

  async write(definition: StoredDefinition): Promise<void> {
    const { namespace } = definition;
    const name = definitionName(definition);
    const Key = this.#key(namespace, name);
    const end = await this.#put(Key, sealDefinition(this.#seal, definition));
    // It exists: an earlier pass wrote it, or the previous attempt, whose answer was lost.
    if (end === 'exists') await this.#verify(namespace, name);
  }

  /**
   * One small object that stays: S3 checks the right to write before it says that the object exists. Only another object
   * proves that a key of KMS works again.
   */
  async probe(anew: boolean): Promise<void> {
    const name = `holystone-probe${anew ? `-${randomUUID()}` : ''}.json`;
    await this.#put(`${this.#settings.prefix}${name}`, '{}\n');
  }

  async #put(Key: string, Body: string): Promise<'written' | 'exists'> {
    const { encryption, kmsKeyId } = this.#settings;
    try {
      const client = await this.#client();
      await client.putObject({
        ...this.#bucket,
        Key,
        Body,
        ContentType: 'application/json',
        IfNoneMatch: '*',
        ...defined({ ServerSideEncryption: encryption as ServerSideEncryption | undefined, SSEKMSKeyId: kmsKeyId }),
      });
      return 'written';
    } catch (error) {
      if (codeOf(error) === 'PreconditionFailed') return 'exists';
      throw this.#failed('s3:PutObject', Key, error);
    }
  }

  read(namespace: Namespace, id: string): Promise<Written> {
    return definitionsOn(this.#shelf(namespace), id);
  }

  list(namespace: Namespace): AsyncIterable<readonly WrittenName[]> {
    return namesOn(this.#shelf(namespace));
  }

  #shelf(namespace: Namespace): DefinitionShelf {
    return {
      namespace,
      seal: this.#seal,
      names: (beginning) => this.#names(namespace, beginning),
      text: (name) => this.#get(this.#key(namespace, name)),
      where: (name) => this.#where(this.#key(namespace, name)),
    };
  }

  destroy(): void {
    this.#made?.then(
      (client) => client.destroy(),
      () => undefined,
    );
  }

  /** The SDK is loaded at the first use. */
  #client(): Promise<S3> {
    this.#made ??= clientOf(this.#settings);
    return this.#made;
  }

  async *#names(namespace: Namespace, beginning: string): AsyncGenerator<readonly string[]> {
    const folder = this.#key(namespace, '');
    const Prefix = `${folder}${beginning}`;
    let ContinuationToken: string | undefined;
    do {
      const client = await this.#client();
      const page = await client
        .listObjectsV2({ ...this.#bucket, Prefix, ContinuationToken })
        .catch((error: unknown) => {
          throw this.#failed('s3:ListBucket', Prefix, error);
        });
      if (page.IsTruncated && !page.NextContinuationToken) throw new Error(`listing ${Prefix}: a page without its end`);
      yield (page.Contents ?? []).map(({ Key = '' }) => Key.slice(folder.length));
      ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (ContinuationToken !== undefined);
  }

  /**
   * With a key, an existing object counts only with its keyed checksum: another writer, or an instance without the key,
   * may have written it.
   */
  async #verify(namespace: Namespace, name: string): Promise<void> {
    if (!this.#seal.isOn) return;
    const Key = this.#key(namespace, name);
    const where = this.#where(Key);
    const distrust = distrustOf(this.#seal, { namespace, name, where }, await this.#get(Key));
    if (distrust === undefined) return;
    throw new Error(
      `${where} (definitions.s3) already exists and ${distrust}; remove it, or wait: from the next UTC day on the definition has another name`,
    );
  }

  async #get(Key: string): Promise<string> {
    try {
      const client = await this.#client();
      const { Body } = await client.getObject({ ...this.#bucket, Key });
      return (await Body?.transformToString('utf8')) ?? '';
    } catch (error) {
      throw this.#failed('s3:GetObject', Key, error);
    }
  }

  get #bucket(): { Bucket: string; ExpectedBucketOwner?: string } {
    const { bucket, expectedBucketOwner } = this.#settings;
    return { Bucket: bucket, ...defined({ ExpectedBucketOwner: expectedBucketOwner }) };
  }

  #key(namespace: Namespace, name: string): string {
    return `${this.#settings.prefix}${definitionFolder(namespace)}/${name}`;
  }

  #where(key: string): string {
    return `s3://${this.#settings.bucket}/${key}`;
  }

  #failed(permission: string, key: string, cause: unknown): Error {
    const where = this.#where(key);
    if (isDenied(cause)) {
      return new Error(
        `${permission} is denied on ${where} (definitions.s3), or it is not the expected owner's bucket`,
        {
          cause,
        },
      );
    }
    const problem = isMalformed(cause) ? 'the answer could not be read' : messageOf(cause);
    return new Error(`${permission} on ${where} (definitions.s3) failed: ${problem}`, { cause });
  }
}

async function clientOf({ region, role, endpoint }: S3DefinitionSettings): Promise<S3> {
  const { S3 } = await import('@aws-sdk/client-s3');
  return new S3({
    region,
    requestHandler: REQUEST,
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    ...(role === undefined ? {} : { credentials: await assuming(role, region) }),
  });
}

async function assuming(RoleArn: string, region: string): Promise<AwsCredentialIdentityProvider> {
  const { fromTemporaryCredentials } = await import('@aws-sdk/credential-providers');
  return fromTemporaryCredentials({ params: { RoleArn, RoleSessionName: 'holystone' }, clientConfig: { region } });
}
