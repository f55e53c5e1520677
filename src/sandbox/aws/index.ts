/** An in-memory AWS (EC2, Auto Scaling, Elastic Load Balancing, Systems Manager, STS, a word of IAM) that unmodified SDK clients reach through AWS_ENDPOINT_URL. */

export type { AutoScalingGroupSeed } from './autoscaling/seeds.ts';
export type { CallRecord } from './callLog.ts';
export type { AccountSeed, SandboxControl } from './control.ts';
export { connectSandbox } from './controlHttp.ts';
export type { ImageSeed } from './ec2/imageSeeds.ts';
export type { ImageUsageReportSeed } from './ec2/imageUsageReportSeeds.ts';
export type { SnapshotSeed } from './ec2/snapshotSeeds.ts';
export type { VolumeSeed } from './ec2/volumeSeeds.ts';
export type { FaultRule } from './faults.ts';
export type { NodegroupSeed } from './nodegroupSeeds.ts';
export type { Place } from './place.ts';
export { type RunningSandbox, type ServerOptions, startSandbox } from './server.ts';
