import { ReadError } from '../../../../core/common/errors.ts';
import type { Finding } from '../../../../core/common/finding.ts';
import type { Found } from '../../../contract/collecting.ts';
import { imageBuilder as calls } from '../../calls/imageBuilder.ts';
import { ssm } from '../../calls/ssm.ts';
import { everyAccount } from '../../wire/places.ts';
import { pages } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';
import { placeSource } from '../placeSource.ts';
import { Builds } from './builds.ts';
import { refuseSecure, versionsOf } from './parameterApi.ts';
import { imagesIn } from './parameterReferences.ts';
import { type ParentImage, parentImage } from './parentImage.ts';

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
    const parents = uses.map(({ parent }) => parent);
    const made = new Builds(target, scope, parents, ({ amis = [] }, region) =>
      amis.flatMap((ami) => (ami.image && ami.region === region ? [ami.image] : [])),
    );
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

async function idsOf(target: CallScope, parent: ParentImage, made: Builds): Promise<readonly string[]> {
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
