/** How AWS's answers name a resource of each kind, and the aliases by which the resource is then found. */

import { namesOfImage } from '../../../src/handlers/aws/mentions/imageNames.ts';
import type { Kind } from '../../../src/handlers/aws/mentions/mention.ts';

export interface Form {
  readonly value: string;
  readonly aliases: readonly string[];
}

const DIGITS = '0123456789abcdef0';
const NAME = 'users-probe';
const ELB = 'arn:aws:elasticloadbalancing:us-east-1:111111111111';
const AUTO_SCALING = 'arn:aws:autoscaling:us-east-1:111111111111';
const UUID = '11111111-2222-3333-4444-555555555555';
const RDS = 'arn:aws:rds:us-east-1:111111111111';
const ECS = 'arn:aws:ecs:us-east-1:111111111111';
const TABLES = 'arn:aws:dynamodb:us-east-1:111111111111:table';
const LOGS = `arn:aws:logs:us-east-1:111111111111:log-group:${NAME}`;
const WAREHOUSES = 'arn:aws:redshift:us-east-1:111111111111';
const CACHES = 'arn:aws:elasticache:us-east-1:111111111111';
const EFS = 'arn:aws:elasticfilesystem:us-east-1:111111111111';
const HOST = `${NAME}-0123456789.us-east-1.elb.amazonaws.com`;
const ADDRESS = '203.0.113.7';
const IMAGE = '111111111111.dkr.ecr.us-east-1.amazonaws.com/users/probe:1';

const by = (value: string, ...aliases: string[]): Form => ({ value, aliases: aliases.length > 0 ? aliases : [value] });

export const FORMS: Readonly<Record<Kind, readonly Form[]>> = {
  autoScalingGroup: [by(NAME), by(`${AUTO_SCALING}:autoScalingGroup:${UUID}:autoScalingGroupName/${NAME}`, NAME)],
  cache: [
    by(NAME, `cache/${NAME}`),
    by(`${CACHES}:replicationgroup:${NAME}`),
    by(`${CACHES}:cluster:${NAME}-001`),
    by(
      `master.${NAME}.abc123.use1.cache.amazonaws.com`,
      `master.${NAME}.abc123.use1.cache.amazonaws.com`,
      `cache/${NAME}`,
    ),
  ],
  containerImage: [by(IMAGE, ...namesOfImage(IMAGE)), by(`sha256:${'0123456789abcdef'.repeat(4)}`)],
  dbCluster: [
    by(NAME, `dbCluster/${NAME}`),
    by(`${RDS}:cluster:${NAME}`),
    by(
      `${NAME}.cluster-ro-abcdef123456.us-east-1.rds.amazonaws.com`,
      `${NAME}.cluster-ro-abcdef123456.us-east-1.rds.amazonaws.com`,
      `dbCluster/${NAME}`,
    ),
    by(`${NAME}.cluster-custom-abcdef123456.us-east-1.rds.amazonaws.com`),
    by(`arn:aws:rds-db:us-east-1:111111111111:dbuser:cluster-ABCDEF/jane`, 'cluster-abcdef'),
  ],
  dbClusterSnapshot: [by(NAME, `dbClusterSnapshot/${NAME}`), by(`${RDS}:cluster-snapshot:${NAME}`)],
  dbInstance: [
    by(NAME, `dbInstance/${NAME}`),
    by(`${RDS}:db:${NAME}`),
    by(`${NAME}.abcdef123456.us-east-1.rds.amazonaws.com`),
    by(`arn:aws:rds-db:us-east-1:111111111111:dbuser:db-ABCDEF/jane`, 'db-abcdef'),
  ],
  dbSnapshot: [by(NAME, `dbSnapshot/${NAME}`), by(`${RDS}:snapshot:${NAME}`)],
  elasticIp: [by(ADDRESS), by(`eipalloc-${DIGITS}`), by(`${ADDRESS}/32`, ADDRESS)],
  fargateService: [
    by(NAME, `fargateService/${NAME}`),
    by(`${ECS}:service/shop/${NAME}`),
    by(`${ECS}:service/${NAME}`, `fargateService/${NAME}`),
    by(`${ECS}:service-deployment/shop/${NAME}/0123456789`, `${ECS}:service/shop/${NAME}`),
  ],
  fileSystem: [
    by(`fs-${DIGITS}`),
    by(`fsap-${DIGITS}`),
    by(`${EFS}:file-system/fs-${DIGITS}`, `fs-${DIGITS}`),
    by(`${EFS}:access-point/fsap-${DIGITS}`, `fsap-${DIGITS}`),
    by(`fs-${DIGITS}.efs.us-east-1.amazonaws.com:/export`, `fs-${DIGITS}`),
    by(`fs-${DIGITS}::fsap-${DIGITS}`, `fs-${DIGITS}`),
    by('us-east-1a.fs-1a2b3c4d.efs.us-east-1.amazonaws.com', 'fs-1a2b3c4d'),
  ],
  image: [by(`ami-${DIGITS}`)],
  instance: [by(`i-${DIGITS}`), by(`arn:aws:ec2:us-east-1:111111111111:instance/i-${DIGITS}`, `i-${DIGITS}`)],
  launchConfiguration: [
    by(NAME, `launchConfiguration/${NAME}`),
    by(`${AUTO_SCALING}:launchConfiguration:${UUID}:launchConfigurationName/${NAME}`, `launchConfiguration/${NAME}`),
  ],
  // A user that says which version it means uses the template, too.
  launchTemplate: [
    by(`lt-${DIGITS}`, `lt-${DIGITS}`, `lt-${DIGITS}:*`),
    by(NAME, `launchTemplate/${NAME}`, `launchTemplate/${NAME}:*`),
  ],
  loadBalancer: [by(NAME, `loadBalancer/${NAME}`), by(HOST)],
  loadBalancerV2: [
    by(`${ELB}:loadbalancer/app/${NAME}/0123456789abcdef`),
    by(`${ELB}:listener/app/${NAME}/0123456789abcdef/1`, `${ELB}:loadbalancer/app/${NAME}/0123456789abcdef`),
    by(HOST),
  ],
  logGroup: [
    by(NAME, `logGroup/${NAME}`),
    by(LOGS),
    by(`${LOGS}:*`, LOGS),
    by(`arn:aws:logs:*:*:log-group:${NAME}:*`, `logGroup/${NAME}`),
  ],
  modelEndpoint: [
    by(NAME, `modelEndpoint/${NAME}`),
    by(`arn:aws:sagemaker:us-east-1:111111111111:endpoint/${NAME}`),
    by(`arn:aws:apigateway:us-east-1:runtime.sagemaker:path//endpoints/${NAME}/invocations`, `modelEndpoint/${NAME}`),
    by(`endpoint/${NAME}/variant/AllTraffic`, `modelEndpoint/${NAME}`),
  ],
  natGateway: [by(`nat-${DIGITS}`)],
  networkInterface: [by(`eni-${DIGITS}`)],
  securityGroup: [by(`sg-${DIGITS}`), by(NAME, `securityGroup/${NAME}`)],
  snapshot: [by(`snap-${DIGITS}`)],
  table: [
    by(NAME, `table/${NAME}`),
    by(`${TABLES}/${NAME}`),
    by(`${TABLES}/${NAME}/stream/2026-01-01T00:00:00.000`, `${TABLES}/${NAME}`),
  ],
  targetGroup: [by(`${ELB}:targetgroup/${NAME}/0123456789abcdef`), by(NAME, `targetGroup/${NAME}`)],
  volume: [by(`vol-${DIGITS}`)],
  warehouse: [
    by(NAME, `warehouse/${NAME}`),
    by(`${WAREHOUSES}:cluster:${NAME}`),
    by(`${WAREHOUSES}:dbname:${NAME}/dev`, `${WAREHOUSES}:cluster:${NAME}`),
    by(`${WAREHOUSES}:namespace:${UUID}`),
    by(`${WAREHOUSES}:datashare:${UUID}/sales`, `${WAREHOUSES}:namespace:${UUID}`),
    by(
      `${NAME}.abc123.us-east-1.redshift.amazonaws.com`,
      `${NAME}.abc123.us-east-1.redshift.amazonaws.com`,
      `warehouse/${NAME}`,
    ),
  ],
  vpcEndpoint: [by(`vpce-${DIGITS}`)],
};

/** Another resource of each kind. */
export const OTHERS: Readonly<Record<Kind, string>> = {
  autoScalingGroup: 'other-group',
  containerImage: '111111111111.dkr.ecr.us-east-1.amazonaws.com/other:1',
  dbCluster: 'other-database-cluster',
  dbClusterSnapshot: 'other-cluster-snapshot',
  cache: 'other-cache',
  dbInstance: 'other-database',
  dbSnapshot: 'other-database-snapshot',
  elasticIp: '198.51.100.9',
  fargateService: 'other-service',
  fileSystem: 'fs-0aaaaaaaaaaaaaaaa',
  image: 'ami-0aaaaaaaaaaaaaaaa',
  instance: 'i-0aaaaaaaaaaaaaaaa',
  launchConfiguration: 'other-configuration',
  launchTemplate: 'lt-0aaaaaaaaaaaaaaaa',
  loadBalancer: 'other-balancer',
  loadBalancerV2: `${ELB}:loadbalancer/app/other/aaaaaaaaaaaaaaaa`,
  logGroup: 'other-logs',
  modelEndpoint: 'other-endpoint',
  natGateway: 'nat-0aaaaaaaaaaaaaaaa',
  networkInterface: 'eni-0aaaaaaaaaaaaaaaa',
  securityGroup: 'sg-0aaaaaaaaaaaaaaaa',
  snapshot: 'snap-0aaaaaaaaaaaaaaaa',
  table: 'other-table',
  targetGroup: `${ELB}:targetgroup/other/aaaaaaaaaaaaaaaa`,
  volume: 'vol-0aaaaaaaaaaaaaaaa',
  warehouse: 'other-warehouse',
  vpcEndpoint: 'vpce-0aaaaaaaaaaaaaaaa',
};
