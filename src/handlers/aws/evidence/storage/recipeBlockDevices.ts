import type { InstanceBlockDeviceMapping } from '@aws-sdk/client-imagebuilder';
import { ReadError } from '../../../../core/common/errors.ts';
import type { Finding } from '../../../../core/common/finding.ts';
import { collecting } from '../../../contract/collecting.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { imageBuilder } from '../../calls/imageBuilder.ts';
import { ownPlace, provenReader } from '../../wire/places.ts';
import { pages, read } from '../../wire/reading.ts';
import { requirePart } from '../../wire/requireList.ts';

const { getContainerRecipe, getImageRecipe, listContainerRecipes, listImageRecipes } = imageBuilder;

/**
 * In its own account only: another account can use it only if it is shared, and that keeps it. The listings contain no
 * devices, so this reads every recipe; images do not pay these calls.
 */
export const recipeBlockDevices: EvidenceSource = {
  name: 'recipeBlockDevices',
  summary:
    'EC2 Image Builder recipes and container recipes, by the snapshots of the block devices that they build with.',
  permissions: permissionsOf(getContainerRecipe, getImageRecipe, listContainerRecipes, listImageRecipes),
  per: 'location',
  places: ownPlace,
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    return collecting(async (found) => {
      const images = pages(target, listImageRecipes, 'reading Image Builder recipes');
      const ofImages = found.inPages(images, async ({ arn }) => {
        const operation = { target, api: getImageRecipe.api, what: `reading the Image Builder recipe ${arn}` };
        const answer = await read(target, getImageRecipe, operation.what, { imageRecipeArn: demanded(arn) });
        const recipe = requirePart(answer.imageRecipe, 'recipe', operation);
        return usesOf(recipe.blockDeviceMappings, `Image Builder recipe ${arn}`);
      });
      await found.attempt(() => ofImages);
      const containers = pages(target, listContainerRecipes, 'reading Image Builder container recipes');
      await found.inPages(containers, async ({ arn }) => {
        const operation = {
          target,
          api: getContainerRecipe.api,
          what: `reading the Image Builder container recipe ${arn}`,
        };
        const answer = await read(target, getContainerRecipe, operation.what, { containerRecipeArn: demanded(arn) });
        const recipe = requirePart(answer.containerRecipe, 'recipe', operation);
        const devices = recipe.instanceConfiguration?.blockDeviceMappings;
        return usesOf(devices, `Image Builder container recipe ${arn}`);
      });
    });
  },
};

function usesOf(devices: readonly InstanceBlockDeviceMapping[] = [], by: string): readonly Finding[] {
  return devices.flatMap(({ ebs }) => (ebs?.snapshotId ? [{ alias: ebs.snapshotId, says: 'used' as const, by }] : []));
}

function demanded(arn: string | undefined): string {
  if (arn) return arn;
  throw new ReadError('an Image Builder recipe came without its ARN', { problem: 'malformed' });
}
