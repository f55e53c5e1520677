/** What makes a mark: a candidate as it was judged, and what a mark remembers of it. */
import type { Namespace } from '../resource/namespace.ts';
import type { MonthlyCost } from '../resource/prices.ts';
import type { Resource } from '../resource/resource.ts';
import type { KnownUse } from './verdict.ts';

/** What a mark remembers of the resource, to show it and to know it again. */
export interface ResourceSummary {
  readonly name: string;
  readonly group?: string;
  /** ms since the epoch. */
  readonly createdAt?: number;
  readonly sizeBytes?: number;
  /** The latest use that anybody knew of when it was last judged. */
  readonly lastUse?: KnownUse;
  /** What its owner is told beside the reasons: what stays, or goes with it. */
  readonly note?: string;
  /** In US dollars, as the price table was when it was last seen. */
  readonly monthlyCost?: MonthlyCost;
}

/** What the evaluation and the configuration say about a candidate. */
export interface Nomination {
  readonly namespace: Namespace;
  readonly resource: Resource;
  readonly monthlyCost?: MonthlyCost;
  readonly reasons: readonly string[];
  readonly lastUse?: KnownUse;
  readonly owner?: string;
  readonly ownerVia: string;
  readonly unowned?: boolean;
  /** Another owner may come out as soon as everything can be read; see `OwnerResolution.unsure`. */
  readonly ownerUnsure?: boolean;
  readonly projectedDeletionAt: number;
}

/** In the order in which it is stored and compared. */
export function summaryOf({ resource, lastUse, monthlyCost }: Nomination): ResourceSummary {
  return {
    name: resource.name,
    ...(resource.group === undefined ? {} : { group: resource.group }),
    ...(resource.createdAt === undefined ? {} : { createdAt: resource.createdAt.getTime() }),
    ...(resource.sizeBytes === undefined ? {} : { sizeBytes: resource.sizeBytes }),
    ...(lastUse === undefined ? {} : { lastUse }),
    ...(resource.note === undefined ? {} : { note: resource.note }),
    ...(monthlyCost === undefined ? {} : { monthlyCost }),
  };
}
