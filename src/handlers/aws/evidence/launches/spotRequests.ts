import type { SpotFleetRequestConfig, SpotInstanceRequest } from '@aws-sdk/client-ec2';
import { ec2 } from '../../calls/ec2.ts';
import { everyAccount } from '../../wire/places.ts';
import { pages } from '../../wire/reading.ts';
import { placeSource } from '../placeSource.ts';
import { referencesOfFleet, specified } from './fleetReferences.ts';
import { type Launching, LaunchResolver } from './launchResolver.ts';

/**
 * The other states are `open`, `active` and `disabled` (its instance is stopped): such requests can be cancelled,
 * because they may launch. https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/using-spot-instances-cancel.html
 */
export const REQUEST_IS_OVER: ReadonlySet<string> = new Set(['cancelled', 'closed', 'failed']);

/**
 * "does not launch additional Spot Instances" and later:
 * https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/spot-fleet-states.html.
 * For `failed` this is not documented.
 */
export const FLEET_IS_OVER: ReadonlySet<string> = new Set(['cancelled', 'cancelled_running', 'cancelled_terminating']);

/** A request with a state that AWS does not document yet counts as one that may launch. */
export const spotRequests = placeSource({
  name: 'spotRequests',
  summary:
    'Spot instance requests and spot fleet requests that may still launch, by launch specification (with the snapshots of its devices), launch template and the image of its version.',
  calls: [
    ec2.describeSpotInstanceRequests,
    ec2.describeSpotFleetRequests,
    ec2.describeLaunchTemplates,
    ec2.describeLaunchTemplateVersions,
  ],
  places: everyAccount,
  async find(target, found) {
    const resolver = new LaunchResolver(target);
    const requests = pages(target, ec2.describeSpotInstanceRequests, 'reading spot instance requests');
    const fleets = pages(target, ec2.describeSpotFleetRequests, 'reading spot fleet requests');
    await found.attempt(() => resolver.findInPages(found, requests, launchingRequest));
    await resolver.findInPages(found, fleets, launchingFleet);
  },
});

function launchingRequest(request: SpotInstanceRequest): Launching | undefined {
  const { SpotInstanceRequestId: id, State: state = 'state not known', Type: type, LaunchSpecification } = request;
  if (REQUEST_IS_OVER.has(state)) return undefined;
  const user = `spot instance request ${id} (${type === 'persistent' ? 'persistent, ' : ''}${state})`;
  return { user, references: specified(user, LaunchSpecification) };
}

function launchingFleet(fleet: SpotFleetRequestConfig): Launching | undefined {
  const {
    SpotFleetRequestId: id,
    SpotFleetRequestState: state = 'state not known',
    SpotFleetRequestConfig: its,
  } = fleet;
  if (FLEET_IS_OVER.has(state)) return undefined;
  const user = `spot fleet request ${id} (${state})`;
  const from = { configs: its?.LaunchTemplateConfigs, specifications: its?.LaunchSpecifications };
  return { user, references: referencesOfFleet({ user, ...from }) };
}
