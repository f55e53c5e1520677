/** Databases, caches, clusters and functions whose service gives a security group to its next starts. */
import { CreateVpcConnectorCommand } from '@aws-sdk/client-apprunner';
import { CreateComputeEnvironmentCommand } from '@aws-sdk/client-batch';
import { CreateClusterCommand, CreateServiceCommand, RegisterTaskDefinitionCommand } from '@aws-sdk/client-ecs';
import { CreateClusterCommand as CreateEksClusterCommand } from '@aws-sdk/client-eks';
import { CreateCacheClusterCommand, CreateServerlessCacheCommand } from '@aws-sdk/client-elasticache';
import { CreateFunctionCommand } from '@aws-sdk/client-lambda';
import { CreateClusterCommand as CreateMemoryDbClusterCommand } from '@aws-sdk/client-memorydb';
import { CreateDomainCommand as CreateSearchDomainCommand } from '@aws-sdk/client-opensearch';
import { CreatePipeCommand } from '@aws-sdk/client-pipes';
import { CreateResourceShareCommand } from '@aws-sdk/client-ram';
import { CreateDBClusterCommand, CreateDBInstanceCommand } from '@aws-sdk/client-rds';
import {
  CreateClusterCommand as CreateWarehouseCommand,
  CreateEndpointAccessCommand as CreateWarehouseEndpointCommand,
} from '@aws-sdk/client-redshift';
import { CreateEndpointAccessCommand, CreateWorkgroupCommand } from '@aws-sdk/client-redshift-serverless';
import {
  CreateEndpointConfigCommand,
  CreateModelCommand,
  CreateNotebookInstanceCommand,
  CreateDomainCommand as CreateStudioDomainCommand,
  CreateUserProfileCommand,
} from '@aws-sdk/client-sagemaker';
import { type GroupNamer, WITH_A_GROUP as NAME } from './groupNamers.ts';

const ROLE = 'arn:aws:iam::111111111111:role/starter';
const ADMINISTRATOR = { MasterUsername: 'admin1', MasterUserPassword: 'not-a-secret' };

export const SERVED_GROUPS: readonly GroupNamer[] = [
  {
    name: 'sgr-of-a-batch-environment',
    kind: 'batchEnvironments',
    async use({ batch, batchRoles, network }, id) {
      const { serviceRole, instanceRole } = await batchRoles();
      const { subnet } = await network();
      const computeResources = {
        type: 'EC2' as const,
        minvCpus: 0,
        maxvCpus: 4,
        instanceTypes: ['c5.large'],
        instanceRole,
        subnets: [subnet],
        securityGroupIds: [id],
      };
      const given = { computeEnvironmentName: NAME, type: 'MANAGED' as const, serviceRole };
      return batch.send(new CreateComputeEnvironmentCommand({ ...given, computeResources }));
    },
  },
  {
    name: 'sgr-of-a-cache',
    kind: 'caches',
    use({ elastiCache }, id) {
      const given = { CacheClusterId: NAME, Engine: 'redis', CacheNodeType: 'cache.t3.micro', NumCacheNodes: 1 };
      return elastiCache.send(new CreateCacheClusterCommand({ ...given, SecurityGroupIds: [id] }));
    },
  },
  {
    name: 'sgr-of-a-database',
    kind: 'databases',
    use({ rds }, id) {
      const given = { DBInstanceIdentifier: NAME, Engine: 'postgres', DBInstanceClass: 'db.t3.micro' };
      const more = { AllocatedStorage: 20, VpcSecurityGroupIds: [id] };
      return rds.send(new CreateDBInstanceCommand({ ...given, ...more, ...ADMINISTRATOR }));
    },
  },
  {
    name: 'sgr-of-a-database-cluster',
    kind: 'databaseClusters',
    use({ rds }, id) {
      const given = { DBClusterIdentifier: NAME, Engine: 'aurora-postgresql', VpcSecurityGroupIds: [id] };
      return rds.send(new CreateDBClusterCommand({ ...given, ...ADMINISTRATOR }));
    },
  },
  {
    name: 'sgr-of-an-ecs-service',
    kind: 'ecsServices',
    async use({ ecs, network }, id) {
      const { subnet } = await network();
      const cluster = NAME;
      const containerDefinitions = [{ name: 'web', image: 'web', memory: 64 }];
      await ecs.send(new CreateClusterCommand({ clusterName: cluster }));
      await ecs.send(new RegisterTaskDefinitionCommand({ family: NAME, networkMode: 'awsvpc', containerDefinitions }));
      const networkConfiguration = { awsvpcConfiguration: { subnets: [subnet], securityGroups: [id] } };
      const given = { cluster, serviceName: NAME, taskDefinition: NAME, desiredCount: 0 };
      return ecs.send(new CreateServiceCommand({ ...given, networkConfiguration }));
    },
  },
  {
    name: 'sgr-of-an-eks-cluster',
    kind: 'eksClusters',
    async use({ eks, network }, id) {
      const { subnet } = await network();
      const resourcesVpcConfig = { subnetIds: [subnet], securityGroupIds: [id] };
      const roleArn = 'arn:aws:iam::111111111111:role/eks';
      return eks.send(new CreateEksClusterCommand({ name: NAME, roleArn, resourcesVpcConfig }));
    },
  },
  {
    name: 'sgr-of-a-function',
    kind: 'lambdaFunctions',
    async use({ batchRoles, lambda, network }, id) {
      // Any role that is there.
      const { serviceRole: Role } = await batchRoles();
      const { subnet } = await network();
      const given = { FunctionName: NAME, Runtime: 'nodejs22.x' as const, Handler: 'index.handler', Role };
      const Code = { ZipFile: Buffer.from('UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==', 'base64') };
      const VpcConfig = { SubnetIds: [subnet], SecurityGroupIds: [id] };
      return lambda.send(new CreateFunctionCommand({ ...given, Code, VpcConfig }));
    },
  },
  {
    name: 'sgr-of-a-memorydb-cluster',
    kind: 'memoryDbClusters',
    use({ memoryDb }, id) {
      const given = { ClusterName: NAME, NodeType: 'db.t4g.small', ACLName: 'open-access' };
      return memoryDb.send(new CreateMemoryDbClusterCommand({ ...given, SecurityGroupIds: [id] }));
    },
  },
  {
    name: 'sgr-of-a-pipe',
    kind: 'pipes',
    async use({ batchRoles, network, pipes }, id) {
      const { serviceRole: RoleArn } = await batchRoles();
      const { subnet } = await network();
      const TaskDefinitionArn = `arn:aws:ecs:us-east-1:111111111111:task-definition/${NAME}:1`;
      const awsvpcConfiguration = { Subnets: [subnet], SecurityGroups: [id] };
      const EcsTaskParameters = { TaskDefinitionArn, NetworkConfiguration: { awsvpcConfiguration } };
      const Source = 'arn:aws:sqs:us-east-1:111111111111:orders';
      const Target = 'arn:aws:ecs:us-east-1:111111111111:cluster/web';
      return pipes.send(
        new CreatePipeCommand({ Name: NAME, RoleArn, Source, Target, TargetParameters: { EcsTaskParameters } }),
      );
    },
  },
  {
    name: 'sgr-of-a-warehouse',
    kind: 'warehouses',
    use({ redshift }, id) {
      const given = { ClusterIdentifier: NAME, NodeType: 'ra3.large', MasterUsername: 'admin1' };
      const more = { MasterUserPassword: 'Not-a-secret-1', VpcSecurityGroupIds: [id] };
      return redshift.send(new CreateWarehouseCommand({ ...given, ...more }));
    },
  },
  {
    name: 'sgr-of-a-warehouse-endpoint',
    kind: 'warehouseEndpoints',
    use({ redshift }, id) {
      const given = { EndpointName: NAME, ClusterIdentifier: NAME, SubnetGroupName: 'default' };
      return redshift.send(new CreateWarehouseEndpointCommand({ ...given, VpcSecurityGroupIds: [id] }));
    },
  },
  {
    name: 'sgr-of-a-workgroup',
    kind: 'serverlessWarehouses',
    use({ redshiftServerless }, id) {
      const given = { workgroupName: NAME, namespaceName: NAME, securityGroupIds: [id] };
      return redshiftServerless.send(new CreateWorkgroupCommand(given));
    },
  },
  {
    name: 'sgr-of-a-workgroup-endpoint',
    kind: 'serverlessWarehouseEndpoints',
    async use({ network, redshiftServerless }, id) {
      const { subnet } = await network();
      const given = { endpointName: NAME, workgroupName: NAME, subnetIds: [subnet], vpcSecurityGroupIds: [id] };
      return redshiftServerless.send(new CreateEndpointAccessCommand(given));
    },
  },
  {
    name: 'sgr-of-a-serverless-cache',
    kind: 'serverlessCaches',
    use({ elastiCache }, id) {
      const given = { ServerlessCacheName: NAME, Engine: 'valkey', SecurityGroupIds: [id] };
      return elastiCache.send(new CreateServerlessCacheCommand(given));
    },
  },
  {
    name: 'sgr-of-a-search-domain',
    kind: 'searchDomains',
    async use({ network, openSearch }, id) {
      const { subnet } = await network();
      const VPCOptions = { SubnetIds: [subnet], SecurityGroupIds: [id] };
      return openSearch.send(new CreateSearchDomainCommand({ DomainName: NAME, VPCOptions }));
    },
  },
  {
    name: 'sgr-of-a-notebook',
    kind: 'notebooks',
    async use({ network, sageMaker }, id) {
      const { subnet: SubnetId } = await network();
      const given = { NotebookInstanceName: NAME, InstanceType: 'ml.t3.medium' as const, RoleArn: ROLE, SubnetId };
      return sageMaker.send(new CreateNotebookInstanceCommand({ ...given, SecurityGroupIds: [id] }));
    },
  },
  {
    name: 'sgr-of-a-studio-domain',
    kind: 'studioDomains',
    async use({ network, sageMaker }, id) {
      const { vpc: VpcId, subnet } = await network();
      const DefaultUserSettings = { ExecutionRole: ROLE, SecurityGroups: [id] };
      const given = { DomainName: NAME, AuthMode: 'IAM' as const, VpcId, SubnetIds: [subnet], DefaultUserSettings };
      return sageMaker.send(new CreateStudioDomainCommand(given));
    },
  },
  {
    name: 'sgr-of-a-user-profile',
    kind: 'userProfiles',
    use({ sageMaker }, id) {
      const given = { DomainId: 'd-1', UserProfileName: NAME, UserSettings: { SecurityGroups: [id] } };
      return sageMaker.send(new CreateUserProfileCommand(given));
    },
  },
  {
    name: 'sgr-of-a-model',
    kind: 'inferenceModels',
    async use({ network, sageMaker }, id) {
      const { subnet } = await network();
      const VpcConfig = { Subnets: [subnet], SecurityGroupIds: [id] };
      const PrimaryContainer = { Image: 'registry.example.com/model:1' };
      return sageMaker.send(
        new CreateModelCommand({ ModelName: NAME, ExecutionRoleArn: ROLE, PrimaryContainer, VpcConfig }),
      );
    },
  },
  {
    name: 'sgr-of-an-endpoint-configuration',
    kind: 'inferenceEndpoints',
    async use({ network, sageMaker }, id) {
      const { subnet } = await network();
      const VpcConfig = { Subnets: [subnet], SecurityGroupIds: [id] };
      const ProductionVariants = [
        { VariantName: 'all', InstanceType: 'ml.m5.large' as const, InitialInstanceCount: 1 },
      ];
      const given = { EndpointConfigName: NAME, ExecutionRoleArn: ROLE, ProductionVariants, VpcConfig };
      return sageMaker.send(new CreateEndpointConfigCommand(given));
    },
  },
  {
    name: 'sgr-shared-with-a-stranger',
    kind: 'groupShares',
    use({ ram }, id) {
      const resourceArns = [`arn:aws:ec2:us-east-1:111111111111:security-group/${id}`];
      return ram.send(new CreateResourceShareCommand({ name: NAME, resourceArns, principals: ['999999999999'] }));
    },
  },
  {
    name: 'sgr-of-a-vpc-connector',
    kind: 'appRunnerConnectors',
    async use({ appRunner, network }, id) {
      const { subnet } = await network();
      const given = { VpcConnectorName: NAME, Subnets: [subnet], SecurityGroups: [id] };
      return appRunner.send(new CreateVpcConnectorCommand(given));
    },
  },
];
