import type {
  FleetLaunchTemplateConfig,
  FleetLaunchTemplateConfigRequest,
  LaunchTemplateConfig,
} from '@aws-sdk/client-ec2';
import { AwsError } from '../../collections/errors.ts';
import { newFleet, newSpotFleetRequest, newSpotInstanceRequest } from '../../seeds/fleetSeeds.ts';
import type { Call } from '../../store/call.ts';
import { type Ec2Handlers, groupsNamed, stopIfDryRun } from './common.ts';
import { templateFor } from './launchTemplateRows.ts';
import { tagsFor } from './tagging.ts';

/** Requests for fleets and spot instances. They are stored, and launch nothing. */
export const fleetRequests: Ec2Handlers = {
  CreateFleet(input, call) {
    const configs = input.LaunchTemplateConfigs ?? [];
    refuseMissingTemplates(configs, call);
    stopIfDryRun(input);
    const fleet = newFleet(
      {
        FleetState: 'submitted',
        Type: input.Type ?? 'maintain',
        // Request and answer have the same members, except for options that affect only launches.
        LaunchTemplateConfigs: configs as FleetLaunchTemplateConfig[],
        TargetCapacitySpecification: input.TargetCapacitySpecification,
        Tags: tagsFor(input.TagSpecifications, 'fleet'),
      },
      call,
    );
    call.here.fleets.put(fleet.FleetId ?? '', fleet);
    return { FleetId: fleet.FleetId };
  },

  RequestSpotInstances(input, call) {
    const { LaunchSpecification: specification } = input;
    if (!specification?.ImageId) throw missing('LaunchSpecification.ImageId');
    stopIfDryRun(input);
    const { SecurityGroupIds, SecurityGroups: names, ...given } = specification;
    const SecurityGroups = groupsNamed(SecurityGroupIds, names);
    const SpotInstanceRequests = Array.from({ length: input.InstanceCount ?? 1 }, () => {
      const seed = {
        State: 'open' as const,
        Status: { Code: 'pending-evaluation' },
        Type: input.Type ?? 'one-time',
        LaunchSpecification: { ...given, SecurityGroups },
      };
      const request = newSpotInstanceRequest(seed, call);
      call.here.spotInstanceRequests.put(request.SpotInstanceRequestId ?? '', request);
      return request;
    });
    return { SpotInstanceRequests };
  },

  RequestSpotFleet(input, call) {
    const { SpotFleetRequestConfig: config } = input;
    const { LaunchSpecifications: specifications = [], LaunchTemplateConfigs: configs = [] } = config ?? {};
    // "If you specify LaunchSpecifications, you can't specify LaunchTemplateConfigs": SpotFleetRequestConfigData.
    if (specifications.length > 0 === configs.length > 0) {
      throw new AwsError(
        'InvalidSpotFleetRequestConfig',
        'Parameter: SpotFleetRequestConfig must have either LaunchSpecifications or LaunchTemplateConfigs.',
      );
    }
    refuseMissingTemplates(configs, call);
    stopIfDryRun(input);
    const seed = { SpotFleetRequestState: 'submitted' as const, ...(config ? { SpotFleetRequestConfig: config } : {}) };
    const request = newSpotFleetRequest(seed, call);
    call.here.spotFleetRequests.put(request.SpotFleetRequestId ?? '', request);
    return { SpotFleetRequestId: request.SpotFleetRequestId };
  },
};

/** "You must specify a value, otherwise the request fails", about Version: FleetLaunchTemplateSpecification. */
function refuseMissingTemplates(
  configs: readonly (FleetLaunchTemplateConfigRequest | LaunchTemplateConfig)[],
  call: Call,
): void {
  for (const { LaunchTemplateSpecification: specification } of configs) {
    if (!specification?.Version) throw missing('LaunchTemplateSpecification.Version');
    templateFor(specification, call);
  }
}

function missing(parameter: string): AwsError {
  return new AwsError('MissingParameter', `The request must contain the parameter ${parameter}`);
}
