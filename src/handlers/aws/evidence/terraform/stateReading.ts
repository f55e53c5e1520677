/** Reads states of one bucket. They have secrets: only what they name, and their counts, stay. */
import { ReadError } from '../../../../core/common/errors.ts';
import type { Finding } from '../../../../core/common/finding.ts';
import { turn } from '../../../../core/common/steps.ts';
import { bytesWords } from '../../../../core/text/bytes.ts';
import { s3 } from '../../calls/s3.ts';
import { mentionsIn } from '../../mentions/scan.ts';
import { classicAlias, targetGroupAlias } from '../../resources/balancingAliases.ts';
import { assetAliases } from '../../resources/cdk/assetHash.ts';
import { configurationAlias, templateAlias } from '../../resources/launchAliases.ts';
import { groupAlias } from '../../resources/securityGroup.ts';
import { addressOf, managedIn, parseState, type StateResource } from '../../resources/terraform/stateFile.ts';
import { prefixesOf } from '../../resources/terraform/stateKeys.ts';
import { unshareStrings } from '../../resources/unshareStrings.ts';
import { send } from '../../wire/client.ts';
import { pagesOf } from '../../wire/paging.ts';
import { readError } from '../../wire/readError.ts';
import { requirePart } from '../../wire/requireList.ts';
import type { CallScope } from '../../wire/target.ts';
import type { TerraformState } from '../../wire/terraformSettings.ts';

/** Parsing takes a second for so many; states of this size take Terraform minutes for each command. */
const MOST_BYTES = 32_000_000;
/** Objects below the prefixes of one setting. */
const MOST_OBJECTS = 100_000;
/** Resources of a state between two turns of the event loop. */
const A_STEP = 100;
/** No name of AWS is longer. */
const LONGEST_NAME = 255;

/** An object of a bucket that may be a state. */
export interface StateObject {
  readonly key: string;
  readonly etag: string;
  readonly bytes: number;
}

/** What stays of a state. */
export interface StateRead {
  readonly serial: number;
  readonly lineage: string;
  readonly managed: number;
  readonly findings: readonly Finding[];
}

/** Every object below the prefixes of a setting. @throws ReadError */
export async function objectsOf(target: CallScope, setting: TerraformState): Promise<readonly StateObject[]> {
  const objects = new Map<string, StateObject>();
  for (const Prefix of prefixesOf(setting)) {
    const operation = { target, api: s3.listObjectsV2.api, what: `listing states in ${setting.bucket}` };
    const pages = pagesOf(operation, async (ContinuationToken) => {
      const answer = await send(target, s3.listObjectsV2, { ...bucketOf(target, setting), Prefix, ContinuationToken });
      requirePart(answer.KeyCount, 'count of keys', operation);
      const nextToken = answer.IsTruncated ? answer.NextContinuationToken : undefined;
      if (answer.IsTruncated) requirePart(nextToken || undefined, 'token of the next page', operation);
      return { items: answer.Contents ?? [], nextToken };
    });
    for await (const page of pages) {
      for (const { Key: key = '', ETag: etag = '', Size: bytes = 0 } of page) objects.set(key, { key, etag, bytes });
      if (objects.size > MOST_OBJECTS)
        throw problemOf(setting, `more than ${MOST_OBJECTS} objects are below ${Prefix}`);
    }
  }
  return [...objects.values()];
}

/** States by their ETags, for all passes of a process: the same one is read once. */
export class StateCache {
  readonly #reads = new Map<string, { readonly etag: string; readonly read: StateRead }>();

  destroy(): void {
    this.#reads.clear();
  }

  /** @throws ReadError for a state that cannot be read, or not wholly understood */
  async read(target: CallScope, setting: TerraformState, object: StateObject): Promise<StateRead> {
    const { key, bytes } = object;
    if (bytes > MOST_BYTES) throw tooLarge(setting, key, bytes);
    const address = `${setting.bucket}/${key}`;
    const known = this.#reads.get(address);
    if (known && object.etag !== '' && known.etag === object.etag) return known.read;
    const read = await readState(target, setting, object);
    this.#reads.set(address, { etag: object.etag, read });
    return read;
  }
}

async function readState(target: CallScope, setting: TerraformState, { key }: StateObject): Promise<StateRead> {
  const state = parseState(await textOf(target, setting, key));
  if (typeof state === 'string') throw problemOf(setting, `${key}: ${state}`);
  const { serial, lineage, outputs, resources } = state;
  const byAlias = new Map<string, Finding>();
  const add = (alias: string, by: string) => {
    if (alias !== '' && !byAlias.has(alias)) {
      const own = unshareStrings(alias);
      byAlias.set(own, { alias: own, says: 'used', by });
    }
  };
  const title = `state ${setting.bucket}/${key}`;
  for (const { alias } of mentionsIn(outputs ?? {})) add(alias, `${title} (outputs)`);
  for (const [index, resource] of resources.entries()) {
    const by = `${title} (${addressOf(resource)})`;
    for (const alias of aliasesIn(resource)) add(alias, by);
    if (index % A_STEP === A_STEP - 1) {
      await turn();
      target.io.signal.throwIfAborted();
    }
  }
  return { serial, lineage, managed: managedIn(state), findings: [...byAlias.values()] };
}

/** Members with ids and names. Other texts may be secrets, and a name is stored. */
const NAMING = /(?:^|_)(?:arn|id|identifier|name)s?$/;

/** By all that it mentions; and a resource of AWS by its ids and names, which have no form of their own. */
export function* aliasesIn({ type, instances }: StateResource): Iterable<string> {
  for (const { alias } of mentionsIn(instances)) yield alias;
  if (!/^aws/.test(type)) return;
  for (const { attributes, attributes_flat: flat } of instances) {
    for (const [member, value] of [attributes, flat].flatMap((one) => Object.entries(Object(one)))) {
      if (!NAMING.test(member)) continue;
      for (const text of [value].flat()) {
        if (typeof text !== 'string' || text.length > LONGEST_NAME) continue;
        yield* [text, text.toLowerCase(), ...namesInStates(text)];
      }
    }
  }
}

async function textOf(target: CallScope, setting: TerraformState, Key: string): Promise<string> {
  const operation = { target, api: s3.getObject.api, what: `reading the state ${Key} in ${setting.bucket}` };
  try {
    const { Body, ContentLength = 0 } = await send(target, s3.getObject, { ...bucketOf(target, setting), Key });
    // It may have grown since the listing.
    if (ContentLength > MOST_BYTES) throw tooLarge(setting, Key, ContentLength);
    return await requirePart(Body, 'content', operation).transformToString('utf8');
  } catch (error) {
    throw readError(error, operation);
  }
}

function bucketOf(
  { account }: CallScope,
  { bucket }: TerraformState,
): { Bucket: string; ExpectedBucketOwner?: string } {
  return { Bucket: bucket, ...(account.id === undefined ? {} : { ExpectedBucketOwner: account.id }) };
}

function tooLarge(setting: TerraformState, key: string, bytes: number): ReadError {
  const most = bytesWords(MOST_BYTES);
  return problemOf(setting, `${key} has ${bytesWords(bytes)}, and Holystone reads states of at most ${most}: split it`);
}

export function problemOf({ bucket }: TerraformState, why: string): ReadError {
  return new ReadError(`reading states of Terraform in ${bucket}: ${why}`, { problem: 'malformed' });
}

/**
 * By the name of what a state may have without an ARN, and of an asset of CDK by its file or its tag, where the alias says of what
 * it is the name.
 */
function namesInStates(text: string): readonly string[] {
  const name = text.trim();
  const template = templateAlias({ name });
  const named = [configurationAlias(name), classicAlias(name), groupAlias(name), targetGroupAlias(name)];
  return [...named, ...(template ? [template] : []), ...assetAliases([name])];
}
