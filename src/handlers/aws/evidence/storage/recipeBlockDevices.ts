import type { InstanceBlockDeviceMapping } from '@aws-sdk/client-imagebuilder';
import { ReadError } from '../../../../core/common/errors.ts';
import type { Finding } from '../../../../core/common/finding.ts';
import { collecting } from '../../../contract/collecting.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { imageBuilder } from '../../calls/imageBuilder.ts';
import { ownPlace, provenReader } from '../../wire/places.ts';
import { containerRecipe, containerRecipes, imageRecipe, imageRecipes } from '../references/imageBuilderApi.ts';

/**
 * In its own account only: whoever else names it has it shared with him, and that keeps it. The listings do not tell of
 * devices, so every recipe is asked for; images do not pay for it.
 */
export const recipeBlockDevices: EvidenceSource = {
  name: 'recipeBlockDevices',
  summary:
    'EC2 Image Builder recipes and container recipes, by the snapshots of the block devices that they build with.',
  permissions: permissionsOf(
    imageBuilder.getContainerRecipe,
    imageBuilder.getImageRecipe,
    imageBuilder.listContainerRecipes,
    imageBuilder.listImageRecipes,
  ),
  per: 'location',
  places: ownPlace,
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    return collecting(async (found) => {
      const ofImages = found.inPages(imageRecipes(target), async ({ arn }) => {
        const recipe = await imageRecipe(target, demanded(arn));
        return usesOf(recipe.blockDeviceMappings, `Image Builder recipe ${arn}`);
      });
      await found.attempt(() => ofImages);
      await found.inPages(containerRecipes(target), async ({ arn }) => {
        const recipe = await containerRecipe(target, demanded(arn));
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
