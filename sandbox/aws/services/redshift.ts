import * as module from '@aws-sdk/client-redshift';
import { AwsError } from '../collections/errors.ts';
import type { Answer } from '../seeds/answerSeeds.ts';
import { warehouseEndpoints, warehouses } from '../seeds/warehouseSeeds.ts';
import { answered } from '../store/answers.ts';
import type { Call } from '../store/call.ts';
import { plain, rowsOf } from '../store/listing.ts';
import { type Service, service } from '../wire/service.ts';
import { listing, named } from './rdsListing.ts';

/** https://docs.aws.amazon.com/redshift/latest/APIReference/Welcome.html */
export function redshift(): Service {
  return service(
    module,
    module.RedshiftClient,
  )({
    DescribeClusters: listing(
      plain(({ here }, { ClusterIdentifier }: module.DescribeClustersMessage) =>
        named(here.warehouses, ClusterIdentifier, missing),
      ),
      { answer: 'Clusters' },
    ),
    DescribeEndpointAccess: listing(plain(rowsOf('warehouseEndpoints')), { answer: 'EndpointAccessList' }),
    DescribeEndpointAuthorization: listing(answered('ClusterIdentifier'), { answer: 'EndpointAuthorizationList' }),
    DescribeDataSharesForProducer: listing(answered('ProducerArn'), { answer: 'DataShares' }),
    /** What a test puts in has the consumer beside the share. */
    DescribeDataSharesForConsumer: listing(answered('ConsumerArn' as never), { answer: 'DataShares' }),
    DescribeIntegrations: listing(answered(), { answer: 'Integrations' }),
    DescribeScheduledActions: listing(
      { ...answered<object, module.ScheduledAction>(), rows: planned },
      { answer: 'ScheduledActions' },
    ),
    DescribeLoggingStatus({ ClusterIdentifier }, call) {
      existing(ClusterIdentifier, call);
      return { LoggingEnabled: false };
    },
    /** https://github.com/apache/airflow/pull/27276 */
    DescribeClusterSnapshots: listing(
      plain(({ here }, input: module.DescribeClusterSnapshotsMessage) => {
        const { SnapshotIdentifier: name, ClusterIdentifier: of, SnapshotType: kind } = input;
        if (name !== undefined && of !== undefined)
          throw new AwsError(
            'InvalidParameterCombination',
            'SnapshotIdentifier and ClusterIdentifier exclude each other.',
          );
        return named(here.warehouseSnapshots, name, (id) => {
          return new AwsError('ClusterSnapshotNotFound', `Snapshot not found: ${id}`, 404);
        }).filter(
          ({ value }) =>
            (of === undefined || value.ClusterIdentifier === of) && (kind === undefined || value.SnapshotType === kind),
        );
      }),
      { answer: 'Snapshots' },
    ),

    CreateTags({ ResourceName, Tags = [] }, call) {
      const one = byArn(ResourceName, call);
      const own = (one.Tags ?? []).filter(({ Key }) => !Tags.some((tag) => tag.Key === Key));
      put(call, { ...one, Tags: [...own, ...Tags] });
      return {};
    },
    DeleteTags({ ResourceName, TagKeys = [] }, call) {
      const one = byArn(ResourceName, call);
      put(call, { ...one, Tags: (one.Tags ?? []).filter(({ Key = '' }) => !TagKeys.includes(Key)) });
      return {};
    },

    /** Done at once. "InvalidClusterState: The specified cluster is not in the available state." */
    CreateClusterSnapshot({ SnapshotIdentifier = '', ClusterIdentifier, ManualSnapshotRetentionPeriod }, call) {
      const one = available(ClusterIdentifier, call);
      return { Snapshot: saved(SnapshotIdentifier, one, call, ManualSnapshotRetentionPeriod) };
    },
    /**
     * "There is an operation running on the Cluster": of a paused one, too (https://github.com/apache/airflow/pull/68922), and of one
     * that a lakehouse has (https://github.com/cloud-custodian/cloud-custodian/pull/10863).
     */
    DeleteCluster(input, call) {
      const { ClusterIdentifier: name = '', SkipFinalClusterSnapshot: skips = false } = input;
      const { FinalClusterSnapshotIdentifier: final, FinalClusterSnapshotRetentionPeriod: days } = input;
      const one = available(name, call);
      if (!skips && !final)
        throw new AwsError('InvalidParameterCombination', 'FinalClusterSnapshotIdentifier is required.');
      if (final) saved(final, one, call, days);
      call.here.warehouses.remove(name);
      return { Cluster: { ...one, ClusterStatus: final ? 'final-snapshot' : 'deleting' } };
    },

    /** Done at once: https://docs.aws.amazon.com/redshift/latest/mgmt/rs-mgmt-pause-resume-cluster.html */
    PauseCluster({ ClusterIdentifier }, call) {
      const one = available(ClusterIdentifier, call);
      if (one.AutomatedSnapshotRetentionPeriod === 0 || one.HsmStatus)
        throw new AwsError('UnsupportedOperation', `Cluster ${ClusterIdentifier} cannot be paused.`);
      return { Cluster: put(call, { ...one, ClusterStatus: 'paused', ClusterAvailabilityStatus: 'Paused' }) };
    },
    ResumeCluster({ ClusterIdentifier }, call) {
      const one = existing(ClusterIdentifier, call);
      if (one.ClusterStatus !== 'paused')
        throw new AwsError('InvalidClusterState', `Cluster ${ClusterIdentifier} is not paused.`);
      return { Cluster: put(call, { ...one, ClusterStatus: 'available', ClusterAvailabilityStatus: 'Available' }) };
    },
    RestoreFromClusterSnapshot({ ClusterIdentifier = '', SnapshotIdentifier = '', NodeType, NumberOfNodes }, call) {
      if (!call.here.warehouseSnapshots.get(SnapshotIdentifier))
        throw new AwsError('ClusterSnapshotNotFound', `Snapshot not found: ${SnapshotIdentifier}`, 404);
      if (call.here.warehouses.get(ClusterIdentifier))
        throw new AwsError('ClusterAlreadyExists', `Cluster already exists: ${ClusterIdentifier}`);
      const shape = { ...(NodeType && { NodeType }), ...(NumberOfNodes && { NumberOfNodes }) };
      return { Cluster: put(call, warehouses.make({ ClusterIdentifier, ...shape }, call)) };
    },

    CreateEndpointAccess({ EndpointName = '', ClusterIdentifier, VpcSecurityGroupIds }, call) {
      const VpcSecurityGroups = membersOf(VpcSecurityGroupIds);
      const made = warehouseEndpoints.make({ EndpointName, ClusterIdentifier, VpcSecurityGroups }, call);
      call.here.warehouseEndpoints.put(EndpointName, made);
      return made;
    },

    CreateCluster({ ClusterIdentifier = '', VpcSecurityGroupIds }, call) {
      const VpcSecurityGroups = membersOf(VpcSecurityGroupIds);
      return { Cluster: put(call, warehouses.make({ ClusterIdentifier, VpcSecurityGroups }, call)) };
    },
  });
}

function membersOf(ids: readonly string[] = []): module.VpcSecurityGroupMembership[] {
  return ids.map((VpcSecurityGroupId) => ({ VpcSecurityGroupId, Status: 'active' }));
}

/** Application Auto Scaling has an operation of this name, too, whose items name a service. */
function planned(call: Call) {
  return call.here.answers
    .view()
    .filter(
      ({ value }: { value: Answer }) => value.operation === call.operation && !('ServiceNamespace' in value.item),
    );
}

function missing(name: string): AwsError {
  return new AwsError('ClusterNotFound', `Cluster ${name} not found.`, 404);
}

function existing(name: string | undefined, { here }: Call): module.Cluster {
  const found = here.warehouses.get(name ?? '');
  if (found) return found;
  throw missing(name ?? '');
}

function available(name: string | undefined, call: Call): module.Cluster {
  const one = existing(name, call);
  if (one.ClusterStatus === 'available' && !one.LakehouseRegistrationStatus) return one;
  throw new AwsError('InvalidClusterState', 'There is an operation running on the Cluster. Please try again later.');
}

function byArn(arn: string | undefined, call: Call): module.Cluster {
  return existing(arn?.split(':').at(-1), call);
}

function put({ here }: Call, one: module.Cluster): module.Cluster {
  here.warehouses.put(one.ClusterIdentifier ?? '', one);
  return one;
}

function saved(SnapshotIdentifier: string, one: module.Cluster, call: Call, days = -1): module.Snapshot {
  if (call.here.warehouseSnapshots.get(SnapshotIdentifier))
    throw new AwsError('ClusterSnapshotAlreadyExists', `Cannot create the snapshot: ${SnapshotIdentifier} exists.`);
  const Snapshot: module.Snapshot = {
    SnapshotIdentifier,
    ClusterIdentifier: one.ClusterIdentifier,
    ClusterCreateTime: one.ClusterCreateTime,
    SnapshotCreateTime: call.now,
    SnapshotType: 'manual',
    Status: 'available',
    Encrypted: one.Encrypted,
    ManualSnapshotRetentionPeriod: days,
  };
  call.here.warehouseSnapshots.put(SnapshotIdentifier, Snapshot);
  return { ...Snapshot, Status: 'creating' };
}
