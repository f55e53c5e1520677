/** Members whose value is a name that means nothing without them. Pure. */
import { classicAlias, targetGroupAlias } from '../resources/balancingAliases.ts';
import { dbInstanceAlias } from '../resources/dbInstance.ts';
import { dbSnapshotAlias } from '../resources/dbSnapshot.ts';
import { fargateServiceAlias } from '../resources/fargateService.ts';
import { configurationAlias, templateAlias } from '../resources/launchAliases.ts';
import { modelEndpointAlias } from '../resources/modelEndpoint.ts';
import { groupAlias } from '../resources/securityGroup.ts';
import { tableAlias } from '../resources/table.ts';
import { tellImage } from './forms.ts';
import type { Tell } from './mention.ts';
import type { IN_TEXTS } from './words.ts';

export type TellName = (name: string, tell: Tell) => void;

const group: TellName = (name, tell) => tell('autoScalingGroup', name);
const balancer: TellName = (name, tell) => tell('loadBalancer', classicAlias(name));
const targets: TellName = (name, tell) => tell('targetGroup', targetGroupAlias(name));
const security: TellName = (name, tell) => tell('securityGroup', groupAlias(name));
const template: TellName = (name, tell) => {
  const alias = templateAlias({ name });
  if (alias) tell('launchTemplate', alias);
};
const configuration: TellName = (name, tell) => tell('launchConfiguration', configurationAlias(name));
const database: TellName = (name, tell) => tell('dbInstance', dbInstanceAlias(name));
const table: TellName = (name, tell) => tell('table', tableAlias(name));
const snapshot: TellName = (name, tell) => tell('dbSnapshot', dbSnapshotAlias('dbSnapshot', name));
const clusterSnapshot: TellName = (name, tell) => tell('dbClusterSnapshot', dbSnapshotAlias('dbClusterSnapshot', name));
/** Aurora restores from either. */
const eitherSnapshot: TellName = (name, tell) => {
  snapshot(name, tell);
  clusterSnapshot(name, tell);
};
const endpoint: TellName = (name, tell) => tell('modelEndpoint', modelEndpointAlias(name));
const service: TellName = (name, tell) => tell('fargateService', fargateServiceAlias(name));
/** As Application Auto Scaling names what it scales: `endpoint/NAME/variant/VARIANT`. */
const scaled: TellName = (name, tell) => {
  const [, of] = /^endpoint\/([^/]+)\/variant\//.exec(name) ?? [];
  if (of) endpoint(of, tell);
};
/** A family alone means its newest revision, which counts as used without any mention. */
const task: TellName = (name, tell) => {
  if (/^[\w-]+:\d+$/.test(name)) tell('taskDefinition', name);
};

/**
 * The words of a member, and of what its value is the name; each also in the plural, and as a list of `{ name }`. Those of
 * `IN_TEXTS` count in texts that are no JSON, too.
 */
const NAMED = {
  asg: group,
  'asg name': group,
  'auto scaling group': group,
  'auto scaling group name': group,
  'auto scaling group name list': group,
  'base image': tellImage,
  'classic load balancer': balancer,
  'cluster snapshot id': clusterSnapshot,
  'cluster snapshot identifier': clusterSnapshot,
  'container image': tellImage,
  'container image uri': tellImage,
  'container uri': tellImage,
  'database identifier': database,
  'database instance': database,
  'database instance identifier': database,
  'db cluster snapshot': clusterSnapshot,
  'db cluster snapshot identifier': clusterSnapshot,
  'db cluster snapshot name': clusterSnapshot,
  'db identifier': database,
  'db instance': database,
  'db instance id': database,
  'db instance identifier': database,
  'db instance name': database,
  'db snapshot': snapshot,
  'db snapshot id': snapshot,
  'db snapshot identifier': snapshot,
  'db snapshot name': snapshot,
  'docker image': tellImage,
  'dynamo db table': table,
  'dynamo db table name': table,
  'ecs service': service,
  'ecs service name': service,
  'elb info list': balancer,
  'elb name': balancer,
  'endpoint name': endpoint,
  'fargate service': service,
  'fargate service name': service,
  'group name': security,
  image: tellImage,
  'image identifier': tellImage,
  'image uri': tellImage,
  'inference endpoint': endpoint,
  'inference endpoint name': endpoint,
  'launch configuration': configuration,
  'launch configuration name': configuration,
  'launch template': template,
  'launch template name': template,
  'load balancer': balancer,
  'load balancer name': balancer,
  'model endpoint': endpoint,
  'model endpoint name': endpoint,
  'parent image': tellImage,
  'processing image': tellImage,
  'rds id': database,
  'rds identifier': database,
  'rds instance': database,
  'rds instance id': database,
  'rds instance identifier': database,
  'rds instance name': database,
  'rds resource id': database,
  'rds snapshot': eitherSnapshot,
  'rds snapshot id': eitherSnapshot,
  'rds snapshot identifier': eitherSnapshot,
  'read replica db instance identifier': database,
  'read replica source db instance identifier': database,
  'resolved image': tellImage,
  'resource id': scaled,
  'sagemaker endpoint': endpoint,
  'sagemaker endpoint name': endpoint,
  'scaling group': group,
  'scaling group name': group,
  'security group': security,
  'security group name': security,
  // Of a request to `ecs:UpdateService` in a schedule, a state machine or a text.
  service,
  'snapshot identifier': eitherSnapshot,
  'source db instance identifier': database,
  'specified image': tellImage,
  table,
  'table name': table,
  'target group': targets,
  'target group info list': targets,
  'target group name': targets,
  'target group name list': targets,
  'task definition': task,
  'task definition arn': task,
  'training image': tellImage,
} satisfies Readonly<Record<string, TellName> & Record<(typeof IN_TEXTS)[number], TellName>>;

/** Without capitals, `_` and `-`. */
const BY_MEMBER: ReadonlyMap<string, TellName> = new Map(
  Object.entries(NAMED).map(([words, tell]) => [words.replaceAll(' ', ''), tell]),
);

/** Everything of a security group may be called by id or by name: `VpcSecurityGroupIds`, `securityGroups`. */
const GROUPS = /^(?:vpc)?securitygroup(?:id|ids|s|memberships|idlist)$/;

/** Those that mean the same behind words of a person: `ORDERS_TABLE_NAME`, `webTargetGroup`. In names of AWS the others mean many things. */
const LAST: ReadonlySet<string> = new Set(
  (
    [
      'asg',
      'asg name',
      'auto scaling group',
      'auto scaling group name',
      'cluster snapshot id',
      'cluster snapshot identifier',
      'container image',
      'container image uri',
      'database identifier',
      'database instance',
      'database instance identifier',
      'db cluster snapshot',
      'db cluster snapshot identifier',
      'db identifier',
      'db instance',
      'db instance id',
      'db instance identifier',
      'db instance name',
      'db snapshot',
      'db snapshot id',
      'db snapshot identifier',
      'db snapshot name',
      'dynamo db table',
      'dynamo db table name',
      'ecs service',
      'ecs service name',
      'elb name',
      'endpoint name',
      'fargate service',
      'fargate service name',
      'image uri',
      'inference endpoint',
      'inference endpoint name',
      'launch configuration',
      'launch configuration name',
      'launch template',
      'launch template name',
      'load balancer',
      'load balancer name',
      'model endpoint',
      'model endpoint name',
      'rds id',
      'rds identifier',
      'rds instance',
      'rds instance id',
      'rds instance identifier',
      'rds instance name',
      'rds snapshot',
      'rds snapshot id',
      'rds snapshot identifier',
      'sagemaker endpoint',
      'sagemaker endpoint name',
      'scaling group',
      'scaling group name',
      'security group',
      'security group name',
      'snapshot identifier',
      'table',
      'table name',
      'target group',
      'target group name',
    ] satisfies readonly (keyof typeof NAMED)[]
  ).map((words) => words.replaceAll(' ', '')),
);
const MOST_WORDS = 5;

/** Of `ordersTableName` that of `tableName`. */
function namedByLast(member: string): TellName | undefined {
  const words = member
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[_-]/);
  for (let from = Math.max(1, words.length - MOST_WORDS); from < words.length; from += 1) {
    const last = words.slice(from).join('');
    const one = [last, last.replace(/s$/, '')].find((each) => LAST.has(each));
    if (one !== undefined) return BY_MEMBER.get(one);
  }
  return undefined;
}

const known = new Map<string, TellName | undefined>();
/** Members are few; the keys of people's own JSON need not be. */
const MOST_KNOWN = 10_000;

/** What the value of a member is the name of, if the member says it. */
export function namedBy(member: string): TellName | undefined {
  let named = known.get(member);
  if (named || known.has(member)) return named;
  const plain = member.replace(/[_-]/g, '').toLowerCase();
  named =
    BY_MEMBER.get(plain) ??
    BY_MEMBER.get(plain.replace(/s$/, '')) ??
    (GROUPS.test(plain) ? security : namedByLast(member));
  if (known.size < MOST_KNOWN) known.set(member, named);
  return named;
}

/** Longer names exist for no resource; what is longer is a text. */
const LONGEST_NAME = 512;

/** Tells the resource that a value names. @param named what its member says */
export function tellName(named: TellName | undefined, value: string, tell: Tell): void {
  if (!named || value.length > LONGEST_NAME || value.startsWith('arn:') || value.trim() === '') return;
  named(value.trim(), tell);
  // Several in one variable: no name of them has a comma.
  if (value.includes(',')) for (const one of value.split(',')) tellName(named, one, tell);
}
