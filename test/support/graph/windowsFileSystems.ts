/** File systems of FSx as graphs of their users; the verdicts follow from the construction. */
import { type Launching, launchedKind, launchUser } from './launched.ts';
import { DAY, OTHER, OWN } from './surveyed.ts';

type Row = readonly [string, (launching: Launching) => void];

const arnOf = (id: string) => `arn:aws:fsx:us-east-1:${OWN.account}:file-system/${id}`;
/** Without a digit somewhere: a word of prose, but for its form. */
const labelOf = (id: string) =>
  `amznfsx${[...id.slice(-8)].map((digit) => 'ghijklmnopqrstuv'[Number.parseInt(digit, 16)]).join('')}`;
const hostOf = (id: string) => `${labelOf(id)}.corp.example.com`;
const nameOf = (id: string) => `team-${id.slice(-8)}.corp.example.com`;
const ipOf = (id: string) => `10.7.${Number.parseInt(id.slice(-4, -2), 16)}.${Number.parseInt(id.slice(-2), 16)}`;

const measured =
  (name: string, daysAgo: number, more: Readonly<Record<string, string>> = {}): Row[1] =>
  ({ control, at, id: FileSystemId }) => {
    const points = [{ at: new Date(Date.now() - daysAgo * DAY).toISOString(), value: 3 }];
    control.addMetrics(at, [{ namespace: 'AWS/FSx', name, dimensions: { FileSystemId, ...more }, points }]);
  };

const variable =
  (value: (id: string) => string): Row[1] =>
  ({ control, at, id, user }) =>
    control.addFunctions(at, [{ FunctionName: user, Environment: { Variables: { DATA: value(id) } } }]);

const recorded =
  (Type: 'A' | 'CNAME', value: (id: string) => string): Row[1] =>
  ({ control, at, id, user }) => {
    const records = [{ Name: `f.${user}.example.`, Type, TTL: 60, ResourceRecords: [{ Value: value(id) }] }];
    control.addHostedZones(at, [{ Name: `${user}.example.`, isPrivate: true, records }]);
  };

const controlled =
  (TypeName: string, properties: (id: string) => object): Row[1] =>
  ({ control, at, id, user }) =>
    control.addCloudResources(at, [{ TypeName, Identifier: user, Properties: { ...properties(id) } }]);

const saved =
  (of: (id: string) => string): Row[1] =>
  ({ control, at, id, user }) =>
    control.addAnswers(at, [
      { operation: 'ListBackupPlans', item: { BackupPlanId: user } },
      { operation: 'ListBackupSelections', item: { BackupPlanId: user, SelectionId: `s-${user}` } },
      {
        operation: 'GetBackupSelection',
        item: {
          BackupPlanId: user,
          SelectionId: `s-${user}`,
          BackupSelection: { SelectionName: user, IamRoleArn: 'arn:aws:iam::111111111111:role/b', Resources: [of(id)] },
        },
      },
    ]);

const other = (id: string) => `${id.slice(0, -1)}f`;

const USED: readonly Row[] = [
  ['connection today', measured('ClientConnections', 0)],
  ['connection thirty days ago', measured('ClientConnections', 30)],
  ['bytes read twenty days ago', measured('DataReadBytes', 20)],
  ['bytes written twenty days ago', measured('DataWriteBytes', 20)],
  ['a folder listed twenty days ago', measured('MetadataOperations', 20)],
  ['plan of AWS Backup', saved(arnOf)],
  ['location of DataSync', controlled('AWS::DataSync::LocationFSxWindows', (id) => ({ FsxFilesystemArn: arnOf(id) }))],
  ['variable of a function, by its id', variable((id) => id)],
  ['variable of a function, by its ARN', variable(arnOf)],
  ['variable of a function, by its share', variable((id) => `\\\\${hostOf(id)}\\share`)],
  ['variable of a function, by the short name of its server', variable((id) => labelOf(id).toUpperCase())],
  ['variable of a function, by a name of its directory', variable((id) => `\\\\${nameOf(id)}\\share`)],
  ['script, by its share', variable((id) => `net use Z: \\\\${hostOf(id)}\\share /persistent:yes`)],
  ['script, by a share of a name of its directory', variable((id) => `net use Z: \\\\${nameOf(id)}\\share`)],
  ['script, by its address', variable((id) => `mount -t cifs //${ipOf(id)}/share /mnt`)],
  ['record of a zone, to its host', recorded('CNAME', hostOf)],
  ['record of a zone, to a name of its directory', recorded('CNAME', nameOf)],
  ['record of a zone, to its address', recorded('A', ipOf)],
];

const UNUSED: readonly Row[] = [
  ['connection fifty days ago', measured('ClientConnections', 50)],
  ['work of its own disks', measured('DiskReadBytes', 1)],
  ['connection of another set', measured('ClientConnections', 1, { StorageTier: 'SSD' })],
  ['variable of a function, by the id of another', variable(other)],
  ['script, by the share of another', variable((id) => `net use Z: \\\\${hostOf(other(id))}\\share`)],
  ['record to another', recorded('CNAME', (id) => hostOf(other(id)))],
  ['plan of AWS Backup for another', saved((id) => arnOf(other(id)))],
];

export const WINDOWS_FILE_SYSTEM_USERS = [...USED.map(launchUser(true)), ...UNUSED.map(launchUser(false))];

const PROPERTIES = {
  plain: {},
  tagged: { tags: { 'holystone:keep': 'always' } },
  managed: { tags: { 'aws:cloudformation:stack-name': 'files' } },
  lustre: { FileSystemType: 'LUSTRE' },
  ontap: { FileSystemType: 'ONTAP' },
  openZfs: { FileSystemType: 'OPENZFS' },
  ofNoType: { FileSystemType: undefined },
  creating: { Lifecycle: 'CREATING' },
  updating: { Lifecycle: 'UPDATING' },
  failed: { Lifecycle: 'FAILED' },
  misconfigured: { Lifecycle: 'MISCONFIGURED' },
  optimizing: {
    AdministrativeActions: [{ AdministrativeActionType: 'STORAGE_OPTIMIZATION', Status: 'UPDATED_OPTIMIZING' }],
  },
  ofAnother: { OwnerId: OTHER.account },
  young: {},
} as const;

type Is = Exclude<keyof typeof PROPERTIES, 'plain'>;

export const WINDOWS_FILE_SYSTEM_KEPT = (Object.keys(PROPERTIES) as (keyof typeof PROPERTIES)[]).filter(
  (is) => is !== 'plain',
);

const idOf = (index: number) => `fs-0${index.toString(16).padStart(15, '0')}0`;

export const windowsFileSystems = launchedKind<Is>({
  type: 'windowsFileSystem',
  kept: WINDOWS_FILE_SYSTEM_KEPT,
  users: WINDOWS_FILE_SYSTEM_USERS,
  launched: (index) => ({ id: idOf(index), name: '' }),
  add(control, { id: FileSystemId }, is, CreationTime) {
    const WindowsConfiguration = {
      Aliases: [{ Name: nameOf(FileSystemId), Lifecycle: 'AVAILABLE' as const }],
      PreferredFileServerIp: ipOf(FileSystemId),
    };
    const own = { FileSystemId, CreationTime, DNSName: hostOf(FileSystemId), WindowsConfiguration };
    control.addWindowsFileSystems(OWN, [{ ...own, ...(PROPERTIES[is] as object) }]);
  },
});
