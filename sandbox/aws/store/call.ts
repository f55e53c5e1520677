import type { Ids } from '../collections/ids.ts';
import type { Account } from './control.ts';
import type { Region, Store } from './store.ts';

export interface Principal {
  readonly arn: string;
  /** As in sts:GetCallerIdentity. */
  readonly userId: string;
  readonly role?: string;
}

/** The caller, the place, and the resources there. */
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
  /** Set by the fault `failLater`: the reason why the new resource will fail. */
  readonly failsLater?: string;
}
