/** An in-memory AWS (EC2, Auto Scaling, STS, a word of IAM) that unmodified SDK clients reach through AWS_ENDPOINT_URL. */
export type { CallQuery, CallRecord } from './callLog.ts';
export type {
  Account,
  AccountSeed,
  AutoScalingGroupSeed,
  Consistency,
  Denial,
  ImageSeed,
  InstanceSeed,
  LaunchConfigurationSeed,
  LaunchTemplateSeed,
  Place,
  PlaceState,
  RemoteControl,
  SandboxControl,
  SnapshotSeed,
  UpdatableKind,
} from './control.ts';
export { connectSandbox } from './controlHttp.ts';
export type { FaultKind, FaultRule } from './faults.ts';
export { type RunningSandbox, type ServerOptions, startSandbox } from './server.ts';
export type { ThrottleSettings } from './throttle.ts';
