import * as module from '@aws-sdk/client-emr';
import { defined } from '../collections/defined.ts';
import { AwsError } from '../collections/errors.ts';
import { partitionOf } from '../collections/regions.ts';
import { type ClusterRow, newCluster } from '../seeds/clusterSeeds.ts';
import { collection, listingsOf, rowsOf } from '../store/listing.ts';
import type { Region } from '../store/store.ts';
import { type Service, service } from '../wire/service.ts';

/** "This call returns a maximum of 50 clusters in unsorted order per call": API_ListClusters. */
const listing = listingsOf({
  token: 'Marker',
  badToken: 'InvalidRequestException',
  limits: { min: 1, max: 50, otherwise: 50 },
});

/** Each image of instances becomes one group or fleet. */
export function emr(): Service {
  return service(
    module,
    module.EMRClient,
  )({
    ListClusters: listing(
      collection(rowsOf('clusters'), ({ cluster: { Id, Name, Status } }) => ({ Id, Name, Status })),
      {
        answer: 'Clusters',
        where:
          ({ ClusterStates: states = [] }) =>
          ({ cluster: { Status } }) =>
            states.length === 0 || (Status?.State !== undefined && states.includes(Status.State)),
      },
    ),

    /** https://docs.aws.amazon.com/emr/latest/APIReference/API_RunJobFlow.html */
    RunJobFlow(
      { Name, Instances, CustomAmiId, ReleaseLabel, MonitoringConfiguration },
      { here, account, region, store },
    ) {
      if (!Name || !Instances) throw new AwsError('ValidationException', 'Name and Instances are required');
      const { InstanceGroups: groups = [], InstanceFleets: fleets = [] } = Instances;
      if (groups.length > 0 && fleets.length > 0) {
        throw new AwsError('ValidationException', 'InstanceGroups and InstanceFleets cannot both be given');
      }
      const types = fleets.flatMap(({ InstanceTypeConfigs = [] }) => InstanceTypeConfigs);
      const cluster = newCluster(
        {
          Name,
          ...defined({ CustomAmiId, ReleaseLabel, MonitoringConfiguration }),
          InstanceCollectionType: fleets.length > 0 ? 'INSTANCE_FLEET' : 'INSTANCE_GROUP',
          state: 'STARTING',
          Ec2InstanceAttributes: attributesOf(Instances),
          imagesOfInstances: [...groups, ...types].flatMap((part) => part.CustomAmiId ?? []),
        },
        store,
      );
      const id = cluster.cluster.Id ?? '';
      here.clusters.put(id, cluster);
      const arn = `arn:${partitionOf(region)}:elasticmapreduce:${region}:${account.id}:cluster/${id}`;
      return { JobFlowId: id, ClusterArn: arn };
    },

    ListStudios: listing(
      collection(
        rowsOf('emrStudios'),
        ({ StudioId, Name, VpcId }): module.StudioSummary => ({ StudioId, Name, VpcId }),
      ),
      { answer: 'Studios' },
    ),

    DescribeStudio({ StudioId = '' }, { here }) {
      const Studio = here.emrStudios.get(StudioId);
      if (Studio) return { Studio };
      throw new AwsError('InvalidRequestException', `Studio does not exist: ${StudioId}`);
    },

    DescribeCluster: ({ ClusterId }, { here }) => ({ Cluster: existing(here, ClusterId).cluster }),

    ListInstanceGroups({ ClusterId }, { here }) {
      const row = ofKind(existing(here, ClusterId), 'INSTANCE_GROUP');
      return {
        InstanceGroups: row.imagesOfInstances.map((CustomAmiId, index) => ({ Id: `ig-${index}`, CustomAmiId })),
      };
    },

    ListInstanceFleets({ ClusterId }, { here }) {
      const row = ofKind(existing(here, ClusterId), 'INSTANCE_FLEET');
      return {
        InstanceFleets: row.imagesOfInstances.map((CustomAmiId, index) => ({
          Id: `if-${index}`,
          InstanceTypeSpecifications: [{ InstanceType: 'm5.large', CustomAmiId }],
        })),
      };
    },
  });
}

/** The description has the groups under the names of the request. */
function attributesOf(instances: module.JobFlowInstancesConfig): module.Ec2InstanceAttributes {
  const { EmrManagedMasterSecurityGroup, EmrManagedSlaveSecurityGroup, ServiceAccessSecurityGroup } = instances;
  const { AdditionalMasterSecurityGroups, AdditionalSlaveSecurityGroups } = instances;
  return defined({
    EmrManagedMasterSecurityGroup,
    EmrManagedSlaveSecurityGroup,
    ServiceAccessSecurityGroup,
    AdditionalMasterSecurityGroups,
    AdditionalSlaveSecurityGroups,
  });
}

function existing(here: Region, id: string | undefined): ClusterRow {
  const row = here.clusters.get(id ?? '');
  if (!row) throw new AwsError('InvalidRequestException', `Cluster id '${id}' is not valid.`);
  return row;
}

function ofKind(row: ClusterRow, kind: string): ClusterRow {
  if (row.cluster.InstanceCollectionType === kind) return row;
  throw new AwsError('InvalidRequestException', `Cluster ${row.cluster.Id} does not have ${kind}s.`);
}
