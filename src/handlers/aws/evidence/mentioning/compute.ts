/** Batch, EC2, Lambda, RDS Custom and spot requests: what they start next. */
import type { FunctionConfiguration } from '@aws-sdk/client-lambda';
import { batch } from '../../calls/batch.ts';
import { decoding } from '../../calls/decoded.ts';
import { ec2 } from '../../calls/ec2.ts';
import { ecs } from '../../calls/ecs.ts';
import { lambda } from '../../calls/lambda.ts';
import { rds } from '../../calls/rds.ts';
import { FLEET_IS_OVER, REQUEST_IS_OVER } from '../launches/spotRequests.ts';
import { describes, lists, listsIn } from '../listings/listing.ts';
import { listingSource } from '../listings/listingSource.ts';

/**
 * A disabled one counts: a user may enable it at any time. Those of the type `ECS_MANAGED_INSTANCES` have their groups in
 * a part of their own.
 */
export const batchEnvironments = listingSource({
  name: 'batchEnvironments',
  earlier: ['batch'],
  users: 'AWS Batch compute environments, also disabled ones and those of ECS Managed Instances',
  called: 'Batch compute environments',
  names: ['image', 'launchTemplate', 'securityGroup', 'vpcEndpoint'],
  reads: lists(batch.describeComputeEnvironments, {
    unless: ({ status }) => status === 'DELETED',
    user: ({ computeEnvironmentName: name, status }) =>
      `Batch compute environment ${name ?? 'without name'} (${status ?? 'status not known'})`,
  }),
});

/**
 * EC2 writes these tags on instances launched from a template; only AWS can write tags with this prefix:
 * https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/Using_Tags.html
 */
const TEMPLATE_TAG = 'aws:ec2launchtemplate:id';
const VERSION_TAG = 'aws:ec2launchtemplate:version';

/** One has two hundred members, and an account has a hundred thousand of them: no other is decoded. */
const launched = decoding(ec2.describeInstances, {
  Instances: {
    ImageId: true,
    InstanceId: true,
    State: { Name: true },
    Tags: true,
    BlockDeviceMappings: { Ebs: { VolumeId: true } },
  },
});

/** An instance in any state except `terminated` may run again; a volume that is being detached is still attached. */
export const instances = listingSource({
  name: 'instances',
  earlier: ['instanceVolumes'],
  users:
    'Instances in every state but `terminated`, by the image and the launch template that they were launched from and by their volumes',
  called: 'instances',
  names: ['image', 'launchTemplate', 'volume'],
  reads: listsIn(launched, 'Instances', {
    unless: ({ State }) => State?.Name === 'terminated',
    must: { ImageId: 'image' },
    // What else it names is attached to it, and says so itself.
    part: ({ ImageId, BlockDeviceMappings = [], Tags = [] }) => ({
      ImageId,
      LaunchTemplateId: Tags.find(({ Key }) => Key === TEMPLATE_TAG)?.Value,
      LaunchTemplateVersion: Tags.find(({ Key }) => Key === VERSION_TAG)?.Value,
      // Without EBS it is an instance store.
      VolumeIds: BlockDeviceMappings.flatMap(({ Ebs }) => (Ebs ? [Ebs.VolumeId ?? ''] : [])),
    }),
    user: ({ InstanceId, State }) => `instance ${InstanceId} (${State?.Name ?? 'state not known'})`,
  }),
});

const lambdaFunction = ({ FunctionName = 'without name', Version = '$LATEST' }: FunctionConfiguration) =>
  `Lambda function ${FunctionName}${Version === '$LATEST' ? '' : ` (version ${Version})`}`;

/**
 * A published version keeps its groups and variables for ever, and can be invoked at any time. Lambda removes the network
 * interfaces of a function that no client invokes for some weeks, and makes them again with the next invocation:
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-vpc.html
 */
export const lambdaFunctions = listingSource({
  name: 'lambdaFunctions',
  users: 'Lambda functions, in all versions, with their variables',
  asksAbroad: true,
  called: 'Lambda functions',
  names: ['fileSystem', 'logGroup', 'securityGroup', 'texts', 'vpcEndpoint'],
  reads: lists(lambda.listFunctions, {
    input: { FunctionVersion: 'ALL' },
    user: lambdaFunction,
  }),
});

/** What such a fleet launches is read with its launch specifications; these get its next instances. */
export const spotFleets = listingSource({
  name: 'spotFleets',
  earlier: ['spotGroups'],
  users:
    'Spot fleet requests that may still launch, by what their instances are registered with and attached to, and by their user data',
  called: 'spot fleet requests',
  names: ['loadBalancer', 'networkInterface', 'securityGroup', 'targetGroup', 'texts', 'vpcEndpoint'],
  reads: lists(ec2.describeSpotFleetRequests, {
    unless: ({ SpotFleetRequestState: state = '' }) => FLEET_IS_OVER.has(state),
    user: ({ SpotFleetRequestId: id, SpotFleetRequestState: state }) =>
      `spot fleet request ${id} (${state ?? 'state not known'})`,
  }),
});

/** New instances, restores and repairs of RDS Custom start from the image. */
export const engineVersions = listingSource({
  name: 'engineVersions',
  users: 'Custom engine versions of RDS Custom in every status',
  called: 'engine versions of RDS',
  names: ['image'],
  reads: lists(rds.describeDBEngineVersions, {
    user: ({ Engine, EngineVersion, Status }) =>
      `custom engine version ${Engine} ${EngineVersion} of RDS (${Status ?? 'status not known'})`,
  }),
});

/** EC2 launches with it to fill a pool of snapshots. */
export const fastLaunches = listingSource({
  name: 'fastLaunches',
  users: 'Images of Windows with fast launch, by their launch templates',
  called: 'images with fast launch',
  names: ['launchTemplate'],
  reads: lists(ec2.describeFastLaunchImages, { user: ({ ImageId }) => `fast launch of image ${ImageId}` }),
});

/** A daemon starts its next task from one of them on each new instance; a revision never changes. */
export const daemonDefinitions = listingSource({
  name: 'daemonDefinitions',
  users: 'Task definitions of ECS daemons that are not deleted, in all revisions',
  called: 'task definitions of ECS daemons',
  names: ['containerImage'],
  reads: lists(ecs.listDaemonTaskDefinitions, {
    each: [
      describes(ecs.describeDaemonTaskDefinition, {
        by: { daemonTaskDefinition: 'arn' },
        has: 'daemonTaskDefinition',
        unchanging: ({ arn }) => arn,
        user: ({ arn }) => `task definition ${arn?.split('/').at(-1)} of ECS daemons`,
      }),
    ],
  }),
});

/** A large one takes a day, and whoever began it wants a copy of the image. What AWS does if the image goes, it does not say. */
export const exportedImages = listingSource({
  name: 'exportedImages',
  users: 'Tasks that export an image, while they are under way',
  called: 'tasks that export images',
  names: ['image'],
  reads: lists(ec2.describeExportImageTasks, {
    unless: ({ Status }) => /^(?:completed|deleted)$/.test(Status ?? ''),
    user: ({ ExportImageTaskId: id, Status }) => `export task ${id} (${Status ?? 'status not known'})`,
  }),
});

export const storedImages = listingSource({
  name: 'storedImages',
  users: 'Tasks that store an image in S3, while they are under way',
  called: 'tasks that store images',
  names: ['image'],
  reads: lists(ec2.describeStoreImageTasks, {
    unless: ({ StoreTaskState }) => /^(?:Completed|Failed)$/.test(StoreTaskState ?? ''),
    user: ({ Bucket, StoreTaskState }) => `task that stores it in ${Bucket} (${StoreTaskState ?? 'state not known'})`,
  }),
});

/** An interrupted one has no network interface until it launches the next instance. */
export const spotInstanceRequests = listingSource({
  name: 'spotInstanceRequests',
  earlier: ['spotGroups'],
  users: 'Spot instance requests that may still launch, by what their instances are attached to and by their user data',
  called: 'spot instance requests',
  names: ['networkInterface', 'securityGroup', 'texts', 'vpcEndpoint'],
  reads: lists(ec2.describeSpotInstanceRequests, {
    unless: ({ State = '' }) => REQUEST_IS_OVER.has(State),
    user: ({ SpotInstanceRequestId: id, State }) => `spot instance request ${id} (${State ?? 'state not known'})`,
  }),
});

/** A published version keeps its image for ever, and Lambda needs it again after weeks without an invocation. */
export const lambdaImages = listingSource({
  name: 'lambdaImages',
  users: 'Lambda functions of the package type Image, in all versions, by tag and by digest',
  called: 'the images of Lambda functions',
  names: ['containerImage'],
  reads: lists(lambda.listFunctions, {
    input: { FunctionVersion: 'ALL' },
    unless: ({ PackageType }) => PackageType !== 'Image',
    each: [
      describes(lambda.getFunction, {
        by: { FunctionName: 'FunctionName', Qualifier: 'Version' },
        has: 'Code',
        noun: 'code',
        part: ({ Code: { ImageUri, ResolvedImageUri } = {} }) => ({
          ImageUri,
          resolved: { ImageUri: ResolvedImageUri },
        }),
        user: lambdaFunction,
      }),
    ],
  }),
});
