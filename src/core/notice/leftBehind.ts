import type { Reason } from '../common/reason.ts';
import { type CostTotal, totalOf } from '../resource/prices.ts';
import { isolated, shorten } from '../text/visible.ts';
import { type DigestRow, whyOf } from './digest.ts';

/** The contents of a message that is about deleted clusters alone. */
export interface LeftBehind {
  /** Their names, cut for one line; sorted. */
  readonly clusters: readonly [string, ...string[]];
  /** The monthly cost of everything in the message; absent without prices. */
  readonly saving?: { readonly total: CostTotal; readonly currency: string };
}

const SHORT_NAME = 60;
/** Groups that a cluster's resources share: `cluster/shop-test`. */
const OF_CLUSTER = /^cluster\/(\S+)$/;

/** The cluster of a group; `undefined` for another group. */
export function clusterOfGroup(group: string | undefined): string | undefined {
  return OF_CLUSTER.exec(group ?? '')?.[1];
}

/**
 * The deleted clusters that everything in a message is from; `undefined` where one resource is from elsewhere, or is
 * deleted for another reason than that its cluster is gone.
 * @param currency of the costs; absent: there are none
 */
export function leftBehindIn(
  rows: readonly [DigestRow, ...DigestRow[]],
  currency: string | undefined,
): LeftBehind | undefined {
  const names = new Set<string>();
  for (const row of rows) {
    const cluster = clusterOfGroup(row.group);
    if (cluster === undefined || !isLeftBy(cluster, row)) return undefined;
    names.add(cluster);
  }
  const [first = '', ...more] = [...names].sort().map((name) => isolated(shorten(name, SHORT_NAME)));
  const total = totalOf(rows.map(({ monthlyCost }) => monthlyCost));
  return {
    clusters: [first, ...more],
    ...(currency === undefined ? {} : { saving: { total, currency } }),
  };
}

function isLeftBy(cluster: string, row: DigestRow): boolean {
  return whyOf(row).some((reason) => clustersIn(reason).includes(cluster));
}

function clustersIn({ code, values }: Reason): readonly string[] {
  if (code === 'and') return values.all.flatMap(clustersIn);
  return code === 'clustersGone' ? values.clusters.map(({ name }) => name) : [];
}
