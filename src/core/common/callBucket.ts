/** A provider's published token bucket for one API, and the share of it that may be used. */
export interface CallBucket {
  readonly account: string;
  readonly location: string;
  /** `ec2:DescribeImages`, or the name of a bucket that several calls share. */
  readonly api: string;
  readonly capacity: number;
  readonly refillPerSecond: number;
}
