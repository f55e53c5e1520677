import type { InstanceBlockDeviceMapping } from '@aws-sdk/client-imagebuilder';
import { ReadError } from '../../../core/errors.ts';
import type { Finding } from '../../../core/finding.ts';
import type { EvidenceSource } from '../../handler.ts';
import { allOf } from '../paging.ts';
import { ownPlace, provenReader } from '../places.ts';
import { containerRecipe, containerRecipes, imageRecipe, imageRecipes } from './imageBuilderApi.ts';

/**
 * In its own account only: whoever else names it has it shared with him, and that keeps it. The listings do not tell of
 * devices, so every recipe is asked for; images do not pay for it.
 */
export const recipeBlockDevices: EvidenceSource = {
  name: 'recipeBlockDevices',
  summary:
    'EC2 Image Builder recipes and container recipes, by the snapshots of the block devices that they build with.',
  permissions: [
    'imagebuilder:GetContainerRecipe',
    'imagebuilder:GetImageRecipe',
    'imagebuilder:ListContainerRecipes',
    'imagebuilder:ListImageRecipes',
  ],
  asks: 'place',
  places: ownPlace,
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    const findings: Finding[] = [];
    for (const { arn } of await allOf(imageRecipes(target))) {
      const recipe = await imageRecipe(target, demanded(arn));
      findings.push(...usesOf(recipe.blockDeviceMappings, `Image Builder recipe ${arn}`));
    }
    for (const { arn } of await allOf(containerRecipes(target))) {
      const recipe = await containerRecipe(target, demanded(arn));
      const devices = recipe.instanceConfiguration?.blockDeviceMappings;
      findings.push(...usesOf(devices, `Image Builder container recipe ${arn}`));
    }
    return findings;
  },
};

function usesOf(devices: readonly InstanceBlockDeviceMapping[] = [], by: string): readonly Finding[] {
  return devices.flatMap(({ ebs }) => (ebs?.snapshotId ? [{ alias: ebs.snapshotId, says: 'used' as const, by }] : []));
}

function demanded(arn: string | undefined): string {
  if (arn) return arn;
  throw new ReadError('an Image Builder recipe came without its ARN', { problem: 'malformed' });
}
