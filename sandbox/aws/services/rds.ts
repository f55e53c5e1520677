import * as module from '@aws-sdk/client-rds';
import { AwsError } from '../collections/errors.ts';
import { dbClusters, dbInstances, dbProxies } from '../seeds/databaseSeeds.ts';
import { answered } from '../store/answers.ts';
import { listingsOf, plain } from '../store/listing.ts';
import { type Service, service } from '../wire/service.ts';

/** https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/API_DescribeDBInstances.html and its siblings */
const listing = listingsOf({
  size: 'MaxRecords',
  token: 'Marker',
  next: 'Marker',
  badToken: 'InvalidParameterValue',
  limits: { min: 20, max: 100, otherwise: 100 },
  badSize: () => new AwsError('InvalidParameterValue', 'MaxRecords must be 20 to 100'),
});

export function rds(): Service {
  return service(
    module,
    module.RDSClient,
  )({
    DescribeDBClusters: listing(
      plain(({ here }) => here.dbClusters),
      { answer: 'DBClusters' },
    ),
    DescribeDBEngineVersions: listing(answered(), { answer: 'DBEngineVersions' }),
    DescribeDBInstances: listing(
      plain(({ here }) => here.dbInstances),
      { answer: 'DBInstances' },
    ),
    DescribeDBProxies: listing(
      plain(({ here }) => here.dbProxies),
      { answer: 'DBProxies' },
    ),
    DescribeDBProxyEndpoints: listing(
      plain(({ here }) => here.dbProxyEndpoints),
      { answer: 'DBProxyEndpoints' },
    ),
    DescribeOptionGroups: listing(
      plain(({ here }) => here.optionGroups),
      { answer: 'OptionGroupsList' },
    ),

    CreateDBInstance({ DBInstanceIdentifier = '', Engine, VpcSecurityGroupIds }, call) {
      const seed = { DBInstanceIdentifier, Engine, VpcSecurityGroups: membersOf(VpcSecurityGroupIds) };
      const DBInstance = dbInstances.make(seed, call);
      call.here.dbInstances.put(DBInstanceIdentifier, DBInstance);
      return { DBInstance };
    },

    CreateDBProxy({ DBProxyName = '', VpcSecurityGroupIds }, call) {
      const DBProxy = dbProxies.make({ DBProxyName, VpcSecurityGroupIds }, call);
      call.here.dbProxies.put(DBProxyName, DBProxy);
      return { DBProxy };
    },

    CreateDBCluster({ DBClusterIdentifier = '', Engine, VpcSecurityGroupIds }, call) {
      const seed = { DBClusterIdentifier, Engine, VpcSecurityGroups: membersOf(VpcSecurityGroupIds) };
      const DBCluster = dbClusters.make(seed, call);
      call.here.dbClusters.put(DBClusterIdentifier, DBCluster);
      return { DBCluster };
    },
  });
}

function membersOf(ids: readonly string[] = []): module.VpcSecurityGroupMembership[] {
  return ids.map((VpcSecurityGroupId) => ({ VpcSecurityGroupId, Status: 'active' }));
}
