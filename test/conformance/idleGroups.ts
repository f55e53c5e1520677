/** Users of a security group that have no network interface while they are stopped, or never have one. */
import { CreateVpcLinkCommand } from '@aws-sdk/client-apigatewayv2';
import { CreateAppBlockBuilderCommand, CreateFleetCommand, CreateImageBuilderCommand } from '@aws-sdk/client-appstream';
import { CreateApplicationCommand as CreateEmrApplicationCommand } from '@aws-sdk/client-emr-serverless';
import { CreateInfrastructureConfigurationCommand } from '@aws-sdk/client-imagebuilder';
import { CreateApplicationCommand as CreateFlinkApplicationCommand } from '@aws-sdk/client-kinesis-analytics-v2';
import { CreateDBProxyCommand } from '@aws-sdk/client-rds';
import { CreateServiceNetworkVpcAssociationCommand } from '@aws-sdk/client-vpc-lattice';
import { type GroupNamer, WITH_A_GROUP as NAME } from './groupNamers.ts';

const ROLE = 'arn:aws:iam::111111111111:role/starter';
const INSTANCE = { InstanceType: 'stream.standard.medium' };

export const IDLE_GROUPS: readonly GroupNamer[] = [
  {
    name: 'sgr-of-a-database-proxy',
    kind: 'databaseProxies',
    async use({ network, rds }, id) {
      const { subnet } = await network();
      const given = { DBProxyName: NAME, EngineFamily: 'POSTGRESQL' as const, RoleArn: ROLE, Auth: [] };
      return rds.send(new CreateDBProxyCommand({ ...given, VpcSubnetIds: [subnet], VpcSecurityGroupIds: [id] }));
    },
  },
  {
    name: 'sgr-of-a-vpc-link',
    kind: 'vpcLinks',
    async use({ apiGatewayV2, network }, id) {
      const { subnet } = await network();
      return apiGatewayV2.send(new CreateVpcLinkCommand({ Name: NAME, SubnetIds: [subnet], SecurityGroupIds: [id] }));
    },
  },
  {
    name: 'sgr-of-an-emr-application',
    kind: 'emrServerlessApplications',
    async use({ emrServerless, network }, id) {
      const { subnet } = await network();
      const networkConfiguration = { subnetIds: [subnet], securityGroupIds: [id] };
      const given = { name: NAME, releaseLabel: 'emr-7.0.0', type: 'SPARK', clientToken: NAME };
      return emrServerless.send(new CreateEmrApplicationCommand({ ...given, networkConfiguration }));
    },
  },
  {
    name: 'sgr-of-a-flink-application',
    kind: 'flinkApplications',
    async use({ flink, network }, id) {
      const { subnet } = await network();
      const VpcConfigurations = [{ SubnetIds: [subnet], SecurityGroupIds: [id] }];
      const given = { RuntimeEnvironment: 'FLINK-1_20' as const, ServiceExecutionRole: ROLE };
      const ApplicationConfiguration = { VpcConfigurations };
      return flink.send(
        new CreateFlinkApplicationCommand({ ApplicationName: NAME, ...given, ApplicationConfiguration }),
      );
    },
  },
  {
    name: 'sgr-of-a-service-network',
    kind: 'serviceNetworks',
    async use({ network, vpcLattice }, id) {
      const { vpc: vpcIdentifier } = await network();
      const given = { serviceNetworkIdentifier: 'sn-0123456789abcdef0', vpcIdentifier, securityGroupIds: [id] };
      return vpcLattice.send(new CreateServiceNetworkVpcAssociationCommand(given));
    },
  },
  {
    name: 'sgr-of-an-infrastructure',
    kind: 'imageInfrastructures',
    use({ imageBuilder }, id) {
      const given = { name: NAME, instanceProfileName: 'builder', clientToken: NAME, securityGroupIds: [id] };
      return imageBuilder.send(new CreateInfrastructureConfigurationCommand(given));
    },
  },
  {
    name: 'sgr-of-a-streaming-fleet',
    kind: 'streamingFleets',
    use({ appStream }, id) {
      const given = { Name: NAME, ...INSTANCE, VpcConfig: { SecurityGroupIds: [id] } };
      return appStream.send(new CreateFleetCommand(given));
    },
  },
  {
    name: 'sgr-of-a-streaming-image-builder',
    kind: 'streamingImageBuilders',
    use({ appStream }, id) {
      const given = { Name: NAME, ...INSTANCE, VpcConfig: { SecurityGroupIds: [id] } };
      return appStream.send(new CreateImageBuilderCommand(given));
    },
  },
  {
    name: 'sgr-of-an-app-block-builder',
    kind: 'appBlockBuilders',
    use({ appStream }, id) {
      const given = { Name: NAME, ...INSTANCE, Platform: 'WINDOWS_SERVER_2019' as const };
      return appStream.send(new CreateAppBlockBuilderCommand({ ...given, VpcConfig: { SecurityGroupIds: [id] } }));
    },
  },
];
