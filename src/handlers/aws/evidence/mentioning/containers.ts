/** ECS, EKS and App Runner: what they start next. */
import { appRunner } from '../../calls/appRunner.ts';
import { ecs } from '../../calls/ecs.ts';
import { eks } from '../../calls/eks.ts';
import { batches } from '../listings/batches.ts';
import { describes, lists, listsNames } from '../listings/listing.ts';
import { listingSource } from '../listings/listingSource.ts';

const capacityProvider = ({ name }: { readonly name?: string | undefined }) =>
  `ECS capacity provider ${name ?? 'without name'}`;

/** Asked without a cluster: the listing of a cluster leaves out providers that no cluster has yet. */
export const capacityProviders = listingSource({
  name: 'capacityProviders',
  users: 'Capacity providers of ECS that are not inactive, with or without a cluster',
  called: 'capacity providers of ECS',
  names: ['autoScalingGroup', 'securityGroup', 'vpcEndpoint'],
  reads: lists(ecs.describeCapacityProviders, {
    unless: ({ status }) => status === 'INACTIVE',
    user: capacityProvider,
  }),
});

/** "You may specify up to 10 services to describe in a single operation." */
const SERVICES = 10;

/** The end of an ARN: `cluster/shop`. */
const nameOf = (arn: string) => arn.split('/').at(-1) ?? arn;

/**
 * A service starts its next task with these groups and registers it with these target groups and classic load balancers,
 * the alternate ones of blue/green deployments included, whether or not it has a task now. An inactive one cannot come
 * back; a draining one still has tasks. Each new task gets a volume that ECS makes from the snapshot. Without a cluster the listing of providers leaves out those of one cluster alone.
 */
export const ecsServices = listingSource({
  name: 'ecsServices',
  earlier: ['serviceVolumes'],
  users:
    'ECS services that are not inactive, with their deployments and task sets, and the capacity providers of clusters',
  called: 'ECS services',
  names: ['loadBalancer', 'loadBalancerV2', 'logGroup', 'securityGroup', 'snapshot', 'targetGroup', 'vpcEndpoint'],
  reads: listsNames(ecs.listClusters, 'cluster', {
    each: [
      listsNames(ecs.listServices, 'service', {
        by: { cluster: 'cluster' },
        batches: [
          batches(ecs.describeServices, {
            most: SERVICES,
            name: ({ service }) => service,
            input: (services, { cluster }) => ({ cluster, services }),
            names: ({ serviceArn }) => [serviceArn],
            // https://docs.aws.amazon.com/AmazonECS/latest/developerguide/api_failures_messages.html
            missing: ({ failures = [] }) => failures.filter(({ reason }) => reason === 'MISSING').map(({ arn }) => arn),
            why: ({ failures = [] }, name) => failures.find(({ arn }) => arn === name)?.reason,
            unless: ({ status }) => status === 'INACTIVE',
            user: ({ cluster, serviceName, status }) =>
              `ECS service ${nameOf(cluster)}/${serviceName ?? 'without name'} (${status ?? 'state not known'})`,
          }),
        ],
      }),
      lists(ecs.describeCapacityProviders, {
        by: { cluster: 'cluster' },
        unless: ({ status }) => status === 'INACTIVE',
        user: capacityProvider,
      }),
    ],
  }),
});

/**
 * EKS gives the groups of a cluster to the interfaces of its control plane and to nodes that it launches later. A node
 * group counts in every status; it is updated from versions of its template
 * (https://docs.aws.amazon.com/eks/latest/userguide/launch-templates.html), and is degraded without it
 * (`Ec2LaunchTemplateNotFound`: https://docs.aws.amazon.com/eks/latest/APIReference/API_Issue.html).
 */
export const eksClusters = listingSource({
  name: 'eksClusters',
  earlier: ['eksNodegroups'],
  users: 'EKS clusters and their managed node groups, in every status',
  called: 'EKS clusters',
  names: ['autoScalingGroup', 'elasticIp', 'launchTemplate', 'securityGroup'],
  anywhere: ['elasticIp'],
  // Excludes clusters that are only connected to EKS and run elsewhere: they have no node groups.
  reads: listsNames(eks.listClusters, 'clusterName', {
    each: [
      describes(eks.describeCluster, {
        by: { name: 'clusterName' },
        has: 'cluster',
        part: ({ cluster }) => cluster,
        user: ({ clusterName, cluster }) => `EKS cluster ${clusterName} (${cluster?.status ?? 'status not known'})`,
      }),
      listsNames(eks.listNodegroups, 'nodegroupName', {
        by: { clusterName: 'clusterName' },
        each: [
          describes(eks.describeNodegroup, {
            by: { clusterName: 'clusterName', nodegroupName: 'nodegroupName' },
            has: 'nodegroup',
            noun: 'node group',
            part: ({ nodegroup }) => nodegroup,
            user: ({ clusterName, nodegroupName, nodegroup }) =>
              `EKS node group ${clusterName}/${nodegroupName} (${nodegroup?.status ?? 'status not known'})`,
          }),
        ],
      }),
    ],
  }),
});

/** Its configuration is a text of JSON or YAML, with the groups of all pods among others. */
export const eksAddons = listingSource({
  name: 'eksAddons',
  users: 'Add-ons of EKS clusters, by their configuration',
  called: 'add-ons of EKS clusters',
  names: ['securityGroup', 'texts', 'vpcEndpoint'],
  reads: listsNames(eks.listClusters, 'clusterName', {
    each: [
      listsNames(eks.listAddons, 'addonName', {
        by: { clusterName: 'clusterName' },
        each: [
          describes(eks.describeAddon, {
            by: { clusterName: 'clusterName', addonName: 'addonName' },
            has: 'addon',
            noun: 'add-on',
            part: ({ addon }) => addon,
            user: ({ clusterName, addonName }) => `EKS add-on ${clusterName}/${addonName}`,
          }),
        ],
      }),
    ],
  }),
});

/** A connector has network interfaces only while a service uses it; the next service takes its groups. */
export const appRunnerConnectors = listingSource({
  name: 'appRunnerConnectors',
  users: 'VPC connectors of App Runner in every revision that is active',
  called: 'VPC connectors of App Runner',
  names: ['securityGroup', 'vpcEndpoint'],
  reads: lists(appRunner.listVpcConnectors, {
    unless: ({ Status }) => Status === 'INACTIVE',
    user: ({ VpcConnectorName: name, VpcConnectorRevision: revision }) =>
      `VPC connector ${name ?? 'without name'} (revision ${revision ?? 'not known'})`,
  }),
});

/** A paused service counts: a user may resume it at any time. */
export const appRunnerImages = listingSource({
  name: 'appRunnerImages',
  users: 'App Runner services that are not deleted, also paused ones, with their variables',
  called: 'App Runner services',
  names: ['containerImage', 'texts'],
  reads: lists(appRunner.listServices, {
    unless: ({ Status }) => Status === 'DELETED',
    each: [
      describes(appRunner.describeService, {
        by: { ServiceArn: 'ServiceArn' },
        has: 'Service',
        noun: 'service',
        part: ({ Service }) => Service,
        user: ({ ServiceName, ServiceArn, Status }) =>
          `App Runner service ${ServiceName ?? ServiceArn} (${Status ?? 'state not known'})`,
      }),
    ],
  }),
});
