/** The declaration of every kind of resource, by the name of its table: one line for each file. */
export { acceleratorAttachments, accelerators } from './acceleratorSeeds.ts';
export { customerGateways, prefixLists } from './addressListSeeds.ts';
export { answers } from './answerSeeds.ts';
export { httpApis, restApis, vpcLinks, vpcLinkV2s } from './apiSeeds.ts';
export { loadBalancerV2s } from './balancerSeeds.ts';
export { cacheClusters, cacheSnapshots, caches, serverlessCaches } from './cacheSeeds.ts';
export { cloudResources } from './cloudResourceSeeds.ts';
export { clusters } from './clusterSeeds.ts';
export { computeEnvironments } from './computeEnvironmentSeeds.ts';
export { dbClusters, dbInstances, dbProxies, dbProxyEndpoints, optionGroups } from './databaseSeeds.ts';
export { dbEvents } from './dbEventSeeds.ts';
export { dbClusterSnapshots, dbSnapshots } from './dbSnapshotSeeds.ts';
export { deploymentGroups } from './deploymentGroupSeeds.ts';
export { ecrRepositories, ecrTags } from './ecrSeeds.ts';
export { ecsCapacityProviders, ecsClusters, ecsServices, scalableTargets } from './ecsSeeds.ts';
export { eksClusters } from './eksClusterSeeds.ts';
export { elasticIps } from './elasticIpSeeds.ts';
export { endpointNotifications, endpointServices } from './endpointServiceSeeds.ts';
export { backupJobs, fileSystems, recoveryPoints, restoreJobs } from './fileSystemSeeds.ts';
export { fleets, spotFleetRequests, spotInstanceRequests } from './fleetSeeds.ts';
export { functions } from './functionSeeds.ts';
export {
  codeBuildFleets,
  codeBuildProjects,
  emrStudios,
  eventRules,
  glueConnections,
  glueDevEndpoints,
  schedules,
  stateMachines,
} from './groupNamerSeeds.ts';
export { autoScalingGroups, launchConfigurations } from './groupSeeds.ts';
export { hostedZones } from './hostedZoneSeeds.ts';
export {
  appBlockBuilders,
  emrApplications,
  flinkApplications,
  infrastructures,
  serviceNetworkVpcs,
  streamingFleets,
  streamingImageBuilders,
} from './idleGroupSeeds.ts';
export { appRunnerServices, ecsTaskDefinitions, ecsTasks, jobDefinitions } from './imageRunnerSeeds.ts';
export { images } from './imageSeeds.ts';
export { imageUsageReports } from './imageUsageReportSeeds.ts';
export { instances } from './instanceSeeds.ts';
export { launchTemplates } from './launchTemplateSeeds.ts';
export { loadBalancers } from './loadBalancerSeeds.ts';
export { exportTasks, logGroups } from './logGroupSeeds.ts';
export { metrics } from './metricSeeds.ts';
export { modelEndpoints } from './modelEndpointSeeds.ts';
export {
  algorithms,
  hyperPodClusters,
  modelPackages,
  modelPipelines,
  monitoringSchedules,
  studioImages,
} from './modelSeeds.ts';
export { natGateways } from './natGatewaySeeds.ts';
export { networkInterfaces } from './networkInterfaceSeeds.ts';
export { nodegroups } from './nodegroupSeeds.ts';
export { parameters } from './parameterSeeds.ts';
export { routeTables } from './routeTableSeeds.ts';
export { securityGroups } from './securityGroupSeeds.ts';
export {
  inferenceEndpoints,
  inferenceModels,
  notebooks,
  resourceShares,
  searchDomains,
  studioDomains,
  userProfiles,
  vpcConnectors,
  workgroupEndpoints,
  workgroups,
} from './servedGroupSeeds.ts';
export { snapshots } from './snapshotSeeds.ts';
export { stacks } from './stackSeeds.ts';
export { subnets } from './subnetSeeds.ts';
export { tableBackups, tables } from './tableSeeds.ts';
export { targetGroups } from './targetGroupSeeds.ts';
export { volumes } from './volumeSeeds.ts';
export { groupAssociations, vpcEndpoints } from './vpcEndpointSeeds.ts';
export { memoryDbClusters, pipes, warehouseEndpoints, warehouseSnapshots, warehouses } from './warehouseSeeds.ts';
export { windowsBackups, windowsFileSystems } from './windowsFileSystemSeeds.ts';
