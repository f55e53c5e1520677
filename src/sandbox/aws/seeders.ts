import type { Image } from '@aws-sdk/client-ec2';
import { addParts } from './autoscaling/parts.ts';
import { newGroup, newLaunchConfiguration } from './autoscaling/seeds.ts';
import { newComputeEnvironment } from './batch.ts';
import type { ImageSeed, Place, SandboxControl } from './control.ts';
import { newFleet, newSpotFleetRequest, newSpotInstanceRequest } from './ec2/fleetSeeds.ts';
import { asDate, newImage, newInstance, newLaunchTemplate, newSnapshot, newUsageReport } from './ec2/seeds.ts';
import { addSnapshotParts } from './ec2/snapshotSeeds.ts';
import { newVolume } from './ec2/volumeSeeds.ts';
import { newCluster as newEksCluster, newNodegroup, nodegroupKey } from './eks.ts';
import { newClassic, newTargetGroup } from './elb/seeds.ts';
import { newCluster } from './emr.ts';
import { KINDS } from './kinds.ts';
import { newParameter } from './ssm/seeds.ts';
import type { Region, Store } from './store.ts';

type Seeders = Pick<
  SandboxControl,
  | 'addImages'
  | 'addInstances'
  | 'addLaunchTemplates'
  | 'addImageUsageReports'
  | 'addSnapshots'
  | 'addRecycledImages'
  | 'addVolumes'
  | 'addFleets'
  | 'addSpotInstanceRequests'
  | 'addSpotFleetRequests'
  | 'addAutoScalingGroups'
  | 'addLaunchConfigurations'
  | 'addClassicLoadBalancers'
  | 'addTargetGroups'
  | 'addParameters'
  | 'addComputeEnvironments'
  | 'addClusters'
  | 'addNodegroups'
  | 'addImageBuilder'
  | 'update'
  | 'remove'
>;

const WEEK_MS = 7 * 24 * 3_600_000;

/** What puts resources into the store without a call. */
export function seeders(store: Store, at: (place: Place) => Region): Seeders {
  const now = () => new Date(store.now());
  const owner = (place: Place) => ({ account: { id: place.account } });
  return {
    addImages: (place, seeds) => seeds.map((seed) => addImage(store, at(place), owner(place), seed)),
    addInstances: (place, seeds) =>
      seeds.map((seed) => {
        const instance = newInstance(seed, place.region, store.ids, now());
        at(place).instances.putNow(idOf(instance.InstanceId), { instance, reservationId: store.ids.next('r') });
        return idOf(instance.InstanceId);
      }),
    addLaunchTemplates: (place, seeds) =>
      seeds.map((seed) => {
        const row = newLaunchTemplate(seed, owner(place), store.ids, now());
        at(place).launchTemplates.putNow(idOf(row.template.LaunchTemplateId), row);
        return idOf(row.template.LaunchTemplateId);
      }),
    addImageUsageReports: (place, seeds) =>
      seeds.map((seed) => {
        const row = newUsageReport(seed, store.ids, now());
        at(place).usageReports.putNow(idOf(row.report.ReportId), row);
        return idOf(row.report.ReportId);
      }),
    addSnapshots: (place, seeds) =>
      seeds.map((seed) => {
        const snapshot = newSnapshot(seed, owner(place), store.ids, now());
        at(place).snapshots.putNow(idOf(snapshot.SnapshotId), snapshot);
        addSnapshotParts(at(place), seed, snapshot);
        return idOf(snapshot.SnapshotId);
      }),
    addRecycledImages: (place, seeds) =>
      seeds.map(({ launchPermissions = [], ...seed }) => {
        const image = newImage(seed, owner(place), store.ids, now());
        const [enteredAt, exitAt] = [store.now(), store.now() + WEEK_MS];
        at(place).bin.images.putNow(idOf(image.ImageId), { value: { image, launchPermissions }, enteredAt, exitAt });
        return idOf(image.ImageId);
      }),
    addVolumes: (place, seeds) =>
      seeds.map((seed) => {
        const row = newVolume(seed, place.region, store.ids, now());
        at(place).volumes.putNow(idOf(row.volume.VolumeId), row);
        return idOf(row.volume.VolumeId);
      }),
    addFleets: (place, seeds) =>
      seeds.map((seed) => {
        const fleet = newFleet(seed, store.ids, now());
        at(place).fleets.putNow(idOf(fleet.FleetId), fleet);
        return idOf(fleet.FleetId);
      }),
    addSpotInstanceRequests: (place, seeds) =>
      seeds.map((seed) => {
        const request = newSpotInstanceRequest(seed, place.region, store.ids, now());
        at(place).spotInstanceRequests.putNow(idOf(request.SpotInstanceRequestId), request);
        return idOf(request.SpotInstanceRequestId);
      }),
    addSpotFleetRequests: (place, seeds) =>
      seeds.map((seed) => {
        const request = newSpotFleetRequest(seed, place.account, store.ids, now());
        at(place).spotFleetRequests.putNow(idOf(request.SpotFleetRequestId), request);
        return idOf(request.SpotFleetRequestId);
      }),
    addAutoScalingGroups: (place, seeds) =>
      seeds.map((seed) => {
        const here = at(place);
        const group = newGroup(seed, owner(place), place.region, store.ids, now());
        here.groups.putNow(idOf(group.AutoScalingGroupName), group);
        addParts(here, seed, group, store.ids, now());
        return idOf(group.AutoScalingGroupARN);
      }),
    addLaunchConfigurations: (place, seeds) =>
      seeds.map((seed) => {
        const configuration = newLaunchConfiguration(seed, owner(place), place.region, store.ids, now());
        at(place).launchConfigurations.putNow(idOf(configuration.LaunchConfigurationName), configuration);
        return idOf(configuration.LaunchConfigurationName);
      }),
    addClassicLoadBalancers: (place, seeds) =>
      seeds.map((seed) => {
        const row = newClassic(seed, place.region, store.ids, now());
        at(place).classicLoadBalancers.putNow(idOf(row.loadBalancer.LoadBalancerName), row);
        return idOf(row.loadBalancer.LoadBalancerName);
      }),
    addTargetGroups: (place, seeds) =>
      seeds.map((seed) => {
        const row = newTargetGroup(seed, place, store.ids);
        at(place).targetGroups.putNow(idOf(row.targetGroup.TargetGroupArn), row);
        return idOf(row.targetGroup.TargetGroupArn);
      }),
    addParameters: (place, seeds) =>
      seeds.map((seed) => {
        const parameter = newParameter(seed, place, now());
        at(place).parameters.putNow(parameter.name, parameter);
        return parameter.arn;
      }),
    addComputeEnvironments: (place, seeds) =>
      seeds.map((seed) => {
        const environment = newComputeEnvironment(seed, place, store.ids);
        at(place).computeEnvironments.putNow(environment.computeEnvironmentName ?? '', environment);
        return environment.computeEnvironmentName ?? '';
      }),
    addClusters: (place, seeds) =>
      seeds.map((seed) => {
        const row = newCluster(seed, store.ids);
        at(place).clusters.putNow(idOf(row.cluster.Id), row);
        return idOf(row.cluster.Id);
      }),
    addNodegroups: (place, seeds) =>
      seeds.map((seed) => {
        const { eksClusters, nodegroups } = at(place);
        const { clusterName, nodegroupName } = seed;
        if (!eksClusters.get(clusterName)) eksClusters.putNow(clusterName, newEksCluster(clusterName, place, now()));
        const nodegroup = newNodegroup(seed, place, store.ids.uuid(), now());
        nodegroups.putNow(nodegroupKey(clusterName, nodegroupName), nodegroup);
        return idOf(nodegroup.nodegroupArn);
      }),
    addImageBuilder(place, { recipes = [], containerRecipes = [], builds = [], distributions = [] }) {
      const here = at(place);
      for (const recipe of recipes) here.imageRecipes.putNow(idOf(recipe.arn), recipe);
      for (const recipe of containerRecipes) here.containerRecipes.putNow(idOf(recipe.arn), recipe);
      for (const build of builds) here.imageBuilds.putNow(idOf(build.arn), build);
      for (const one of distributions) here.distributions.putNow(idOf(one.arn), { timeoutMinutes: 720, ...one });
    },
    update: (place, kind, id, patch) => KINDS[kind].update(at(place), id, patch),
    remove: (place, kind, id) => KINDS[kind].remove(at(place), id),
  };
}

/** An image comes with the snapshots that it is made of. */
function addImage(store: Store, here: Region, owner: { account: { id: string } }, seed: ImageSeed): string {
  const now = new Date(store.now());
  const image = newImage(seed, owner, store.ids, now);
  here.images.putNow(idOf(image.ImageId), { image, launchPermissions: seed.launchPermissions ?? [] });
  for (const SnapshotId of snapshotsOf(image)) {
    if (here.snapshots.get(SnapshotId)) continue;
    const Description = `Created by CreateImage(${image.SourceInstanceId ?? 'i-00000000000000000'}) for ${image.ImageId}`;
    const StartTime = asDate(image.CreationDate, now);
    here.snapshots.putNow(SnapshotId, newSnapshot({ SnapshotId, Description, StartTime }, owner, store.ids, now));
  }
  return idOf(image.ImageId);
}

function snapshotsOf(image: Image): string[] {
  return (image.BlockDeviceMappings ?? []).map(({ Ebs }) => Ebs?.SnapshotId).filter((id) => id !== undefined);
}

function idOf(id: string | undefined): string {
  if (id === undefined) throw new Error('a resource of the sandbox has no id');
  return id;
}
