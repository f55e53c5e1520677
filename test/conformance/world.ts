import { APIGatewayClient } from '@aws-sdk/client-api-gateway';
import { ApiGatewayV2Client } from '@aws-sdk/client-apigatewayv2';
import { AppRunnerClient } from '@aws-sdk/client-apprunner';
import { AppStreamClient } from '@aws-sdk/client-appstream';
import { AutoScalingClient } from '@aws-sdk/client-auto-scaling';
import { BatchClient } from '@aws-sdk/client-batch';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { CodeBuildClient } from '@aws-sdk/client-codebuild';
import { CodeDeployClient } from '@aws-sdk/client-codedeploy';
import { DescribeSecurityGroupsCommand, DescribeSubnetsCommand, EC2Client } from '@aws-sdk/client-ec2';
import { ECRClient } from '@aws-sdk/client-ecr';
import { ECSClient } from '@aws-sdk/client-ecs';
import { EKSClient } from '@aws-sdk/client-eks';
import { ElasticLoadBalancingClient } from '@aws-sdk/client-elastic-load-balancing';
import { ElasticLoadBalancingV2Client } from '@aws-sdk/client-elastic-load-balancing-v2';
import { ElastiCacheClient } from '@aws-sdk/client-elasticache';
import { EMRClient } from '@aws-sdk/client-emr';
import { EMRServerlessClient } from '@aws-sdk/client-emr-serverless';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { GlueClient } from '@aws-sdk/client-glue';
import { CreateInstanceProfileCommand, CreateRoleCommand, IAMClient } from '@aws-sdk/client-iam';
import { ImagebuilderClient } from '@aws-sdk/client-imagebuilder';
import { KinesisAnalyticsV2Client } from '@aws-sdk/client-kinesis-analytics-v2';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { MemoryDBClient } from '@aws-sdk/client-memorydb';
import { OpenSearchClient } from '@aws-sdk/client-opensearch';
import { PipesClient } from '@aws-sdk/client-pipes';
import { RAMClient } from '@aws-sdk/client-ram';
import { RDSClient } from '@aws-sdk/client-rds';
import { RedshiftClient } from '@aws-sdk/client-redshift';
import { RedshiftServerlessClient } from '@aws-sdk/client-redshift-serverless';
import { Route53Client } from '@aws-sdk/client-route-53';
import { S3Client } from '@aws-sdk/client-s3';
import { SageMakerClient } from '@aws-sdk/client-sagemaker';
import { SchedulerClient } from '@aws-sdk/client-scheduler';
import { SFNClient } from '@aws-sdk/client-sfn';
import { SSMClient } from '@aws-sdk/client-ssm';
import { VPCLatticeClient } from '@aws-sdk/client-vpc-lattice';
import { fromTemporaryCredentials } from '@aws-sdk/credential-providers';
import { startSandbox } from '../../sandbox/aws/index.ts';
import type { Account } from '../../src/core/policy/workConfiguration.ts';
import type { Io, Scope } from '../../src/handlers/contract/handler.ts';
import { ID, OTHER_ID, REGION, scopeOf, testEffects } from '../integration/handlers/fixture.ts';
import type { Moto } from './moto.ts';

/** One AWS, empty, with an administrator's clients to fill it and a handler's effects to look at it. */
export interface World extends Clients {
  readonly url: string;
  /** Of another account. */
  readonly elsewhere: EC2Client;
  /** For programs that are not ours: an administrator of the account that is looked at. */
  environment(): Promise<Readonly<Record<string, string>>>;
  /** Resources of every account. */
  network(): Promise<Network>;
  /** The resources that Batch needs. */
  batchRoles(): Promise<BatchRoles>;
  io(change?: Partial<Io>): Io;
  scope<P>(parameters: P): Scope<P>;
  close(): Promise<void>;
}

interface Network {
  readonly vpc: string;
  readonly subnet: string;
  readonly securityGroup: string;
}

interface BatchRoles {
  readonly serviceRole: string;
  readonly instanceRole: string;
}

/** An administrator's. */
interface Clients {
  readonly apiGateway: APIGatewayClient;
  readonly apiGatewayV2: ApiGatewayV2Client;
  readonly appStream: AppStreamClient;
  readonly autoScaling: AutoScalingClient;
  readonly batch: BatchClient;
  readonly cloudFormation: CloudFormationClient;
  readonly codeDeploy: CodeDeployClient;
  readonly codeBuild: CodeBuildClient;
  readonly ec2: EC2Client;
  readonly ecr: ECRClient;
  readonly ecs: ECSClient;
  readonly eks: EKSClient;
  readonly elastiCache: ElastiCacheClient;
  /** Classic load balancers. */
  readonly elb: ElasticLoadBalancingClient;
  readonly elbV2: ElasticLoadBalancingV2Client;
  readonly emr: EMRClient;
  readonly emrServerless: EMRServerlessClient;
  readonly eventBridge: EventBridgeClient;
  readonly flink: KinesisAnalyticsV2Client;
  readonly glue: GlueClient;
  readonly iam: IAMClient;
  readonly appRunner: AppRunnerClient;
  readonly imageBuilder: ImagebuilderClient;
  readonly lambda: LambdaClient;
  readonly memoryDb: MemoryDBClient;
  readonly openSearch: OpenSearchClient;
  readonly pipes: PipesClient;
  readonly ram: RAMClient;
  readonly rds: RDSClient;
  readonly redshift: RedshiftClient;
  readonly redshiftServerless: RedshiftServerlessClient;
  readonly route53: Route53Client;
  readonly s3: S3Client;
  readonly sageMaker: SageMakerClient;
  readonly scheduler: SchedulerClient;
  readonly ssm: SSMClient;
  readonly stepFunctions: SFNClient;
  readonly vpcLattice: VPCLatticeClient;
}

const ROLES = ['admin', 'reader', 'deleter'];

export async function openSandbox(): Promise<World> {
  const sandbox = await startSandbox({
    accounts: [
      { id: ID, roles: ROLES },
      { id: OTHER_ID, roles: ROLES },
    ],
    // No test moves its clock, and moto's are there at once.
    snapshotsTakeMs: 0,
    balancersTakeMs: 0,
  });
  const keys = sandbox.control.accounts()[0]?.accessKeys[0];
  const access = { accessKeyId: keys?.accessKeyId ?? '', secretAccessKey: keys?.secretAccessKey ?? '' };
  return worldAt(sandbox.url, access, { ...TAKEN_FOR_GRANTED, close: () => sandbox.close() });
}

export async function openMoto(moto: Moto & { kind: 'running' }): Promise<World> {
  await moto.reset();
  const access = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'secret' };
  return worldAt(moto.url, access, { network: defaultNetwork, batchRoles: makeBatchRoles, close: async () => {} });
}

interface Own {
  network(clients: Clients): Promise<Network>;
  batchRoles(clients: Clients): Promise<BatchRoles>;
  close(): Promise<void>;
}

/** The sandbox does not ask. */
const TAKEN_FOR_GRANTED = {
  network: async () => ({
    vpc: 'vpc-00000000000000001',
    subnet: 'subnet-00000000000000001',
    securityGroup: 'sg-00000000000000001',
  }),
  batchRoles: async () => ({ serviceRole: roleArn(ID, 'batch'), instanceRole: 'batch' }),
};

/** Moto has one, as accounts of AWS have. */
async function defaultNetwork({ ec2 }: Clients): Promise<Network> {
  const { Subnets } = await ec2.send(new DescribeSubnetsCommand({}));
  const { SubnetId: subnet = '', VpcId: vpc = '' } = Subnets?.[0] ?? {};
  const { SecurityGroups } = await ec2.send(new DescribeSecurityGroupsCommand({}));
  return { vpc, subnet, securityGroup: SecurityGroups?.[0]?.GroupId ?? '' };
}

async function makeBatchRoles({ iam }: Clients): Promise<BatchRoles> {
  const role = await iam.send(new CreateRoleCommand({ RoleName: 'batch', AssumeRolePolicyDocument: '{}' }));
  await iam.send(new CreateInstanceProfileCommand({ InstanceProfileName: 'batch' }));
  return { serviceRole: role.Role?.Arn ?? '', instanceRole: 'batch' };
}

interface AccessKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

function worldAt(url: string, { accessKeyId, secretAccessKey }: AccessKey, own: Own): World {
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: url,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_MAX_ATTEMPTS: '1',
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
  });
  const { clients, credentials } = clientsOf(ID);
  const other = clientsOf(OTHER_ID);
  const { io, destroy } = testEffects();
  const accounts = [accountOf('test', ID), accountOf('other', OTHER_ID)];
  /** Made once. */
  let batchRoles: Promise<BatchRoles> | undefined;
  return {
    ...clients,
    url,
    elsewhere: other.clients.ec2,
    async environment() {
      const { accessKeyId, secretAccessKey, sessionToken = '' } = await credentials();
      return {
        AWS_ENDPOINT_URL: url,
        AWS_ACCESS_KEY_ID: accessKeyId,
        AWS_SECRET_ACCESS_KEY: secretAccessKey,
        AWS_SESSION_TOKEN: sessionToken,
        AWS_DEFAULT_REGION: REGION,
      };
    },
    network: () => own.network(clients),
    batchRoles: () => {
      batchRoles ??= own.batchRoles(clients);
      return batchRoles;
    },
    io,
    scope: (parameters) => scopeOf(parameters, { account: accounts[0] as Account, accounts }),
    async close() {
      for (const client of [...Object.values(clients), ...Object.values(other.clients)]) client.destroy();
      destroy();
      await own.close();
    },
  };
}

function clientsOf(id: string) {
  const credentials = fromTemporaryCredentials({ params: { RoleArn: roleArn(id, 'admin') } });
  const settings = { region: REGION, credentials };
  const clients: Clients = {
    autoScaling: new AutoScalingClient(settings),
    apiGateway: new APIGatewayClient(settings),
    apiGatewayV2: new ApiGatewayV2Client(settings),
    appStream: new AppStreamClient(settings),
    batch: new BatchClient(settings),
    cloudFormation: new CloudFormationClient(settings),
    codeDeploy: new CodeDeployClient(settings),
    codeBuild: new CodeBuildClient(settings),
    ec2: new EC2Client(settings),
    ecr: new ECRClient(settings),
    ecs: new ECSClient(settings),
    eks: new EKSClient(settings),
    elastiCache: new ElastiCacheClient(settings),
    elb: new ElasticLoadBalancingClient(settings),
    elbV2: new ElasticLoadBalancingV2Client(settings),
    emr: new EMRClient(settings),
    emrServerless: new EMRServerlessClient(settings),
    eventBridge: new EventBridgeClient(settings),
    flink: new KinesisAnalyticsV2Client(settings),
    glue: new GlueClient(settings),
    iam: new IAMClient(settings),
    appRunner: new AppRunnerClient(settings),
    imageBuilder: new ImagebuilderClient(settings),
    lambda: new LambdaClient(settings),
    memoryDb: new MemoryDBClient(settings),
    openSearch: new OpenSearchClient(settings),
    pipes: new PipesClient(settings),
    ram: new RAMClient(settings),
    rds: new RDSClient(settings),
    redshift: new RedshiftClient(settings),
    redshiftServerless: new RedshiftServerlessClient(settings),
    route53: new Route53Client(settings),
    s3: new S3Client({ ...settings, forcePathStyle: true }),
    sageMaker: new SageMakerClient(settings),
    scheduler: new SchedulerClient(settings),
    ssm: new SSMClient(settings),
    stepFunctions: new SFNClient(settings),
    vpcLattice: new VPCLatticeClient(settings),
  };
  return { clients, credentials };
}

function roleArn(id: string, role: string): string {
  return `arn:aws:iam::${id}:role/${role}`;
}

function accountOf(name: string, id: string): Account {
  const settings = { readRole: roleArn(id, 'reader'), deleteRole: roleArn(id, 'deleter') };
  return { name, provider: 'aws', id, settings, locations: [REGION] };
}
