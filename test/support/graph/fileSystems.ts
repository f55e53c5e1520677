/** File systems of EFS as graphs of their users; the verdicts follow from the construction. */
import { type Launching, launchedKind, launchUser } from './launched.ts';
import { DAY, OTHER, OWN, STRANGER } from './surveyed.ts';

type Row = readonly [string, (launching: Launching) => void];

/** The access point of each has the same digits. */
const pointOf = (id: string) => id.replace('fs-', 'fsap-');
const arnOf = (id: string, kind = 'file-system') => `arn:aws:elasticfilesystem:us-east-1:${OWN.account}:${kind}/${id}`;
const hostOf = (id: string) => `${id}.efs.us-east-1.amazonaws.com`;

const measured =
  (name: string, daysAgo: number, more: Readonly<Record<string, string>> = {}): Row[1] =>
  ({ control, at, id: FileSystemId }) => {
    const points = [{ at: new Date(Date.now() - daysAgo * DAY).toISOString(), value: 3 }];
    control.addMetrics(at, [{ namespace: 'AWS/EFS', name, dimensions: { FileSystemId, ...more }, points }]);
  };

const variable =
  (value: (id: string) => string): Row[1] =>
  ({ control, at, id, user }) =>
    control.addFunctions(at, [{ FunctionName: user, Environment: { Variables: { DATA: value(id) } } }]);

const mounted =
  (arn: (id: string) => string): Row[1] =>
  ({ control, at, id, user }) =>
    control.addFunctions(at, [
      { FunctionName: user, FileSystemConfigs: [{ Arn: arn(id), LocalMountPath: '/mnt/data' }] },
    ]);

const recorded =
  (host: (id: string) => string): Row[1] =>
  ({ control, at, id, user }) => {
    const records = [
      { Name: `f.${user}.example.`, Type: 'CNAME' as const, TTL: 60, ResourceRecords: [{ Value: host(id) }] },
    ];
    control.addHostedZones(at, [{ Name: `${user}.example.`, isPrivate: true, records }]);
  };

const controlled =
  (TypeName: string, properties: (id: string) => object): Row[1] =>
  ({ control, at, id, user }) =>
    control.addCloudResources(at, [{ TypeName, Identifier: user, Properties: { ...properties(id) } }]);

const replicated =
  (item: (id: string) => object): Row[1] =>
  ({ control, at, id }) =>
    control.addAnswers(at, [{ operation: 'DescribeReplicationConfigurations', item: item(id) }]);

const volume = (fileSystemId: string, accessPointId?: string) => ({
  name: 'data',
  efsVolumeConfiguration: { fileSystemId, ...(accessPointId && { authorizationConfig: { accessPointId } }) },
});
const job =
  (of: (id: string) => ReturnType<typeof volume>): Row[1] =>
  ({ control, at, id, user }) =>
    control.addJobDefinitions(at, [
      { jobDefinitionName: user, containerProperties: { image: 'public.ecr.aws/x/y:1', volumes: [of(id)] } },
    ]);

const USED: readonly Row[] = [
  ['client today', measured('ClientConnections', 0)],
  ['client thirty days ago', measured('ClientConnections', 30)],
  ['something written twenty days ago', measured('DataWriteIOBytes', 20)],
  ['function that mounts its access point', mounted((id) => arnOf(pointOf(id), 'access-point'))],
  ['variable of a function, by its id', variable((id) => id)],
  ['variable of a function, by its host', variable((id) => `${hostOf(id)}:/export`)],
  ['variable of a function, by its host in a zone', variable((id) => `us-east-1a.${hostOf(id)}`)],
  ['variable of a function, by its ARN', variable((id) => arnOf(id))],
  ['variable of a function, by the handle of a volume', variable((id) => `${id}::${pointOf(id)}`)],
  ['job definition', job((id) => volume(id))],
  ['job definition, by its access point', job((id) => volume('fs-0aaaaaaaaaaaaaaaa', pointOf(id)))],
  ['record of a zone', recorded(hostOf)],
  ['location of DataSync', controlled('AWS::DataSync::LocationEFS', (id) => ({ EfsFilesystemArn: arnOf(id) }))],
  ['replication from it', replicated((id) => ({ SourceFileSystemId: id, Destinations: [{ Status: 'PAUSED' }] }))],
  [
    'replication to it',
    replicated((id) => ({
      SourceFileSystemId: 'fs-0bbbbbbbbbbbbbbbb',
      Destinations: [{ FileSystemId: id, Region: 'us-east-1', Status: 'ENABLED' }],
    })),
  ],
];

const UNUSED: readonly Row[] = [
  ['client fifty days ago', measured('ClientConnections', 50)],
  ['reading of AWS Backup', measured('DataReadIOBytes', 1)],
  ['client of another', measured('ClientConnections', 1, { AvailabilityZone: 'a' })],
  ['variable of a function, by the id of another', variable((id) => `${id.slice(0, -1)}f`)],
  [
    'function that mounts the access point of another',
    mounted((id) => arnOf(`${pointOf(id).slice(0, -1)}f`, 'access-point')),
  ],
  ['record to another', recorded((id) => hostOf(`${id.slice(0, -1)}f`))],
];

export const FILE_SYSTEM_USERS = [...USED.map(launchUser(true)), ...UNUSED.map(launchUser(false))];

const allows = (AWS: string) =>
  JSON.stringify({ Statement: [{ Effect: 'Allow', Principal: { AWS }, Action: 'elasticfilesystem:ClientMount' }] });

const PROPERTIES = {
  plain: {},
  tagged: { tags: { 'holystone:keep': 'always' } },
  managed: { tags: { 'efs.csi.aws.com/cluster': 'true' } },
  ofDomain: { tags: { ManagedByAmazonSageMakerResource: 'arn:aws:sagemaker:us-east-1:111111111111:domain/d-1' } },
  updating: { LifeCycleState: 'updating' },
  withMountTarget: { NumberOfMountTargets: 1 },
  replica: { FileSystemProtection: { ReplicationOverwriteProtection: 'REPLICATING' } },
  ofAnother: { OwnerId: OTHER.account },
  withTaggedPoint: { accessPoints: [{ Tags: [{ Key: 'team', Value: 'web' }] }] },
  openToAnother: { policy: allows(`arn:aws:iam::${STRANGER}:root`) },
  young: {},
} as const;

type Is = Exclude<keyof typeof PROPERTIES, 'plain'>;

export const FILE_SYSTEM_KEPT = (Object.keys(PROPERTIES) as (keyof typeof PROPERTIES)[]).filter((is) => is !== 'plain');

const idOf = (index: number) => `fs-0${index.toString(16).padStart(15, '0')}0`;

export const fileSystems = launchedKind<Is>({
  type: 'fileSystem',
  kept: FILE_SYSTEM_KEPT,
  users: FILE_SYSTEM_USERS,
  launched: (index) => ({ id: idOf(index), name: '' }),
  add(control, { id: FileSystemId }, is, CreationTime) {
    const accessPoints = [{ AccessPointId: pointOf(FileSystemId) }];
    control.addFileSystems(OWN, [{ FileSystemId, CreationTime, accessPoints, ...(PROPERTIES[is] as object) }]);
  },
});
