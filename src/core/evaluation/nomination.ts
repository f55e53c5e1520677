/** The input of a mark: a candidate with its verdict, and the part of it that a mark stores. */
import { defined } from '../common/defined.ts';
import type { Reason } from '../common/reason.ts';
import type { Namespace } from '../resource/namespace.ts';
import type { MonthlyCost } from '../resource/prices.ts';
import type { Resource } from '../resource/resource.ts';
import type { Waited } from './holders.ts';
import type { KnownUse } from './verdict.ts';

/** The data of the resource that a mark stores, to show it and to recognize it. */
export interface ResourceSummary {
  readonly name: string;
  readonly group?: string;
  /** See `Resource.keptAs`. */
  readonly keptAs?: readonly string[];
  /** ms since the epoch. */
  readonly createdAt?: number;
  readonly sizeBytes?: number;
  /** The latest use known at the last evaluation. */
  readonly lastUse?: KnownUse;
  /** A note to the owner beside the reasons: other things that stay, or are deleted with the resource. */
  readonly note?: Reason;
  /** In US dollars, by the price table at the last survey. */
  readonly monthlyCost?: MonthlyCost;
  /** Whose money it is, where the configuration says so and it is not the owner; in lower case. */
  readonly team?: string;
}

/** A candidate with the results of the evaluation and the configuration. */
export interface Nomination {
  readonly namespace: Namespace;
  readonly resource: Resource;
  readonly monthlyCost?: MonthlyCost;
  /** In English. */
  readonly reasons: readonly string[];
  /** The same as values; absent in a mark of an earlier version. */
  readonly because?: readonly Reason[];
  /** The entry that judges it; see `Verdict.entry`. */
  readonly entry?: string;
  readonly lastUse?: KnownUse;
  /** See {@link ResourceSummary.team}. */
  readonly team?: string;
  readonly owner?: string;
  readonly ownerVia: string;
  readonly unowned?: boolean;
  /** The owner may change when all sources can be read; see `OwnerResolution.unsure`. */
  readonly ownerUnsure?: boolean;
  readonly projectedDeletionAt: number;
  /** Another tool marked it then, ms since the epoch, and its mark counts as ours. */
  readonly markedAt?: number;
  /** The users that must be deleted first; absent or empty = none. */
  readonly waitsFor?: readonly Waited[];
  /** The latest date at which these are due, ms since the epoch: it is not deleted before. */
  readonly notBefore?: number;
}

/** The field order matters: it is stored and compared as JSON in this order. */
export function summaryOf({ resource, lastUse, monthlyCost, team }: Nomination): ResourceSummary {
  return {
    name: resource.name,
    ...(resource.group === undefined ? {} : { group: resource.group }),
    ...(resource.keptAs === undefined ? {} : { keptAs: resource.keptAs }),
    ...(resource.createdAt === undefined ? {} : { createdAt: resource.createdAt.getTime() }),
    ...(resource.sizeBytes === undefined ? {} : { sizeBytes: resource.sizeBytes }),
    ...(lastUse === undefined ? {} : { lastUse }),
    ...(resource.note === undefined ? {} : { note: resource.note }),
    ...(monthlyCost === undefined ? {} : { monthlyCost }),
    ...(team === undefined ? {} : { team }),
  };
}

/** The reasons as a mark has them. */
export function whyOf({ reasons, because }: Nomination): Pick<Nomination, 'reasons' | 'because'> {
  return { reasons, ...defined({ because }) };
}
