/**
 * An in-memory AWS (EC2, Auto Scaling, Elastic Load Balancing, Systems Manager, STS, one call of IAM) that unmodified
 * SDK clients reach through AWS_ENDPOINT_URL.
 */

export type { CallRecord } from './collections/callLog.ts';
export type { FaultRule } from './collections/faults.ts';
export type { Place } from './collections/place.ts';
export type { AutoScalingGroupSeed } from './seeds/groupSeeds.ts';
export type { ImageSeed } from './seeds/imageSeeds.ts';
export type { ImageUsageReportSeed } from './seeds/imageUsageReportSeeds.ts';
export type { InstanceSeed } from './seeds/instanceSeeds.ts';
export type { NodegroupSeed } from './seeds/nodegroupSeeds.ts';
export type { SnapshotSeed } from './seeds/snapshotSeeds.ts';
export type { VolumeSeed } from './seeds/volumeRow.ts';
export { type RunningSandbox, type ServerOptions, startSandbox } from './server.ts';
export type { AccountSeed, SandboxControl } from './store/control.ts';
export { WireRequest } from './wire/format.ts';
