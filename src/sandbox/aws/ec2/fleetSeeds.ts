import type { FleetData, SpotFleetRequestConfig, SpotInstanceRequest } from '@aws-sdk/client-ec2';
import type { FleetSeed, SpotFleetRequestSeed, SpotInstanceRequestSeed } from '../control.ts';
import { defined } from '../defined.ts';
import type { Ids } from '../ids.ts';
import { asDate, tagList } from './seeds.ts';

/** A fleet as it is given: nothing is launched for it. */
export function newFleet({ tags, ...given }: FleetSeed, ids: Ids, now: Date): FleetData {
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
  region: string,
  ids: Ids,
  now: Date,
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
  account: string,
  ids: Ids,
  now: Date,
): SpotFleetRequestConfig {
  const request: SpotFleetRequestConfig = {
    SpotFleetRequestId: `sfr-${ids.uuid()}`,
    SpotFleetRequestState: 'active',
    ActivityStatus: 'fulfilled',
    SpotFleetRequestConfig: {
      IamFleetRole: `arn:aws:iam::${account}:role/aws-ec2-spot-fleet-tagging-role`,
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
