/** EMR, Glue and Flink: what their clusters, jobs and applications start with. */

import type { ClusterState } from '@aws-sdk/client-emr';
import { emr } from '../../calls/emr.ts';
import { emrServerless } from '../../calls/emrServerless.ts';
import { flink } from '../../calls/flink.ts';
import { glue } from '../../calls/glue.ts';
import { describes, lists } from '../listings/listing.ts';
import { listingSource } from '../listings/listingSource.ts';

/**
 * The states in which a cluster may launch: https://docs.aws.amazon.com/emr/latest/APIReference/API_ListClusters.html.
 * The two terminated states are omitted: such clusters never launch again, and AWS lists thousands of them, 50 a call.
 */
const MAY_LAUNCH: readonly ClusterState[] = ['STARTING', 'BOOTSTRAPPING', 'RUNNING', 'WAITING', 'TERMINATING'];

const emrCluster = ({ Id, Name }: { readonly Id?: string | undefined; readonly Name?: string | undefined }) =>
  `EMR cluster ${Id} "${Name ?? ''}"`;

/**
 * A cluster that scales out launches its custom image at any time, even without an instance of it now. It has either groups
 * or fleets of instances; AWS refuses to list the others.
 */
export const emrClusters = listingSource({
  name: 'emrClusters',
  earlier: ['emr'],
  users: 'EMR clusters that are not terminated, with their groups or fleets of instances and their configurations',
  called: 'EMR clusters',
  names: ['containerImage', 'image', 'logGroup', 'securityGroup', 'texts', 'vpcEndpoint'],
  reads: lists(emr.listClusters, {
    input: { ClusterStates: [...MAY_LAUNCH] },
    part: () => undefined,
    each: [
      describes(emr.describeCluster, {
        by: { ClusterId: 'Id' },
        has: 'Cluster',
        noun: 'cluster',
        part: ({ Cluster }) => Cluster,
        user: emrCluster,
        each: [
          lists(emr.listInstanceFleets, {
            by: { ClusterId: 'Id' },
            when: ({ Cluster }) => Cluster?.InstanceCollectionType !== 'INSTANCE_GROUP',
            user: ({ Cluster }) => emrCluster(Cluster ?? {}),
          }),
          lists(emr.listInstanceGroups, {
            by: { ClusterId: 'Id' },
            when: ({ Cluster }) => Cluster?.InstanceCollectionType !== 'INSTANCE_FLEET',
            user: ({ Cluster }) => emrCluster(Cluster ?? {}),
          }),
        ],
      }),
    ],
  }),
});

/** A Workspace that starts gets these groups. */
export const emrStudios = listingSource({
  name: 'emrStudios',
  users: 'EMR Studios, with the groups of their Workspaces and engines',
  called: 'EMR Studios',
  names: ['securityGroup', 'vpcEndpoint'],
  reads: lists(emr.listStudios, {
    each: [
      describes(emr.describeStudio, {
        by: { StudioId: 'StudioId' },
        has: 'Studio',
        noun: 'studio',
        user: ({ StudioId, Name }) => `EMR Studio ${StudioId} "${Name ?? ''}"`,
      }),
    ],
  }),
});

/** A stopped application starts with the next job, with these groups and this image. */
export const emrServerlessApplications = listingSource({
  name: 'emrServerlessApplications',
  users: 'Applications of EMR Serverless in every state, with their configurations',
  called: 'EMR Serverless applications',
  names: ['containerImage', 'logGroup', 'securityGroup', 'texts', 'vpcEndpoint'],
  reads: lists(emrServerless.listApplications, {
    each: [
      describes(emrServerless.getApplication, {
        by: { applicationId: 'id' },
        has: 'application',
        part: ({ application }) => application,
        user: ({ id, name, state }) => `EMR Serverless application ${name ?? id} (${state ?? 'state not known'})`,
      }),
    ],
  }),
});

/** An application that is not running has no network interface; the next start takes its groups. */
export const flinkApplications = listingSource({
  name: 'flinkApplications',
  users: 'Applications of Managed Service for Apache Flink in every state, with their property groups',
  called: 'Flink applications',
  names: ['securityGroup', 'texts', 'vpcEndpoint'],
  reads: lists(flink.listApplications, {
    each: [
      describes(flink.describeApplication, {
        by: { ApplicationName: 'ApplicationName' },
        has: 'ApplicationDetail',
        user: ({ ApplicationName: name, ApplicationStatus: status }) =>
          `Flink application ${name} (${status ?? 'status not known'})`,
      }),
    ],
  }),
});

/** A job gives its groups to the interfaces that it makes while it runs. Passwords stay with AWS. */
export const glueConnections = listingSource({
  name: 'glueConnections',
  users: 'Connections of Glue',
  called: 'Glue connections',
  names: ['dbCluster', 'dbInstance', 'securityGroup', 'texts', 'vpcEndpoint', 'warehouse'],
  reads: lists(glue.getConnections, { user: ({ Name }) => `Glue connection ${Name ?? 'without name'}` }),
});

export const glueDevEndpoints = listingSource({
  name: 'glueDevEndpoints',
  users: 'Development endpoints of Glue',
  called: 'Glue development endpoints',
  names: ['securityGroup', 'texts', 'vpcEndpoint'],
  reads: lists(glue.getDevEndpoints, {
    user: ({ EndpointName }) => `Glue development endpoint ${EndpointName ?? 'without name'}`,
  }),
});

/** Its next run reads these tables, which it names by a path: https://docs.aws.amazon.com/glue/latest/webapi/API_DynamoDBTarget.html */
export const glueCrawlers = listingSource({
  name: 'glueCrawlers',
  users: 'Crawlers of Glue, by their tables of DynamoDB',
  called: 'Glue crawlers',
  names: ['table'],
  reads: lists(glue.getCrawlers, {
    part: ({ Targets }) => ({ tableNames: (Targets?.DynamoDBTargets ?? []).map(({ Path }) => Path) }),
    user: ({ Name }) => `Glue crawler ${Name ?? 'without name'}`,
  }),
});

/** Its next run gets these arguments. */
export const glueJobs = listingSource({
  name: 'glueJobs',
  users: 'Jobs of Glue, by their arguments',
  called: 'Glue jobs',
  names: 'texts',
  reads: lists(glue.getJobs, { user: ({ Name }) => `Glue job ${Name ?? 'without name'}` }),
});

/** It starts jobs with arguments of its own; one that is not activated may be at any time. */
export const glueTriggers = listingSource({
  name: 'glueTriggers',
  users: 'Triggers of Glue in every state, by the arguments that they start jobs with',
  called: 'Glue triggers',
  names: 'texts',
  reads: lists(glue.getTriggers, {
    user: ({ Name, State }) => `Glue trigger ${Name ?? 'without name'} (${State ?? 'state not known'})`,
  }),
});
