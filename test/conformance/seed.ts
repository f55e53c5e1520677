/** Makes things through the API, as a person would, so that every AWS gets the same. */
import {
  CreateAutoScalingGroupCommand,
  type CreateAutoScalingGroupCommandInput,
  CreateLaunchConfigurationCommand,
} from '@aws-sdk/client-auto-scaling';
import {
  CreateFleetCommand,
  CreateLaunchTemplateCommand,
  CreateLaunchTemplateVersionCommand,
  CreateTagsCommand,
  type LaunchPermission,
  ModifyImageAttributeCommand,
  RegisterImageCommand,
  RequestSpotFleetCommand,
  RequestSpotInstancesCommand,
  RunInstancesCommand,
  type SpotFleetRequestConfigData,
  StopInstancesCommand,
  TerminateInstancesCommand,
} from '@aws-sdk/client-ec2';
import type { World } from './world.ts';

export async function anImage({ ec2 }: World, name: string, tags: Record<string, string> = {}): Promise<string> {
  const { ImageId = '' } = await ec2.send(new RegisterImageCommand({ Name: name, Architecture: 'x86_64' }));
  const Tags = Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
  if (Tags.length > 0) await ec2.send(new CreateTagsCommand({ Resources: [ImageId], Tags }));
  return ImageId;
}

export async function anInstance({ ec2 }: World, ImageId: string): Promise<string> {
  const answer = await ec2.send(
    new RunInstancesCommand({ ImageId, MinCount: 1, MaxCount: 1, InstanceType: 't3.micro' }),
  );
  return answer.Instances?.[0]?.InstanceId ?? '';
}

export async function terminate({ ec2 }: World, id: string): Promise<void> {
  await ec2.send(new TerminateInstancesCommand({ InstanceIds: [id] }));
}

export async function stop({ ec2 }: World, id: string): Promise<void> {
  await ec2.send(new StopInstancesCommand({ InstanceIds: [id] }));
}

/** One version per image. @returns the template's id */
export async function aTemplate({ ec2 }: World, name: string, ...images: readonly string[]): Promise<string> {
  const data = images.map((ImageId) => ({ ImageId, InstanceType: 't3.micro' as const }));
  const LaunchTemplateName = name;
  const first = await ec2.send(new CreateLaunchTemplateCommand({ LaunchTemplateName, LaunchTemplateData: data[0] }));
  for (const LaunchTemplateData of data.slice(1)) {
    await ec2.send(new CreateLaunchTemplateVersionCommand({ LaunchTemplateName, LaunchTemplateData }));
  }
  return first.LaunchTemplate?.LaunchTemplateId ?? '';
}

export async function aLaunchConfiguration({ autoScaling }: World, name: string, ImageId: string): Promise<void> {
  const command = { LaunchConfigurationName: name, ImageId, InstanceType: 't3.micro' };
  await autoScaling.send(new CreateLaunchConfigurationCommand(command));
}

/** Empty unless sizes are given. */
export async function aGroup(
  { autoScaling }: World,
  name: string,
  rest: Partial<CreateAutoScalingGroupCommandInput>,
): Promise<void> {
  const sizes = { MinSize: 0, MaxSize: 0, DesiredCapacity: 0, AvailabilityZones: ['us-east-1a'] };
  await autoScaling.send(new CreateAutoScalingGroupCommand({ AutoScalingGroupName: name, ...sizes, ...rest }));
}

/** That asks for nothing. @returns its id */
export async function aFleet({ ec2 }: World, LaunchTemplateId: string, Version: string): Promise<string> {
  const answer = await ec2.send(
    new CreateFleetCommand({
      Type: 'maintain',
      LaunchTemplateConfigs: [{ LaunchTemplateSpecification: { LaunchTemplateId, Version } }],
      TargetCapacitySpecification: {
        TotalTargetCapacity: 0,
        OnDemandTargetCapacity: 0,
        SpotTargetCapacity: 0,
        DefaultTargetCapacityType: 'on-demand',
      },
    }),
  );
  return answer.FleetId ?? '';
}

/**
 * Whether it is fulfilled at once differs; an instance that it got is terminated, and it stays.
 * @returns its id
 */
export async function aSpotRequest({ ec2 }: World, ImageId: string): Promise<string> {
  const LaunchSpecification = { ImageId, InstanceType: 't3.micro' as const };
  const answer = await ec2.send(
    new RequestSpotInstancesCommand({ SpotPrice: '0.01', InstanceCount: 1, Type: 'persistent', LaunchSpecification }),
  );
  const { InstanceId, SpotInstanceRequestId = '' } = answer.SpotInstanceRequests?.[0] ?? {};
  if (InstanceId) await ec2.send(new TerminateInstancesCommand({ InstanceIds: [InstanceId] }));
  return SpotInstanceRequestId;
}

/** That asks for nothing. @returns its id */
export async function aSpotFleet({ ec2 }: World, ImageId: string): Promise<string> {
  const SpotFleetRequestConfig: SpotFleetRequestConfigData = {
    IamFleetRole: 'arn:aws:iam::123456789012:role/aws-ec2-spot-fleet-tagging-role',
    AllocationStrategy: 'lowestPrice',
    TargetCapacity: 0,
    SpotPrice: '0.01',
    LaunchSpecifications: [{ ImageId, InstanceType: 't3.micro' }],
  };
  const answer = await ec2.send(new RequestSpotFleetCommand({ SpotFleetRequestConfig }));
  return answer.SpotFleetRequestId ?? '';
}

/** With an account, by its id, unless it is said with whom. */
export async function share({ ec2 }: World, ImageId: string, to: string | LaunchPermission): Promise<void> {
  const LaunchPermission = { Add: [typeof to === 'string' ? { UserId: to } : to] };
  await ec2.send(new ModifyImageAttributeCommand({ ImageId, Attribute: 'launchPermission', LaunchPermission }));
}
