import type {
  FleetData,
  SpotFleetRequestConfig,
  SpotFleetRequestConfigData,
  SpotInstanceRequest,
} from '@aws-sdk/client-ec2';
import { defined } from '../collections/defined.ts';
import { type Making, plainKind } from '../collections/kind.ts';
import { asDate, type Seed, type Tags, tagList } from '../collections/seed.ts';

export interface FleetSeed extends Seed<FleetData> {
  readonly tags?: Tags;
}
export interface SpotInstanceRequestSeed extends Seed<SpotInstanceRequest> {
  readonly tags?: Tags;
}
export interface SpotFleetRequestSeed extends Omit<Seed<SpotFleetRequestConfig>, 'SpotFleetRequestConfig'> {
  readonly tags?: Tags;
  readonly SpotFleetRequestConfig?: Partial<SpotFleetRequestConfigData>;
}

export const fleets = plainKind('fleet', {
  make: newFleet,
  keyOf: ({ FleetId }) => FleetId,
});

export const spotInstanceRequests = plainKind('spotInstanceRequest', {
  make: newSpotInstanceRequest,
  keyOf: ({ SpotInstanceRequestId }) => SpotInstanceRequestId,
});

export const spotFleetRequests = plainKind('spotFleetRequest', {
  make: newSpotFleetRequest,
  keyOf: ({ SpotFleetRequestId }) => SpotFleetRequestId,
});

/** A fleet from its seed; launches nothing. */
export function newFleet({ tags, ...given }: FleetSeed, { ids, now }: Making): FleetData {
  const fleet: FleetData = {
    FleetId: `fleet-${ids.uuid()}`,
    FleetState: 'active',
    ActivityStatus: 'fulfilled',
    Type: 'maintain',
    ExcessCapacityTerminationPolicy: 'termination',
    ReplaceUnhealthyInstances: false,
    TerminateInstancesWithExpiration: false,
    FulfilledCapacity: 0,
    FulfilledOnDemandCapacity: 0,
    LaunchTemplateConfigs: [],
    TargetCapacitySpecification: { TotalTargetCapacity: 0, DefaultTargetCapacityType: 'spot' },
    ...tagList(tags),
  };
  return Object.assign(fleet, defined(given), { CreateTime: asDate(given.CreateTime, now) });
}

/** "sir-" and eight letters and digits: https://docs.aws.amazon.com/cli/latest/reference/ec2/describe-spot-instance-requests.html */
export function newSpotInstanceRequest(
  { tags, ...given }: SpotInstanceRequestSeed,
  { region, ids, now }: Making,
): SpotInstanceRequest {
  const request: SpotInstanceRequest = {
    SpotInstanceRequestId: `sir-${ids.upper(8).toLowerCase()}`,
    State: 'active',
    Status: { Code: 'fulfilled', Message: 'Your spot request is fulfilled.' },
    Type: 'one-time',
    InstanceInterruptionBehavior: 'terminate',
    LaunchedAvailabilityZone: `${region}a`,
    ProductDescription: 'Linux/UNIX',
    SpotPrice: '0.010000',
    ...tagList(tags),
  };
  return Object.assign(request, defined(given), { CreateTime: asDate(given.CreateTime, now) });
}

export function newSpotFleetRequest(
  { tags, SpotFleetRequestConfig: config, ...given }: SpotFleetRequestSeed,
  { account, ids, now }: Making,
): SpotFleetRequestConfig {
  const request: SpotFleetRequestConfig = {
    SpotFleetRequestId: `sfr-${ids.uuid()}`,
    SpotFleetRequestState: 'active',
    ActivityStatus: 'fulfilled',
    SpotFleetRequestConfig: {
      IamFleetRole: `arn:aws:iam::${account.id}:role/aws-ec2-spot-fleet-tagging-role`,
      TargetCapacity: 0,
      Type: 'maintain',
      LaunchSpecifications: [],
      LaunchTemplateConfigs: [],
      ...config,
    },
    ...tagList(tags),
  };
  return Object.assign(request, defined(given), { CreateTime: asDate(given.CreateTime, now) });
}
