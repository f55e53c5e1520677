import type { LaunchConfiguration } from '@aws-sdk/client-auto-scaling';
import { ReadError } from '../../../../core/common/errors.ts';
import { findInPages } from '../../../contract/collecting.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { autoScaling } from '../../calls/autoScaling.ts';
import { permissionsOf } from '../../calls/call.ts';
import { allOf } from '../../wire/paging.ts';
import { everyAccount, provenReader } from '../../wire/places.ts';
import { pages } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';

export const launchConfigurations: EvidenceSource = {
  name: 'launchConfigurations',
  summary: 'Launch configurations, whether an Auto Scaling group uses them or not, in every account.',
  permissions: permissionsOf(autoScaling.describeLaunchConfigurations),
  per: 'location',
  places: everyAccount,
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    return findInPages(
      pages(target, autoScaling.describeLaunchConfigurations, 'reading launch configurations'),
      (each) => [{ alias: imageOf(each), says: 'used', by: nameOf(each) }],
    );
  },
};

/** @throws ReadError without one: AWS makes none without an image, so the answer is not whole */
export function imageOf(configuration: LaunchConfiguration): string {
  if (configuration.ImageId) return configuration.ImageId;
  throw new ReadError(`${nameOf(configuration)} came without an image`, { problem: 'malformed' });
}

function nameOf({ LaunchConfigurationName }: LaunchConfiguration): string {
  return `launch configuration ${LaunchConfigurationName}`;
}

/** All, or those of the names; a name that is not there is left out. */
export function readLaunchConfigurations(
  target: CallScope,
  names?: readonly string[],
): Promise<readonly LaunchConfiguration[]> {
  const only = names === undefined ? {} : { LaunchConfigurationNames: [...names] };
  return allOf(pages(target, autoScaling.describeLaunchConfigurations, 'reading launch configurations', only));
}
