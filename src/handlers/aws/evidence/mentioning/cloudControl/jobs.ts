/** What starts jobs and instances later, read as types of Cloud Control. */
import { controlled } from '../../listings/controlled.ts';
import { REGIONS } from '../../listings/serviceRegions.ts';

/** Its workers and its scheduler start with these groups. */
export const airflowEnvironments = controlled({
  name: 'airflowEnvironments',
  type: 'AWS::MWAA::Environment',
  users: 'Environments of Managed Workflows for Apache Airflow',
  user: 'Airflow environment',
  names: ['logGroup', 'securityGroup', 'texts', 'vpcEndpoint'],
  rights: ['airflow:GetEnvironment', 'airflow:ListEnvironments'],
  regions: REGIONS.airflow,
});

/** It scales the group of the other region up in a failover, and runs documents with what people wrote. */
export const regionSwitchPlans = controlled({
  name: 'regionSwitchPlans',
  type: 'AWS::ARCRegionSwitch::Plan',
  users: 'Plans of ARC Region switch',
  user: 'ARC Region switch plan',
  names: ['autoScalingGroup', 'dbCluster', 'dbInstance', 'fargateService', 'texts'],
  rights: [
    'arc-region-switch:GetPlan',
    'arc-region-switch:ListPlans',
    'arc-region-switch:ListRoute53HealthChecks',
    'arc-region-switch:ListTagsForResource',
  ],
});

/** It changes the number of instances by itself; `restore` does not bring it back. */
export const scaledVariants = controlled({
  name: 'scaledVariants',
  type: 'AWS::ApplicationAutoScaling::ScalableTarget',
  users: 'Variants of SageMaker endpoints that Application Auto Scaling scales',
  user: 'scalable target',
  names: ['modelEndpoint'],
  model: () => ({ ServiceNamespace: 'sagemaker' }),
  rights: [
    'application-autoscaling:DescribeScalableTargets',
    'application-autoscaling:DescribeScheduledActions',
    'application-autoscaling:ListTagsForResource',
  ],
});

/** Every run in a VPC takes its groups from a configuration. */
export const genomicsConfigurations = controlled({
  name: 'genomicsConfigurations',
  type: 'AWS::Omics::Configuration',
  users: 'Configurations of HealthOmics',
  user: 'HealthOmics configuration',
  names: ['securityGroup', 'vpcEndpoint'],
  rights: ['omics:GetConfiguration', 'omics:ListConfigurations', 'omics:ListTagsForResource'],
  regions: REGIONS.omics,
});

/** Its next run pulls the images of its registry map. */
export const genomicsWorkflows = controlled({
  name: 'genomicsWorkflows',
  type: 'AWS::Omics::Workflow',
  users: 'Workflows of HealthOmics, by their map of registries',
  user: 'HealthOmics workflow',
  names: ['containerImage'],
  rights: ['omics:GetWorkflow', 'omics:ListWorkflows'],
  regions: REGIONS.omics,
});

/** A version has a map of its own. */
export const genomicsVersions = controlled({
  name: 'genomicsVersions',
  type: 'AWS::Omics::WorkflowVersion',
  users: 'Versions of workflows of HealthOmics, by their map of registries',
  user: 'HealthOmics workflow version',
  names: ['containerImage'],
  under: { type: 'AWS::Omics::Workflow' },
  model: (WorkflowId) => ({ WorkflowId }),
  rights: [
    'omics:GetWorkflowVersion',
    'omics:ListTagsForResource',
    'omics:ListWorkflowVersions',
    'omics:ListWorkflows',
  ],
  regions: REGIONS.omics,
});

/** A cluster that is scaled to zero keeps its groups. */
export const slurmClusters = controlled({
  name: 'slurmClusters',
  type: 'AWS::PCS::Cluster',
  users: 'Clusters of Parallel Computing Service',
  user: 'PCS cluster',
  names: ['securityGroup', 'vpcEndpoint'],
  rights: ['pcs:GetCluster', 'pcs:ListClusters', 'pcs:ListTagsForResource'],
  regions: REGIONS.pcs,
});

/** It launches its next nodes with them. */
export const slurmNodeGroups = controlled({
  name: 'slurmNodeGroups',
  type: 'AWS::PCS::ComputeNodeGroup',
  users: 'Compute node groups of Parallel Computing Service',
  user: 'PCS compute node group',
  names: ['image', 'launchTemplate', 'securityGroup', 'vpcEndpoint'],
  under: { type: 'AWS::PCS::Cluster' },
  model: (arn) => ({ ClusterId: arn.split('/').at(-1) }),
  rights: ['pcs:GetComputeNodeGroup', 'pcs:ListClusters', 'pcs:ListComputeNodeGroups', 'pcs:ListTagsForResource'],
  regions: REGIONS.pcs,
});

/** Each training and each inference pulls the images. */
export const cleanRoomsModels = controlled({
  name: 'cleanRoomsModels',
  type: 'AWS::CleanRoomsML::ConfiguredModelAlgorithm',
  users: 'Configured model algorithms of Clean Rooms ML',
  user: 'Clean Rooms ML model algorithm',
  names: ['containerImage'],
  rights: ['cleanrooms-ml:GetConfiguredModelAlgorithm', 'cleanrooms-ml:ListConfiguredModelAlgorithms'],
  regions: REGIONS.cleanRoomsMl,
});

/** GameLift scales the group, which may have no instance now. */
export const gameServerGroups = controlled({
  name: 'gameServerGroups',
  type: 'AWS::GameLift::GameServerGroup',
  users: 'Game server groups of GameLift FleetIQ',
  user: 'GameLift game server group',
  names: ['autoScalingGroup'],
  rights: ['gamelift:DescribeGameServerGroup', 'gamelift:ListGameServerGroups', 'gamelift:ListTagsForResource'],
  regions: REGIONS.gameLift,
});

/** The next update of a fleet makes a version of it, which pulls the images again. */
export const gameContainers = controlled({
  name: 'gameContainers',
  type: 'AWS::GameLift::ContainerGroupDefinition',
  users: 'Container group definitions of GameLift',
  user: 'GameLift container group definition',
  names: ['containerImage'],
  rights: [
    'gamelift:DescribeContainerGroupDefinition',
    'gamelift:ListContainerGroupDefinitions',
    'gamelift:ListTagsForResource',
  ],
  regions: REGIONS.gameLift,
});

/** The next run on devices goes through these groups. */
export const deviceProjects = controlled({
  name: 'deviceProjects',
  type: 'AWS::DeviceFarm::Project',
  users: 'Projects of Device Farm',
  user: 'Device Farm project',
  names: ['securityGroup', 'vpcEndpoint'],
  rights: ['devicefarm:GetProject', 'devicefarm:ListProjects', 'devicefarm:ListTagsForResource'],
  regions: REGIONS.deviceFarm,
});

/** It launches its next instances with these groups. */
export const functionCapacity = controlled({
  name: 'functionCapacity',
  type: 'AWS::Lambda::CapacityProvider',
  users: 'Capacity providers of Lambda',
  user: 'Lambda capacity provider',
  names: ['logGroup', 'securityGroup', 'vpcEndpoint'],
  rights: ['lambda:GetCapacityProvider', 'lambda:ListCapacityProviders', 'lambda:ListTags'],
  regions: REGIONS.lambdaCapacity,
});

/** Its next run takes its groups from the workflow. */
export const serverlessWorkflows = controlled({
  name: 'serverlessWorkflows',
  type: 'AWS::MWAAServerless::Workflow',
  users: 'Workflows of MWAA Serverless',
  user: 'MWAA Serverless workflow',
  names: ['logGroup', 'securityGroup', 'vpcEndpoint'],
  rights: [
    'airflow-serverless:GetWorkflow',
    'airflow-serverless:ListTagsForResource',
    'airflow-serverless:ListWorkflows',
  ],
  regions: REGIONS.airflowServerless,
});

/** It sends to whatever instances the groups have. */
export const bidResponders = controlled({
  name: 'bidResponders',
  type: 'AWS::RTBFabric::ResponderGateway',
  users: 'Responder gateways of RTB Fabric',
  user: 'RTB Fabric responder gateway',
  names: ['autoScalingGroup', 'securityGroup', 'vpcEndpoint'],
  rights: [
    'acm:DescribeCertificate',
    'rtbfabric:GetCertificateAssociation',
    'rtbfabric:GetResponderGateway',
    'rtbfabric:ListCertificateAssociations',
    'rtbfabric:ListResponderGateways',
    'rtbfabric:ListTagsForResource',
  ],
  regions: REGIONS.rtbFabric,
});

/** The next build takes its instance from this group, which the SDK does not answer yet. */
export const buildInstanceGroups = controlled({
  name: 'buildInstanceGroups',
  type: 'AWS::ImageBuilder::InfrastructureConfiguration',
  users: 'Infrastructure configurations of EC2 Image Builder, by their Auto Scaling groups',
  user: 'infrastructure configuration of Image Builder',
  names: ['autoScalingGroup'],
  rights: ['imagebuilder:GetInfrastructureConfiguration', 'imagebuilder:ListInfrastructureConfigurations'],
});

/** The next environment that a person makes of it launches with its settings. */
export const savedConfigurations = controlled({
  name: 'savedConfigurations',
  type: 'AWS::ElasticBeanstalk::ConfigurationTemplate',
  users: 'Saved configurations of Elastic Beanstalk, with their variables',
  user: 'Elastic Beanstalk saved configuration',
  names: ['image', 'loadBalancerV2', 'securityGroup', 'snapshot', 'texts', 'vpcEndpoint'],
  rights: ['elasticbeanstalk:DescribeApplications', 'elasticbeanstalk:DescribeConfigurationSettings'],
  regions: REGIONS.elasticBeanstalk,
});
