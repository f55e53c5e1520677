/** What is in the answers for each source that only a listing shows: see texts.ts, which has the others. */
const ID = '111111111111';
const HOST = `${ID}.dkr.ecr.us-east-1.amazonaws.com`;
const [SG, AMI] = ['sg-0123456789abcdef0', 'ami-0123456789abcdef0'];
const BALANCER = `arn:aws:elasticloadbalancing:us-east-1:${ID}:loadbalancer/app/web/50dc6c495c0c9188`;
const BY_HOST = 'web-1.us-east-1.elb.amazonaws.com';
const TARGETS = `arn:aws:elasticloadbalancing:us-east-1:${ID}:targetgroup/web/50dc6c495c0c9188`;
const LATTICE = 'arn:aws:vpc-lattice:us-east-1:1:targetgroup/tg-1';
const IMAGE_OF_WEB = `${HOST}/shop/web:1`;
const JOBS = ['ModelBias', 'DataQuality', 'ModelExplainability', 'ModelQuality'] as const;
const ROWS_OF_JOBS = ['biasJobs', 'dataQualityJobs', 'explainabilityJobs', 'modelQualityJobs'];

/** By source: what it is in, by operation, the alias that this names, and the words of the user. */
export const ANSWERED: readonly (readonly [string, readonly (readonly [string, object])[], string, string])[] = [
  [
    'agentRuntimes',
    [
      ['ListAgentRuntimes', { agentRuntimeId: 'r' }],
      ['ListAgentRuntimeVersions', { agentRuntimeId: 'r', agentRuntimeVersion: '2', agentRuntimeName: 'bot' }],
      [
        'GetAgentRuntime',
        {
          agentRuntimeId: 'r',
          agentRuntimeArn: 'r',
          agentRuntimeArtifact: { containerConfiguration: { containerUri: IMAGE_OF_WEB } },
        },
      ],
    ],
    IMAGE_OF_WEB,
    'version 2 of agent runtime bot',
  ],
  [
    'agentBrowsers',
    [
      ['ListBrowsers', { browserId: 'b' }],
      [
        'GetBrowser',
        {
          browserId: 'b',
          networkConfiguration: { networkMode: 'VPC', vpcConfig: { securityGroups: [SG], subnets: [] } },
        },
      ],
    ],
    SG,
    'AgentCore browser b',
  ],
  [
    'agentInterpreters',
    [
      ['ListCodeInterpreters', { codeInterpreterId: 'c' }],
      [
        'GetCodeInterpreter',
        {
          codeInterpreterId: 'c',
          networkConfiguration: { networkMode: 'VPC', vpcConfig: { securityGroups: [SG], subnets: [] } },
        },
      ],
    ],
    SG,
    'AgentCore code interpreter c',
  ],
  [
    'agentGateways',
    [
      ['ListGateways', { gatewayId: 'g' }],
      ['GetGateway', { gatewayId: 'g' }],
      ['ListGatewayTargets', { targetId: 't', name: 'mcp' }],
      [
        'GetGatewayTarget',
        { targetId: 't', targetConfiguration: { mcp: { mcpServer: { endpoint: `https://${BY_HOST}/mcp` } } } },
      ],
    ],
    BY_HOST,
    'target mcp of AgentCore gateway g',
  ],
  [
    'agentHarnesses',
    [
      ['ListHarnesses', { harnessId: 'h' }],
      [
        'GetHarness',
        { harnessId: 'h', environmentArtifact: { containerConfiguration: { containerUri: IMAGE_OF_WEB } } },
      ],
    ],
    IMAGE_OF_WEB,
    'AgentCore harness h',
  ],
  [
    'agentCapacity',
    [
      ['ListCapacityProviders', { capacityProviderId: 'p', name: 'gpu' }],
      [
        'GetCapacityProvider',
        {
          capacityProviderId: 'p',
          computeConfiguration: { ec2Configuration: { vpcConfiguration: { securityGroups: [SG], subnets: [] } } },
        },
      ],
    ],
    SG,
    'AgentCore capacity provider gpu',
  ],
  [
    'backupSelections',
    [
      ['ListBackupPlans', { BackupPlanId: 'p' }],
      ['ListBackupSelections', { BackupPlanId: 'p', SelectionId: 's' }],
      [
        'GetBackupSelection',
        {
          BackupPlanId: 'p',
          SelectionId: 's',
          BackupSelection: {
            SelectionName: 'files',
            Resources: [`arn:aws:elasticfilesystem:us-east-1:${ID}:file-system/fs-0123456789abcdef0`],
          },
        },
      ],
    ],
    'fs-0123456789abcdef0',
    'selection files of backup plan p',
  ],
  [
    'beanstalkEnvironments',
    [
      ['DescribeEnvironments', { ApplicationName: 'shop', EnvironmentName: 'prod' }],
      [
        'DescribeConfigurationSettings',
        { EnvironmentName: 'prod', OptionSettings: [{ OptionName: 'ImageId', Value: AMI }] },
      ],
    ],
    AMI,
    'Elastic Beanstalk environment prod',
  ],
  [
    'customPlatforms',
    [
      ['ListPlatformVersions', { PlatformArn: 'arn:x/own/1.0' }],
      [
        'DescribePlatformVersion',
        { PlatformArn: 'arn:x/own/1.0', CustomAmiList: [{ VirtualizationType: 'hvm', ImageId: AMI }] },
      ],
    ],
    AMI,
    'Elastic Beanstalk platform own 1.0',
  ],
  [
    'browserTests',
    [['ListTestGridProjects', { name: 'web', vpcConfig: { securityGroupIds: [SG], subnetIds: [], vpcId: 'vpc-1' } }]],
    SG,
    'Device Farm browser testing project web',
  ],
  [
    'mainframeEnvironments',
    [
      ['ListEnvironments', { environmentId: 'e', name: 'bank' }],
      ['GetEnvironment', { environmentId: 'e', name: 'bank', status: 'Available', loadBalancerArn: BALANCER }],
    ],
    BALANCER,
    'Mainframe Modernization environment bank (Available)',
  ],
  [
    'mainframeApplications',
    [
      ['ListApplications', { applicationId: 'a', name: 'ledger' }],
      ['GetApplication', { applicationId: 'a', name: 'ledger', status: 'Stopped', targetGroupArns: [TARGETS] }],
    ],
    TARGETS,
    'Mainframe Modernization application ledger (Stopped)',
  ],
  [
    'mediaChannels',
    [['ListChannels', { Name: 'live', State: 'IDLE', Vpc: { SecurityGroupIds: [SG] } }]],
    SG,
    'MediaLive channel live (IDLE)',
  ],
  [
    'mediaInputGroups',
    [['ListInputSecurityGroups', { Id: '1', State: 'IN_USE', WhitelistRules: [{ Cidr: '203.0.113.10/32' }] }]],
    '203.0.113.10',
    'MediaLive input security group 1',
  ],
  [
    'workspaceDirectories',
    [
      [
        'DescribeWorkspaceDirectories',
        { DirectoryId: 'd-1', DirectoryName: 'corp', WorkspaceCreationProperties: { CustomSecurityGroupId: SG } },
      ],
    ],
    SG,
    'WorkSpaces directory corp (d-1)',
  ],

  [
    'apiDestinations',
    [['ListApiDestinations', { Name: 'd', InvocationEndpoint: `http://${BY_HOST}/` }]],
    BY_HOST,
    'API destination d of EventBridge',
  ],
  [
    'clientVpnEndpoints',
    [
      [
        'DescribeClientVpnEndpoints',
        { ClientVpnEndpointId: 'cvpn-1', Status: { Code: 'pending-associate' }, SecurityGroupIds: [SG] },
      ],
    ],
    SG,
    'Client VPN endpoint cvpn-1 (pending-associate)',
  ],
  [
    'daemonDefinitions',
    [
      ['ListDaemonTaskDefinitions', { arn: 'a/log:3' }],
      [
        'DescribeDaemonTaskDefinition',
        { daemonTaskDefinitionArn: 'a/log:3', containerDefinitions: [{ image: IMAGE_OF_WEB }] },
      ],
    ],
    IMAGE_OF_WEB,
    'task definition log:3 of ECS daemons',
  ],
  [
    'engineVersions',
    [
      [
        'DescribeDBEngineVersions',
        { Engine: 'custom-oracle-ee', EngineVersion: '19.1', Status: 'inactive', Image: { ImageId: AMI } },
      ],
    ],
    AMI,
    'custom engine version custom-oracle-ee 19.1 of RDS (inactive)',
  ],
  [
    'fastLaunches',
    [['DescribeFastLaunchImages', { ImageId: AMI, LaunchTemplate: { LaunchTemplateId: 'lt-0123456789abcdef0' } }]],
    'lt-0123456789abcdef0',
    `fast launch of image ${AMI}`,
  ],
  [
    'inferenceComponents',
    [
      ['ListInferenceComponents', { InferenceComponentName: 'i' }],
      [
        'DescribeInferenceComponent',
        {
          InferenceComponentName: 'i',
          Specification: { Container: { DeployedImage: { SpecifiedImage: IMAGE_OF_WEB } } },
        },
      ],
    ],
    IMAGE_OF_WEB,
    'SageMaker inference component i',
  ],
  [
    'interfacePermissions',
    [
      [
        'DescribeNetworkInterfacePermissions',
        {
          NetworkInterfacePermissionId: 'eni-perm-1',
          NetworkInterfaceId: 'eni-0123456789abcdef0',
          AwsAccountId: '333333333333',
        },
      ],
    ],
    'eni-0123456789abcdef0',
    'permission eni-perm-1 of 333333333333 to attach it',
  ],
  [
    'latticeResources',
    [
      ['ListResourceConfigurations', { id: 'r' }],
      [
        'GetResourceConfiguration',
        { id: 'r', name: 'db', resourceConfigurationDefinition: { dnsResource: { domainName: BY_HOST } } },
      ],
    ],
    BY_HOST,
    'resource configuration db of VPC Lattice',
  ],
  [
    'latticeTargets',
    [
      ['ListTargetGroups', { arn: LATTICE, name: 'tg' }],
      ['ListTargets', { targetGroupIdentifier: LATTICE, id: BALANCER }],
    ],
    BALANCER,
    'target group tg of VPC Lattice',
  ],
  [
    'networkAcls',
    [['DescribeNetworkAcls', { NetworkAclId: 'acl-1', Entries: [{ CidrBlock: '203.0.113.10/32' }] }]],
    '203.0.113.10',
    'network access list acl-1',
  ],
  [
    'reverseRecords',
    [['DescribeAddressesAttribute', { AllocationId: 'eipalloc-0123456789abcdef0', PtrRecord: 'mail.example.com.' }]],
    'eipalloc-0123456789abcdef0',
    'reverse DNS record mail.example.com.',
  ],
  [
    'workforces',
    [['ListWorkforces', { WorkforceName: 'w', WorkforceVpcConfig: { SecurityGroupIds: [SG] } }]],
    SG,
    'SageMaker workforce w',
  ],
  ...JOBS.map(
    (job, index) =>
      [
        ROWS_OF_JOBS[index] ?? '',
        [
          [`List${job}JobDefinitions`, { MonitoringJobDefinitionName: 'j' }],
          [
            `Describe${job}JobDefinition`,
            { JobDefinitionName: 'j', [`${job}AppSpecification`]: { ImageUri: IMAGE_OF_WEB } },
          ],
        ],
        IMAGE_OF_WEB,
        'SageMaker job definition j',
      ] as const,
  ),
];
