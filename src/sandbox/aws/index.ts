/** An in-memory AWS (EC2, Auto Scaling, Elastic Load Balancing, Systems Manager, STS, a word of IAM) that unmodified SDK clients reach through AWS_ENDPOINT_URL. */
export type { CallRecord } from './callLog.ts';
export type {
  AccountSeed,
  AutoScalingGroupSeed,
  ImageSeed,
  ImageUsageReportSeed,
  NodegroupSeed,
  Place,
  SandboxControl,
  SnapshotSeed,
  VolumeSeed,
} from './control.ts';
export { connectSandbox } from './controlHttp.ts';
export type { FaultRule } from './faults.ts';
export { type RunningSandbox, type ServerOptions, startSandbox } from './server.ts';
