/** The words of members, and of what their values are the names. Pure. */
import { balancerV2Alias, classicAlias, targetGroupAlias } from '../resources/balancingAliases.ts';
import { cacheAlias } from '../resources/cache.ts';
import { dbClusterAlias } from '../resources/dbCluster.ts';
import { dbInstanceAlias } from '../resources/dbInstance.ts';
import { dbSnapshotAlias } from '../resources/dbSnapshot.ts';
import { fargateServiceAlias } from '../resources/fargateService.ts';
import { configurationAlias, templateAlias } from '../resources/launchAliases.ts';
import { logGroupAlias } from '../resources/logGroup.ts';
import { modelEndpointAlias } from '../resources/modelEndpoint.ts';
import { groupAlias } from '../resources/securityGroup.ts';
import { tableAlias } from '../resources/table.ts';
import { warehouseAlias } from '../resources/warehouse.ts';
import { tellImage } from './forms.ts';
import type { TellName } from './mention.ts';
import type { IN_TEXTS } from './words.ts';

const group: TellName = (name, tell) => tell('autoScalingGroup', name);
const classic: TellName = (name, tell) => tell('loadBalancer', classicAlias(name));
/** Both kinds have names; of the newer ones some metrics have the end of the ARN: `app/NAME/ID`. */
const balancer: TellName = (name, tell) => {
  classic(name, tell);
  tell('loadBalancerV2', balancerV2Alias(name));
};
const targets: TellName = (name, tell) => tell('targetGroup', targetGroupAlias(name));
export const security: TellName = (name, tell) => tell('securityGroup', groupAlias(name));
const template: TellName = (name, tell) => {
  const alias = templateAlias({ name });
  if (alias) tell('launchTemplate', alias);
};
const configuration: TellName = (name, tell) => tell('launchConfiguration', configurationAlias(name));
const database: TellName = (name, tell) => tell('dbInstance', dbInstanceAlias(name));
const databaseCluster: TellName = (name, tell) => tell('dbCluster', dbClusterAlias(name));
const cache: TellName = (name, tell) => tell('cache', cacheAlias(name));
const warehouse: TellName = (name, tell) => tell('warehouse', warehouseAlias(name));
const table: TellName = (name, tell) => tell('table', tableAlias(name));
const snapshot: TellName = (name, tell) => tell('dbSnapshot', dbSnapshotAlias('dbSnapshot', name));
const clusterSnapshot: TellName = (name, tell) => tell('dbClusterSnapshot', dbSnapshotAlias('dbClusterSnapshot', name));
/** Aurora restores from either. */
const eitherSnapshot: TellName = (name, tell) => {
  snapshot(name, tell);
  clusterSnapshot(name, tell);
};
const endpoint: TellName = (name, tell) => tell('modelEndpoint', modelEndpointAlias(name));
export const logs: TellName = (name, tell) => tell('logGroup', logGroupAlias(name));
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
export const NAMED = {
  alb: balancer,
  'alb name': balancer,
  asg: group,
  'asg name': group,
  'aurora cluster': databaseCluster,
  'aurora cluster id': databaseCluster,
  'aurora cluster identifier': databaseCluster,
  'aurora cluster name': databaseCluster,
  'auto scaling group': group,
  'auto scaling group name': group,
  'auto scaling group name list': group,
  'awslogs group': logs,
  'base image': tellImage,
  'cache cluster': cache,
  'cache cluster id': cache,
  'cache cluster name': cache,
  'classic load balancer': classic,
  'cluster identifier': warehouse,
  'cluster snapshot id': clusterSnapshot,
  'cluster snapshot identifier': clusterSnapshot,
  'container image': tellImage,
  'container image uri': tellImage,
  'container uri': tellImage,
  'database cluster': databaseCluster,
  'database cluster identifier': databaseCluster,
  'database identifier': database,
  'database instance': database,
  'database instance identifier': database,
  'db cluster': databaseCluster,
  'db cluster id': databaseCluster,
  'db cluster identifier': databaseCluster,
  'db cluster name': databaseCluster,
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
  'elasticache cluster': cache,
  'elasticache cluster id': cache,
  'elasticache id': cache,
  'elasticache name': cache,
  'elb info list': classic,
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
  'log group': logs,
  'log group name': logs,
  'nlb name': balancer,
  'parent image': tellImage,
  'processing image': tellImage,
  'rds cluster': databaseCluster,
  'rds cluster id': databaseCluster,
  'rds cluster identifier': databaseCluster,
  'rds cluster name': databaseCluster,
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
  'read replica db cluster identifier': databaseCluster,
  'read replica db instance identifier': database,
  'read replica source db cluster identifier': databaseCluster,
  'read replica source db instance identifier': database,
  'redshift cluster': warehouse,
  'redshift cluster id': warehouse,
  'redshift cluster identifier': warehouse,
  'redshift cluster name': warehouse,
  'redshift id': warehouse,
  'redshift name': warehouse,
  'replication group': cache,
  'replication group id': cache,
  'replication group name': cache,
  // Of a batch of DynamoDB: a map by the names of tables.
  'request items': table,
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
  'source db cluster identifier': databaseCluster,
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
  'tracked cluster id': databaseCluster,
  'training image': tellImage,
} satisfies Readonly<Record<string, TellName> & Record<(typeof IN_TEXTS)[number], TellName>>;
