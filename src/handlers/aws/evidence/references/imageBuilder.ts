import { ReadError } from '../../../../core/common/errors.ts';
import type { Finding } from '../../../../core/common/finding.ts';
import type { Found } from '../../../contract/collecting.ts';
import type { Io, Scope } from '../../../contract/handler.ts';
import { imageBuilder as calls } from '../../calls/imageBuilder.ts';
import { ssm } from '../../calls/ssm.ts';
import { allOf } from '../../wire/paging.ts';
import { everyAccount, provenReader } from '../../wire/places.ts';
import { pages } from '../../wire/reading.ts';
import { type CallScope, whereIs } from '../../wire/target.ts';
import { placeSource } from '../placeSource.ts';
import { refuseSecure, versionsOf } from './parameterApi.ts';
import { imagesIn, parameterIn } from './parameterReferences.ts';

/** The base image of an EC2 Image Builder recipe. */
type ParentImage =
  | { readonly kind: 'image'; readonly id: string }
  /** Name or ARN of an SSM parameter, for any version or label. */
  | { readonly kind: 'parameter'; readonly name: string }
  /** An Image Builder image of an account, by name: version and build are chosen at the time of use. */
  | { readonly kind: 'builder'; readonly account: string; readonly name: string }
  /** No image of this account: an image of AWS or of the Marketplace, or a container image. */
  | { readonly kind: 'foreign' };

const BUILDER_ARN = /^arn:[^:]+:imagebuilder:[^:]*:([^:]*):image\/([^/]+)(\/|$)/;

/**
 * https://docs.aws.amazon.com/imagebuilder/latest/APIReference/API_CreateImageRecipe.html: an AMI id, `ssm:` and a
 * parameter, the ARN of an image of Image Builder, a Marketplace product id; of a container recipe also an image URI.
 */
function parentImage(text: string): ParentImage {
  if (/^ami-/i.test(text)) return { kind: 'image', id: text.toLowerCase() };
  if (text.startsWith('ssm:')) {
    const meant = parameterIn(text.slice('ssm:'.length));
    return meant === undefined ? { kind: 'foreign' } : { kind: 'parameter', name: meant.name };
  }
  const [, account, name] = BUILDER_ARN.exec(text) ?? [];
  // ARNs of AWS's own images have `aws` in place of the account id.
  const isForeign = account === undefined || name === undefined || account === 'aws';
  return isForeign ? { kind: 'foreign' } : { kind: 'builder', account, name };
}

/**
 * A pipeline may use a recipe at any time, today or in a year; and recipes are shared with other accounts:
 * https://docs.aws.amazon.com/imagebuilder/latest/userguide/manage-shared-resources.html
 */
export const imageBuilder = placeSource({
  name: 'imageBuilder',
  summary:
    'EC2 Image Builder recipes and container recipes, by their base image: named by id, by an SSM parameter, or as an Image Builder image (then all its builds).',
  calls: [
    calls.listContainerRecipes,
    calls.listImageBuildVersions,
    calls.listImageRecipes,
    calls.listImages,
    ssm.getParameterHistory,
  ],
  affectsOtherAccounts: true,
  places: everyAccount,
  async find(target, found, scope) {
    const uses = await parentsIn(target, found);
    const made = new ImagesMade((id) => makerOf(id, target, scope, target.io), uses);
    // Images named by id first: they cost no call, and count even if the others fail.
    const byId = uses.toSorted((a, b) => Number(b.parent.kind === 'image') - Number(a.parent.kind === 'image'));
    await found.inAll(byId, async ({ by, parent }) =>
      (await idsOf(target, parent, made)).map((alias): Finding => ({ alias, says: 'used', by })),
    );
  },
});

interface Use {
  readonly by: string;
  readonly parent: ParentImage;
}

async function parentsIn(target: CallScope, found: Found): Promise<readonly Use[]> {
  const uses: Use[] = [];
  const recipes = pages(target, calls.listImageRecipes, 'reading Image Builder recipes');
  const ofImages = found.inPages(recipes, ({ arn, parentImage: parent }) => {
    if (!arn || !parent) throw malformed(`Image Builder recipe ${arn ?? 'without ARN'} came without a parent image`);
    uses.push({ by: `Image Builder recipe ${arn}`, parent: parentImage(parent) });
    return [];
  });
  await found.attempt(() => ofImages);
  const containers = pages(target, calls.listContainerRecipes, 'reading Image Builder container recipes');
  const ofContainers = found.inPages(containers, ({ arn, parentImage: parent, instanceImage }) => {
    if (!arn) throw malformed('an Image Builder container recipe came without its ARN');
    const by = `Image Builder container recipe ${arn}`;
    for (const text of [parent, instanceImage]) if (text) uses.push({ by, parent: parentImage(text) });
    return [];
  });
  await found.attempt(() => ofContainers);
  return uses;
}

type Made = ReadonlyMap<string, readonly string[]>;

/** The machine images in this region that an account's builds made, by build name; reads each account once. */
class ImagesMade {
  readonly #readerOf: (accountId: string) => Promise<CallScope>;
  readonly #uses: readonly Use[];
  readonly #read = new Map<string, Promise<Made>>();

  constructor(readerOf: (accountId: string) => Promise<CallScope>, uses: readonly Use[]) {
    this.#readerOf = readerOf;
    this.#uses = uses;
  }

  async of(accountId: string, name: string): Promise<readonly string[]> {
    const made = this.#read.get(accountId) ?? this.#begin(accountId);
    this.#read.set(accountId, made);
    return (await made).get(name) ?? [];
  }

  async #begin(accountId: string): Promise<Made> {
    const names = this.#uses.flatMap(({ parent }) =>
      parent.kind === 'builder' && parent.account === accountId ? [parent.name] : [],
    );
    return imagesOf(await this.#readerOf(accountId), new Set(names));
  }
}

/**
 * The identity that can list the builds of that account: Image Builder's images may be shared with other accounts.
 * @throws ReadError if there is none: its builds may have made images anywhere
 */
async function makerOf(id: string, target: CallScope, scope: Scope, io: Io): Promise<CallScope> {
  if (id === target.account.id) return target;
  const declared = scope.accounts.find((account) => account.provider === 'aws' && account.id === id);
  if (declared) return provenReader({ account: declared.name, location: target.region }, scope, io);
  throw new ReadError(
    `reading Image Builder recipes in ${whereIs(target)}: one begins with an image of account ${id}, which is not declared, so its image is unknown; declare the account in accounts`,
    { problem: 'failed' },
  );
}

async function imagesOf(target: CallScope, names: ReadonlySet<string>): Promise<Made> {
  const made = new Map<string, string[]>();
  for (const { arn } of await allOf(pages(target, calls.listImages, 'reading Image Builder images'))) {
    if (!arn) throw malformed('an Image Builder image came without its ARN');
    const version = parentImage(arn);
    if (version.kind !== 'builder' || !names.has(version.name)) continue;
    const what = `reading builds of the Image Builder image ${arn}`;
    const builds = await allOf(pages(target, calls.listImageBuildVersions, what, { imageVersionArn: arn }));
    const amis = builds.flatMap(({ outputResources }) => outputResources?.amis ?? []);
    const ids = amis.flatMap(({ image, region }) => (image && region === target.region ? [image] : []));
    made.set(version.name, [...(made.get(version.name) ?? []), ...ids]);
  }
  return made;
}

async function idsOf(target: CallScope, parent: ParentImage, made: ImagesMade): Promise<readonly string[]> {
  switch (parent.kind) {
    case 'image':
      return [parent.id];
    case 'builder':
      return made.of(parent.account, parent.name);
    case 'parameter': {
      const versions = await versionsOf(target, parent.name);
      refuseSecure(versions, target);
      return [...new Set(versions.flatMap(({ value }) => imagesIn(value)))];
    }
    case 'foreign':
      return [];
  }
}

function malformed(message: string): ReadError {
  return new ReadError(message, { problem: 'malformed' });
}
