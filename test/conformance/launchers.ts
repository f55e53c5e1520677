/** Other services that launch from images, and places that keep image ids, made through the API. */
import { type ComputeResource, CreateComputeEnvironmentCommand } from '@aws-sdk/client-batch';
import { CreateClusterCommand, CreateNodegroupCommand } from '@aws-sdk/client-eks';
import { RunJobFlowCommand } from '@aws-sdk/client-emr';
import { CreateDistributionConfigurationCommand, CreateImageRecipeCommand } from '@aws-sdk/client-imagebuilder';
import { LabelParameterVersionCommand, PutParameterCommand } from '@aws-sdk/client-ssm';
import type { World } from './world.ts';

/** Version 1, 2, … of a plain parameter. */
export async function aParameter({ ssm }: World, Name: string, ...values: readonly string[]): Promise<void> {
  for (const Value of values) {
    await ssm.send(new PutParameterCommand({ Name, Value, Type: 'String', Overwrite: true }));
  }
}

/** That says of itself that it is an image. */
export async function anImageParameter({ ssm }: World, Name: string, Value: string): Promise<void> {
  await ssm.send(new PutParameterCommand({ Name, Value, Type: 'String', DataType: 'aws:ec2:image' }));
}

export async function label({ ssm }: World, Name: string, ParameterVersion: number, name: string): Promise<void> {
  await ssm.send(new LabelParameterVersionCommand({ Name, ParameterVersion, Labels: [name] }));
}

/** @param from an image or a launch template */
export async function aComputeEnvironment(
  world: World,
  name: string,
  from: Pick<ComputeResource, 'imageId' | 'launchTemplate'>,
): Promise<void> {
  const { serviceRole, instanceRole } = await world.batchRoles();
  const { subnet, securityGroup } = await world.network();
  const computeResources = {
    type: 'EC2' as const,
    minvCpus: 0,
    maxvCpus: 4,
    instanceTypes: ['c5.large'],
    ...from,
    instanceRole,
    subnets: [subnet],
    securityGroupIds: [securityGroup],
  };
  const environment = { computeEnvironmentName: name, type: 'MANAGED' as const, serviceRole, computeResources };
  await world.batch.send(new CreateComputeEnvironmentCommand(environment));
}

/** In a cluster of its own. */
export async function aNodegroup(world: World, name: string, launchTemplateId: string): Promise<void> {
  const { subnet } = await world.network();
  const role = 'arn:aws:iam::111111111111:role/eks';
  const resourcesVpcConfig = { subnetIds: [subnet] };
  await world.eks.send(new CreateClusterCommand({ name, roleArn: role, resourcesVpcConfig }));
  const nodegroup = { clusterName: name, nodegroupName: name, nodeRole: role, subnets: [subnet] };
  await world.eks.send(new CreateNodegroupCommand({ ...nodegroup, launchTemplate: { id: launchTemplateId } }));
}

export async function aCluster({ emr }: World, Name: string, CustomAmiId: string): Promise<void> {
  const group = { InstanceRole: 'MASTER' as const, InstanceType: 'm5.large', InstanceCount: 1 };
  const Instances = { KeepJobFlowAliveWhenNoSteps: true, InstanceGroups: [group] };
  const roles = { JobFlowRole: 'EMR_EC2_DefaultRole', ServiceRole: 'EMR_DefaultRole' };
  await emr.send(new RunJobFlowCommand({ Name, ReleaseLabel: 'emr-7.1.0', CustomAmiId, Instances, ...roles }));
}

export async function aRecipe({ imageBuilder }: World, name: string, parentImage: string): Promise<void> {
  const components = [{ componentArn: 'arn:aws:imagebuilder:us-east-1:aws:component/update-linux/x.x.x' }];
  const recipe = { name, semanticVersion: '1.0.0', parentImage, components, clientToken: name };
  await imageBuilder.send(new CreateImageRecipeCommand(recipe));
}

/** That makes a version of a launch template of each image. */
export async function aDistribution({ imageBuilder }: World, name: string, launchTemplateId: string): Promise<void> {
  const distributions = [{ region: 'us-east-1', launchTemplateConfigurations: [{ launchTemplateId }] }];
  const command = new CreateDistributionConfigurationCommand({ name, distributions, clientToken: name });
  await imageBuilder.send(command);
}
