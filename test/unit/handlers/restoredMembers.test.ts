/**
 * The way back asks for what the definition has: a member that AWS describes and takes by the same name is in the request, or stands here
 * with its reason. A release of the SDK that brings another one fails here, and says which.
 */
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { operationSchema, type Schema } from '../../../sandbox/aws/wire/schema.ts';
import { autoScaling } from '../../../src/handlers/aws/calls/autoScaling.ts';
import type { Call } from '../../../src/handlers/aws/calls/call.ts';
import { ec2 } from '../../../src/handlers/aws/calls/ec2.ts';
import { elastiCache } from '../../../src/handlers/aws/calls/elastiCache.ts';
import { fsx } from '../../../src/handlers/aws/calls/fsx.ts';
import { elbV2 } from '../../../src/handlers/aws/calls/loadBalancing.ts';
import { rds } from '../../../src/handlers/aws/calls/rds.ts';
import { redshift } from '../../../src/handlers/aws/calls/redshift.ts';
import { sageMaker } from '../../../src/handlers/aws/calls/sageMaker.ts';

interface Way {
  readonly describes: Call;
  /** Where the described one stands in the answer. */
  readonly at: readonly string[];
  readonly creates: Call;
  /** The source passes on whatever it does not take out. */
  readonly passesOn?: string;
  /** Where the request is put together, beside `restore.ts`. */
  readonly inFile?: string;
  /** Members that are not asked for, each with its reason. */
  readonly unless?: Readonly<Record<string, string>>;
}

const withIt = 'the snapshot has it';
const kept = 'one that has it is kept';

const WAYS: Readonly<Record<string, Way>> = {
  cache: {
    describes: elastiCache.describeReplicationGroups,
    at: ['ReplicationGroups'],
    creates: elastiCache.createReplicationGroup,
  },
  dbCluster: {
    describes: rds.describeDBClusters,
    at: ['DBClusters'],
    creates: rds.restoreDBClusterFromSnapshot,
    unless: {
      AssociatedRoles: kept,
      AvailabilityZones: 'its subnet group decides',
      BacktrackWindow: kept,
      DBClusterInstanceClass: 'of a Multi-AZ cluster, which is kept',
      DatabaseName: withIt,
      DeletionProtection: kept,
      Iops: 'of a Multi-AZ cluster, which is kept',
      KmsKeyId: withIt,
      RdsCustomClusterConfiguration: 'of RDS Custom, which has no cluster of Aurora',
    },
  },
  dbInstance: {
    describes: rds.describeDBInstances,
    at: ['DBInstances'],
    creates: rds.restoreDBInstanceFromDBSnapshot,
    unless: {
      AdditionalStorageVolumes: withIt,
      AllocatedStorage: withIt,
      DBCapacityReservationIdentifier: 'RDS refuses one that is full or over by now',
      DBName: withIt,
      DeletionProtection: kept,
      Engine: withIt,
      TdeCredentialArn: 'it asks for a password, which nobody stores',
    },
  },
  instance: {
    describes: ec2.describeInstances,
    at: ['Reservations', 'Instances'],
    creates: ec2.runInstances,
    unless: {
      BlockDeviceMappings: 'its last image has them',
      HibernationOptions: kept,
      KernelId: 'its last image has it',
      Operator: kept,
      PrivateIpAddress: 'another may have it by now',
      RamdiskId: 'its last image has it',
      SecondaryInterfaces: kept,
    },
  },
  launchConfiguration: {
    describes: autoScaling.describeLaunchConfigurations,
    at: ['LaunchConfigurations'],
    creates: autoScaling.createLaunchConfiguration,
    passesOn: '...rest',
  },
  launchTemplate: {
    describes: ec2.describeLaunchTemplates,
    at: ['LaunchTemplates'],
    creates: ec2.createLaunchTemplate,
    unless: { Operator: kept },
  },
  launchTemplateVersion: {
    describes: ec2.describeLaunchTemplateVersions,
    at: ['LaunchTemplateVersions'],
    creates: ec2.createLaunchTemplateVersion,
    inFile: '../../resources/templateRequests.ts',
  },
  modelEndpoint: { describes: sageMaker.describeEndpoint, at: [], creates: sageMaker.createEndpoint },
  natGateway: { describes: ec2.describeNatGateways, at: ['NatGateways'], creates: ec2.createNatGateway },
  networkInterface: {
    describes: ec2.describeNetworkInterfaces,
    at: ['NetworkInterfaces'],
    creates: ec2.createNetworkInterface,
    unless: { Operator: kept },
  },
  securityGroup: { describes: ec2.describeSecurityGroups, at: ['SecurityGroups'], creates: ec2.createSecurityGroup },
  targetGroup: {
    describes: elbV2.describeTargetGroups,
    at: ['TargetGroups'],
    creates: elbV2.createTargetGroup,
    passesOn: '...defined(settings)',
  },
  vpcEndpoint: {
    describes: ec2.describeVpcEndpoints,
    at: ['VpcEndpoints'],
    creates: ec2.createVpcEndpoint,
    unless: {
      ResourceConfigurationArn: 'one of another type is kept',
      RouteTableIds: 'one of another type is kept',
      ServiceNetworkArn: 'one of another type is kept',
    },
  },
  warehouse: {
    describes: redshift.describeClusters,
    at: ['Clusters'],
    creates: redshift.restoreFromClusterSnapshot,
    unless: {
      AvailabilityZone: 'its subnet group decides, and the one that it had may be full',
      ClusterSecurityGroups: 'outside of a VPC there is no cluster any more',
      MasterPasswordSecretKmsKeyId: kept,
      MultiAZ: kept,
    },
  },
  windowsFileSystem: {
    describes: fsx.describeFileSystems,
    at: ['FileSystems'],
    creates: fsx.createFileSystemFromBackup,
    unless: {
      FileSystemTypeVersion: 'of Lustre',
      LustreConfiguration: 'of another type',
      OpenZFSConfiguration: 'of another type',
      StorageCapacity: 'its backup has it',
    },
  },
};

test.each(Object.entries(WAYS))('A203 Law 12 what %s is described with, its way back asks for', async (type, way) => {
  const [described, input] = [at((await schemaOf(way.describes)).output, way.at), (await schemaOf(way.creates)).input];
  const shared = membersOf(described).filter((member) => membersOf(input).includes(member));
  expect(shared).not.toEqual([]);
  const files = ['./restore.ts', './starting.ts', way.inFile].flatMap((file) => file ?? []);
  const base = new URL(`../../../src/handlers/aws/types/${type}/restore.ts`, import.meta.url);
  const code = files.map((file) => codeOf(new URL(file, base))).join('');
  if (way.passesOn) return expect(code).toContain(way.passesOn);
  const missing = shared.filter((member) => !new RegExp(`\\b${member}\\b`).test(code));
  expect(missing.toSorted()).toEqual(Object.keys(way.unless ?? {}).toSorted());
});

function codeOf(file: URL): string {
  return existsSync(file) ? readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '') : '';
}

function membersOf(schema: Schema): readonly string[] {
  return [...schema.structIterator()].map(([name]) => name);
}

function at(schema: Schema, [first, ...rest]: readonly string[]): Schema {
  const one = schema.isListSchema() ? schema.getValueSchema() : schema;
  return first === undefined ? one : at(one.getMemberSchema(first), rest);
}

/** The SDK's own model of an operation, from the command that its client would send. */
async function schemaOf(call: Call) {
  const Client = (await call.load()) as unknown as new (
    settings: object,
  ) => Record<string, unknown> & { destroy(): void };
  const client = new Client({ region: 'us-east-1' });
  let schema: unknown;
  client.send = async (command: { readonly schema: unknown }) => {
    schema = command.schema;
  };
  await (client[call.method] as (input: object) => Promise<unknown>).call(client, {});
  client.destroy();
  const operation = operationSchema(schema);
  if (!operation) throw new Error(`the SDK has no schema of ${call.api}`);
  return operation;
}
