import type { LaunchConfiguration } from '@aws-sdk/client-auto-scaling';
import { autoScaling } from '../../calls/autoScaling.ts';
import { everyAccount } from '../../wire/places.ts';
import { plainSource, used } from '../plainSource.ts';

export const launchConfigurations = plainSource({
  name: 'launchConfigurations',
  summary: 'Launch configurations, whether an Auto Scaling group uses them or not, in every account.',
  places: everyAccount,
  reads: autoScaling.describeLaunchConfigurations,
  what: 'reading launch configurations',
  find: imageUsedBy,
});

/** @throws ReadError without an image: every launch configuration has one, so the answer is incomplete */
export function imageUsedBy({ LaunchConfigurationName, ImageId }: LaunchConfiguration) {
  const by = `launch configuration ${LaunchConfigurationName}`;
  return used(ImageId, by, `${by} came without an image`);
}
