import type { FleetData } from '@aws-sdk/client-ec2';
import { ec2 } from '../../calls/ec2.ts';
import { everyAccount } from '../../wire/places.ts';
import { pages } from '../../wire/reading.ts';
import { placeSource } from '../placeSource.ts';
import { referencesOfFleet } from './fleetReferences.ts';
import { type Launching, LaunchResolver } from './launchResolver.ts';

/**
 * "does not launch additional instances", and such a fleet never returns; the instances are found as instances.
 * https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_EventInformation.html. In every other state a fleet may
 * launch, or AWS does not exclude it (`failed`).
 */
const LAUNCHES_NO_MORE: ReadonlySet<string> = new Set(['deleted', 'deleted_running', 'deleted_terminating']);

/** Instant fleets are not included: AWS does not list them, and they launch only once. */
export const fleets = placeSource({
  name: 'fleets',
  summary:
    'EC2 fleets that are not deleted, by the launch templates they launch from, the images of those versions and of their overrides, and by the snapshots that overrides name.',
  calls: [ec2.describeFleets, ec2.describeLaunchTemplates, ec2.describeLaunchTemplateVersions],
  places: everyAccount,
  async find(target, found) {
    // No filter by state, because it would omit a new state.
    const all = pages(target, ec2.describeFleets, 'reading EC2 fleets');
    await new LaunchResolver(target).findInPages(found, all, launching);
  },
});

function launching(fleet: FleetData): Launching | undefined {
  const { FleetId, FleetState: state = 'state not known' } = fleet;
  if (LAUNCHES_NO_MORE.has(state)) return undefined;
  const user = `EC2 fleet ${FleetId} (${state})`;
  return { user, references: referencesOfFleet({ user, configs: fleet.LaunchTemplateConfigs }) };
}
