/** The SDK's client of each service that Holystone calls. */

/**
 * Each part of the SDK is loaded at the first call to its service: all together take more time and memory than most
 * commands.
 */
export const LOADERS = {
  /** REST APIs. */
  apiGateway: async () => (await import('@aws-sdk/client-api-gateway')).APIGateway,
  /** HTTP and WebSocket APIs. */
  apiGatewayV2: async () => (await import('@aws-sdk/client-apigatewayv2')).ApiGatewayV2,
  appRunner: async () => (await import('@aws-sdk/client-apprunner')).AppRunner,
  appStream: async () => (await import('@aws-sdk/client-appstream')).AppStream,
  autoScaling: async () => (await import('@aws-sdk/client-auto-scaling')).AutoScaling,
  batch: async () => (await import('@aws-sdk/client-batch')).Batch,
  cloudFormation: async () => (await import('@aws-sdk/client-cloudformation')).CloudFormation,
  cloudWatch: async () => (await import('@aws-sdk/client-cloudwatch')).CloudWatch,
  codeBuild: async () => (await import('@aws-sdk/client-codebuild')).CodeBuild,
  codeDeploy: async () => (await import('@aws-sdk/client-codedeploy')).CodeDeploy,
  ec2: async () => (await import('@aws-sdk/client-ec2')).EC2,
  ecr: async () => (await import('@aws-sdk/client-ecr')).ECR,
  ecs: async () => (await import('@aws-sdk/client-ecs')).ECS,
  eks: async () => (await import('@aws-sdk/client-eks')).EKS,
  elastiCache: async () => (await import('@aws-sdk/client-elasticache')).ElastiCache,
  /** Classic load balancers. */
  elb: async () => (await import('@aws-sdk/client-elastic-load-balancing')).ElasticLoadBalancing,
  /** All other load balancers, and target groups. */
  elbV2: async () => (await import('@aws-sdk/client-elastic-load-balancing-v2')).ElasticLoadBalancingV2,
  emr: async () => (await import('@aws-sdk/client-emr')).EMR,
  emrServerless: async () => (await import('@aws-sdk/client-emr-serverless')).EMRServerless,
  eventBridge: async () => (await import('@aws-sdk/client-eventbridge')).EventBridge,
  /** Managed Service for Apache Flink. */
  flink: async () => (await import('@aws-sdk/client-kinesis-analytics-v2')).KinesisAnalyticsV2,
  globalAccelerator: async () => (await import('@aws-sdk/client-global-accelerator')).GlobalAccelerator,
  glue: async () => (await import('@aws-sdk/client-glue')).Glue,
  iam: async () => (await import('@aws-sdk/client-iam')).IAM,
  imageBuilder: async () => (await import('@aws-sdk/client-imagebuilder')).Imagebuilder,
  lambda: async () => (await import('@aws-sdk/client-lambda')).Lambda,
  memoryDb: async () => (await import('@aws-sdk/client-memorydb')).MemoryDB,
  openSearch: async () => (await import('@aws-sdk/client-opensearch')).OpenSearch,
  organizations: async () => (await import('@aws-sdk/client-organizations')).Organizations,
  pipes: async () => (await import('@aws-sdk/client-pipes')).Pipes,
  ram: async () => (await import('@aws-sdk/client-ram')).RAM,
  rds: async () => (await import('@aws-sdk/client-rds')).RDS,
  redshift: async () => (await import('@aws-sdk/client-redshift')).Redshift,
  redshiftServerless: async () => (await import('@aws-sdk/client-redshift-serverless')).RedshiftServerless,
  route53: async () => (await import('@aws-sdk/client-route-53')).Route53,
  s3: async () => (await import('@aws-sdk/client-s3')).S3,
  sageMaker: async () => (await import('@aws-sdk/client-sagemaker')).SageMaker,
  scheduler: async () => (await import('@aws-sdk/client-scheduler')).Scheduler,
  ssm: async () => (await import('@aws-sdk/client-ssm')).SSM,
  stepFunctions: async () => (await import('@aws-sdk/client-sfn')).SFN,
  sts: async () => (await import('@aws-sdk/client-sts')).STS,
  vpcLattice: async () => (await import('@aws-sdk/client-vpc-lattice')).VPCLattice,
} as const;

export type Service = keyof typeof LOADERS;

/** The SDK's client class of a service, with a method for each of its operations. */
export type Client<S extends Service> = InstanceType<Awaited<ReturnType<(typeof LOADERS)[S]>>>;
