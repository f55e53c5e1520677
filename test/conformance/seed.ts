/** Makes things through the API, as a person would, so that every AWS gets the same. */
import {
  CreateAutoScalingGroupCommand,
  type CreateAutoScalingGroupCommandInput,
  CreateLaunchConfigurationCommand,
} from '@aws-sdk/client-auto-scaling';
import {
  CreateLaunchTemplateCommand,
  CreateLaunchTemplateVersionCommand,
  CreateTagsCommand,
  ModifyImageAttributeCommand,
  RegisterImageCommand,
  RunInstancesCommand,
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

export async function share({ ec2 }: World, ImageId: string, UserId: string): Promise<void> {
  const LaunchPermission = { Add: [{ UserId }] };
  await ec2.send(new ModifyImageAttributeCommand({ ImageId, Attribute: 'launchPermission', LaunchPermission }));
}
