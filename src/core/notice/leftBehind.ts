import { type CostTotal, totalOf } from '../resource/prices.ts';
import { isolated, shorten } from '../text/visible.ts';
import type { DigestRow } from './digest.ts';

/** The contents of a message that is about one deleted cluster alone. */
export interface LeftBehind {
  /** The name, cut for one line. */
  readonly cluster: string;
  /** The monthly cost of everything in the message; absent without prices. */
  readonly saving?: { readonly total: CostTotal; readonly currency: string };
}

const SHORT_NAME = 60;
/** Groups that a cluster's resources share: `cluster/shop-test`. */
const OF_CLUSTER = /^cluster\/(\S+)$/;
/** The reason of the rule that finds resources of deleted clusters. */
const IS_GONE = /^cluster (\S+) is gone(?![^\s.:;,])/i;

/** The cluster of a group; `undefined` for another group. */
export function clusterOfGroup(group: string | undefined): string | undefined {
  return OF_CLUSTER.exec(group ?? '')?.[1];
}

/**
 * The deleted cluster that everything in a message is from; `undefined` where one resource is from elsewhere, or is
 * deleted for another reason than that its cluster is gone.
 * @param currency of the costs; absent: there are none
 */
export function leftBehindIn(
  rows: readonly [DigestRow, ...DigestRow[]],
  currency: string | undefined,
): LeftBehind | undefined {
  const cluster = clusterOfGroup(rows[0].group);
  if (cluster === undefined || !rows.every((row) => isLeftBy(cluster, row))) return undefined;
  const total = totalOf(rows.map(({ monthlyCost }) => monthlyCost));
  return {
    cluster: isolated(shorten(cluster, SHORT_NAME)),
    ...(currency === undefined ? {} : { saving: { total, currency } }),
  };
}

function isLeftBy(cluster: string, { group, reasons }: DigestRow): boolean {
  if (clusterOfGroup(group) !== cluster) return false;
  return reasons.some((reason) => reason.split(', and ').some((one) => IS_GONE.exec(one)?.[1] === cluster));
}
