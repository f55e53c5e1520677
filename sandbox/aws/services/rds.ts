import * as module from '@aws-sdk/client-rds';
import { AwsError } from '../collections/errors.ts';
import { dbInstances, dbProxies } from '../seeds/databaseSeeds.ts';
import { answered } from '../store/answers.ts';
import { plain, rowsOf } from '../store/listing.ts';
import { type Service, service } from '../wire/service.ts';
import { join, rdsClusters } from './rdsClusters.ts';
import { rdsEvents, startOverdue } from './rdsEvents.ts';
import { rdsInstances } from './rdsInstances.ts';
import { listing, named } from './rdsListing.ts';
import { rdsSnapshots } from './rdsSnapshots.ts';

export function rds(): Service {
  return service(
    module,
    module.RDSClient,
  )({
    ...rdsSnapshots,
    ...rdsInstances,
    ...rdsClusters,
    ...rdsEvents,
    DescribeBlueGreenDeployments: listing(answered(), { answer: 'BlueGreenDeployments' }),
    DescribeDBProxyTargets: listing(answered('DBProxyName' as never), { answer: 'Targets' }),
    DescribeIntegrations: listing(answered(), { answer: 'Integrations' }),
    DescribeDBEngineVersions: listing(answered(), { answer: 'DBEngineVersions' }),
    DescribeDBInstances: listing(
      plain((call, { DBInstanceIdentifier }: module.DescribeDBInstancesMessage) => {
        startOverdue(call);
        return named(call.here.dbInstances, DBInstanceIdentifier, notFound('DBInstanceNotFound', 'DBInstance'));
      }),
      {
        answer: 'DBInstances',
        special: { 'db-cluster-id': ({ DBClusterIdentifier: of }) => of, engine: ({ Engine }) => Engine },
      },
    ),
    DescribeDBProxies: listing(plain(rowsOf('dbProxies')), { answer: 'DBProxies' }),
    DescribeDBProxyEndpoints: listing(plain(rowsOf('dbProxyEndpoints')), { answer: 'DBProxyEndpoints' }),
    DescribeOptionGroups: listing(plain(rowsOf('optionGroups')), { answer: 'OptionGroupsList' }),

    CreateDBInstance({ DBInstanceIdentifier = '', Engine, VpcSecurityGroupIds, Tags = [], ...of }, call) {
      if (call.here.dbInstances.get(DBInstanceIdentifier)) throw taken('DBInstanceAlreadyExists', DBInstanceIdentifier);
      const tags = Object.fromEntries(Tags.map(({ Key = '', Value = '' }) => [Key, Value]));
      const groups = VpcSecurityGroupIds && { VpcSecurityGroups: membersOf(VpcSecurityGroupIds) };
      const { DBClusterIdentifier, DBInstanceClass } = of;
      if (DBClusterIdentifier) join(DBInstanceIdentifier, DBClusterIdentifier, call);
      const more = { ...(DBClusterIdentifier && { DBClusterIdentifier }), ...(DBInstanceClass && { DBInstanceClass }) };
      const seed = { DBInstanceIdentifier, ...(Engine && { Engine }), ...more, ...groups, tags };
      const DBInstance = dbInstances.make(seed, call);
      call.here.dbInstances.put(DBInstanceIdentifier, DBInstance);
      return { DBInstance };
    },

    CreateDBProxy({ DBProxyName = '', VpcSecurityGroupIds }, call) {
      const DBProxy = dbProxies.make({ DBProxyName, VpcSecurityGroupIds }, call);
      call.here.dbProxies.put(DBProxyName, DBProxy);
      return { DBProxy };
    },
  });
}

function membersOf(ids: readonly string[] = []): module.VpcSecurityGroupMembership[] {
  return ids.map((VpcSecurityGroupId) => ({ VpcSecurityGroupId, Status: 'active' }));
}

function notFound(code: string, noun: string): (name: string) => AwsError {
  return (name) => new AwsError(code, `${noun} ${name} not found.`, 404);
}

function taken(code: string, name: string): AwsError {
  return new AwsError(code, `${name} already exists`);
}
