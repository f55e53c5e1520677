/** What costs by the hour: fourteen things that nobody uses, and four that only look so. */
import type { Place, SandboxControl } from '../aws/index.ts';
import { OWNERS, PROD } from './accounts.ts';
import { DAY_MS } from './families.ts';
import { resourceOf, tagsOf } from './leftovers.ts';
import { kept, type SeededResource, type Truth, UNUSED } from './truth.ts';

/** config/demoMoney.yaml has the types here. */
export const MONEY_PLACE: Place = { account: PROD.id, region: 'us-east-1' };
const DAYS = 140;
/** So many days ago a monthly job ran last. */
const LAST_JOB_DAYS = 25;
const { web, payments, data } = OWNERS;

type Add = (control: SandboxControl, name: string, at: Date, tags: Record<string, string>) => string | undefined;

interface Row {
  readonly type: SeededResource['type'];
  readonly name: string;
  readonly owner: string;
  readonly add: Add;
  readonly truth?: Truth;
}

const gateway: Add = (control, _name, CreateTime, tags) =>
  control.addNatGateways(MONEY_PLACE, [{ CreateTime, tags }])[0];

const endpoint: Add = (control, name, CreationTimestamp, tags) =>
  control.addVpcEndpoints(MONEY_PLACE, [
    { CreationTimestamp, VpcId: `vpc-${name}`, PrivateDnsEnabled: false, tags },
  ])[0];

const model: Add = (control, EndpointName, CreationTime, tags) =>
  control.addModelEndpoints(MONEY_PLACE, [{ EndpointName, CreationTime, tags }])[0];

const table: Add = (control, TableName, CreationDateTime, tags) =>
  control.addTables(MONEY_PLACE, [{ TableName, CreationDateTime, tags }])[0];

const logs: Add = (control, logGroupName, at, tags) =>
  control.addLogGroups(MONEY_PLACE, [{ logGroupName, creationTime: at.getTime(), tags }])[0];

const database: Add = (control, DBInstanceIdentifier, InstanceCreateTime, tags) =>
  control.addDbInstances(MONEY_PLACE, [{ DBInstanceIdentifier, InstanceCreateTime, tags }])[0];

const files: Add = (control, _name, CreationTime, tags) =>
  control.addFileSystems(MONEY_PLACE, [{ CreationTime, tags }])[0];

const shares: Add = (control, _name, CreationTime, tags) =>
  control.addWindowsFileSystems(MONEY_PLACE, [{ CreationTime, tags }])[0];

/** It has no client and no mount target today: a function that runs seldom mounts it. */
const mountedFiles: Add = (control, name, at, tags) => {
  const { account, region } = MONEY_PLACE;
  const AccessPointId = 'fsap-0c01d000000000001';
  const [id] = control.addFileSystems(MONEY_PLACE, [{ CreationTime: at, accessPoints: [{ AccessPointId }], tags }]);
  const Arn = `arn:aws:elasticfilesystem:${region}:${account}:access-point/${AccessPointId}`;
  const FileSystemConfigs = [{ Arn, LocalMountPath: '/mnt/models' }];
  control.addFunctions(MONEY_PLACE, [{ FunctionName: `reads-${name}`, FileSystemConfigs }]);
  return id;
};

const machine: Add = (control, _name, at, tags) => {
  const VolumeId = control.addVolumes(MONEY_PLACE, [{ CreateTime: at, State: 'in-use', tags }])[0];
  return control.addInstances(MONEY_PLACE, [
    {
      state: 'running',
      StateTransitionReason: '',
      PlatformDetails: 'Linux/UNIX',
      LaunchTime: at.toISOString(),
      BlockDeviceMappings: [
        { DeviceName: '/dev/xvda', Ebs: { VolumeId, AttachTime: at, DeleteOnTermination: true, Status: 'attached' } },
      ],
      NetworkInterfaces: [{ SourceDestCheck: true, Attachment: { DeviceIndex: 0, AttachTime: at } }],
      tags,
    },
  ])[0];
};

/** Some packets of a job that runs once a month. */
const monthlyGateway: Add = (control, name, at, tags) => {
  const id = gateway(control, name, at, tags);
  const last = new Date(at.getTime() + (DAYS - LAST_JOB_DAYS) * DAY_MS).toISOString();
  const metric = { namespace: 'AWS/NATGateway', name: 'PacketsInFromSource', dimensions: { NatGatewayId: id ?? '' } };
  control.addMetrics(MONEY_PLACE, [{ ...metric, points: [{ at: last, value: 4_200 }] }]);
  return id;
};

/** The way out of a subnet in which nothing runs today. */
const coldGateway: Add = (control, name, at, tags) => {
  const NatGatewayId = gateway(control, name, at, tags);
  const route = { DestinationCidrBlock: '0.0.0.0/0', NatGatewayId, State: 'active' as const };
  control.addRouteTables(MONEY_PLACE, [{ Routes: [route] }]);
  return NatGatewayId;
};

/** Nobody is connected to it; it follows another one. */
const standby: Add = (control, DBInstanceIdentifier, InstanceCreateTime, tags) =>
  control.addDbInstances(MONEY_PLACE, [
    { DBInstanceIdentifier, InstanceCreateTime, tags, ReadReplicaSourceDBInstanceIdentifier: 'orders' },
  ])[0];

export const KEPT_BY_OWNER = 'partner-vpn';
export const RESTORED = 'churn-model';

const ROWS: readonly Row[] = [
  { type: 'natGateway', name: 'old-office', owner: web, add: gateway },
  { type: 'natGateway', name: 'migration-2024', owner: payments, add: gateway },
  { type: 'natGateway', name: KEPT_BY_OWNER, owner: payments, add: gateway },
  { type: 'vpcEndpoint', name: 'sts-of-a-test', owner: web, add: endpoint },
  { type: 'vpcEndpoint', name: 'kms-of-a-test', owner: web, add: endpoint },
  { type: 'modelEndpoint', name: RESTORED, owner: data, add: model },
  { type: 'modelEndpoint', name: 'image-tags-v1', owner: data, add: model },
  { type: 'table', name: 'sessions-before-2024', owner: web, add: table },
  { type: 'table', name: 'coupons', owner: payments, add: table },
  { type: 'logGroup', name: '/batch/reports-v1', owner: data, add: logs },
  { type: 'fileSystem', name: 'render-farm', owner: web, add: files },
  { type: 'windowsFileSystem', name: 'old-home-folders', owner: payments, add: shares },
  { type: 'runningInstance', name: 'load-test-driver', owner: web, add: machine },
  { type: 'runningDbInstance', name: 'legacy-shop', owner: data, add: database },
  { type: 'natGateway', name: 'month-end', owner: data, add: monthlyGateway, truth: kept('inUse', 'a monthly job') },
  { type: 'natGateway', name: 'cold-path', owner: web, add: coldGateway, truth: kept('inUse', 'a route leads to it') },
  { type: 'runningDbInstance', name: 'orders-standby', owner: web, add: standby, truth: kept('inUse', 'a replica') },
  { type: 'fileSystem', name: 'models', owner: data, add: mountedFiles, truth: kept('inUse', 'a function mounts it') },
];

/** @param now ms since the epoch, by the sandbox's clock */
export function seedMoney(control: SandboxControl, now: number): readonly SeededResource[] {
  const at = new Date(now - DAYS * DAY_MS);
  return ROWS.map(({ type, name, owner, add, truth = UNUSED }) => {
    const id = add(control, name, at, tagsOf({ name, owner })) ?? '';
    return resourceOf(MONEY_PLACE, type, id, { name, days: DAYS, owner, truth });
  });
}
