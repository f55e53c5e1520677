import type { ScalableTarget, ScalingPolicy } from '@aws-sdk/client-application-auto-scaling';

/** What Application Auto Scaling does to one capacity of a resource. */
export interface ScaledCapacity {
  readonly target: ScalableTarget;
  readonly policies: readonly ScalingPolicy[];
}
