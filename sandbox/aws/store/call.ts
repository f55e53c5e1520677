import type { Ids } from '../collections/ids.ts';
import type { Account } from './control.ts';
import type { Region, Store } from './store.ts';

export interface Principal {
  readonly arn: string;
  /** As sts:GetCallerIdentity gives it. */
  readonly userId: string;
  readonly role?: string;
}

/** Who asks, where, and what there is. */
export interface Call {
  /** `DescribeVolumes` */
  readonly operation: string;
  readonly account: Account;
  readonly principal: Principal;
  readonly region: string;
  /** The caller's resources in this Region. */
  readonly here: Region;
  readonly store: Store;
  readonly ids: Ids;
  /** The sandbox's time. */
  readonly now: Date;
  /** The fault `failLater` has struck: why what is begun comes to nothing. */
  readonly failsLater?: string;
}
