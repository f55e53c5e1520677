/** Failed reads, and how many resources each leaves undecided. Pure. */

import type { Gap } from '../../core/common/finding.ts';
import { groupGaps } from '../../core/common/gaps.ts';
import { pluralize } from '../../core/common/pluralize.ts';
import type { Verdict } from '../../core/evaluation/verdict.ts';
import type { UnreadPlace } from '../../core/policy/pass.ts';

/** A missing permission. */
export interface MissingPermission {
  /** As the provider spells it: `ec2:DescribeLaunchTemplates`. */
  readonly permission: string;
  /** Where: `account/location`. */
  readonly places: readonly string[];
  /** How many resources are unknown because of it; null: nothing could be listed, so the number is unknown. */
  readonly blocks: number | null;
}

/** One cause of a failed read or of undecided resources. */
export interface UnreadCause {
  /** For people: the source, the place, the reason, and what to do. */
  readonly why: string;
  /** The end of it, without sources and places: equal for namespaces that have the same cause. */
  readonly explanation: string;
  /** The unread sources and their places; empty where the cause comes from single resources. */
  readonly places: readonly { readonly source: string; readonly account: string; readonly location: string }[];
  /** How many resources are unknown because of it. */
  readonly blocks: number;
}

interface Failed {
  readonly gaps: readonly Gap[];
  readonly accountScopedGaps: readonly Gap[];
}

/** How many reasons are named that come from single resources and not from a failed read. */
const NAMED = 3;

/** Counts the causes of unknown verdicts, one verdict at a time, so that none has to be kept. */
export class UnknownSummary {
  readonly #causes = new Map<string, { count: number; readonly why: string }>();
  #missing: readonly MissingPermission[] = [];

  add({ kind, unread }: Verdict): void {
    if (kind !== 'unknown') return;
    for (const [cause, why] of new Map(unread.map((one) => [one.cause, one.why]))) {
      const known = this.#causes.get(cause);
      if (known) known.count += 1;
      else this.#causes.set(cause, { count: 1, why });
    }
    const own = unread.flatMap(({ permission, place }) =>
      permission === undefined ? [] : [{ permission, places: [`${place.account}/${place.location}`], blocks: 0 }],
    );
    if (own.length > 0)
      this.#missing = ranked([...this.#missing, ...ranked(own).map((one) => ({ ...one, blocks: 1 }))]);
  }

  /** The missing permissions, the one that blocks most first. */
  missingPermissions(): readonly MissingPermission[] {
    return this.#missing;
  }

  /**
   * The failed reads, each cause once and whatever it blocks, most undecided resources first (aws.md 3, 15); then the
   * other reasons for undecided resources.
   */
  causes({ gaps, accountScopedGaps }: Failed): readonly UnreadCause[] {
    const groups = groupGaps([...gaps, ...accountScopedGaps]);
    const failed = groups.map(({ cause, why, explanation, gaps: same }) => ({
      why,
      explanation,
      places: same.map(({ source, place }) => ({ source, ...place })),
      blocks: this.#causes.get(cause)?.count ?? 0,
    }));
    const known = new Set(groups.map(({ cause }) => cause));
    const others = [...this.#causes].filter(([cause]) => !known.has(cause));
    return [
      ...failed.toSorted((a, b) => b.blocks - a.blocks),
      ...others
        .map(([, { why, count }]) => ({ why, explanation: why, places: [], blocks: count }))
        .sort((a, b) => b.blocks - a.blocks),
    ];
  }

  /** The same in one line. `undefined`: everything was read, and no resource is undecided because of it. */
  describe(failed: Failed): string | undefined {
    return this.#inOneLine(
      failed,
      ({ why, blocks }) => `${why} (${pluralize(blocks, 'resource is', 'resources are')} unknown)`,
    );
  }

  /** {@link describe} without counts, sources and places. */
  explain(failed: Failed): string | undefined {
    return this.#inOneLine(failed, ({ explanation }) => explanation);
  }

  #inOneLine(failed: Failed, words: (cause: UnreadCause) => string): string | undefined {
    const causes = this.causes(failed);
    const reads = causes.filter(({ places }) => places.length > 0);
    const others = causes.filter(({ places }) => places.length === 0);
    const more = others.length - NAMED;
    const lines = [...new Set([...reads, ...others.slice(0, NAMED)].map(words))];
    if (lines.length === 0) return undefined;
    return [...lines, ...(more > 0 ? [`${pluralize(more, 'more reason')} of this kind`] : [])].join('; ');
  }
}

/** The places that could not be read, each account and location once. */
export function unreadPlaces({ gaps, accountScopedGaps }: Failed): readonly UnreadPlace[] {
  const places = new Map<string, UnreadPlace>();
  for (const { source, place } of [...gaps, ...accountScopedGaps]) {
    const { account, location } = place;
    const key = JSON.stringify([account, location]);
    const sources = new Set([...(places.get(key)?.sources ?? []), source]);
    places.set(key, { account, location, sources: [...sources].sort() });
  }
  return [...places.values()];
}

/** Joins the entries of the same permission. */
export function ranked(missing: Iterable<MissingPermission>): readonly MissingPermission[] {
  const byName = new Map<string, { places: Set<string>; blocks: number | null }>();
  for (const { permission, places, blocks } of missing) {
    const known = byName.get(permission) ?? { places: new Set(), blocks: 0 };
    for (const place of places) known.places.add(place);
    known.blocks = known.blocks === null || blocks === null ? null : known.blocks + blocks;
    byName.set(permission, known);
  }
  const joined = [...byName].map(([permission, { places, blocks }]) => ({
    permission,
    places: [...places].sort(),
    blocks,
  }));
  const weight = ({ blocks }: MissingPermission) => blocks ?? Number.POSITIVE_INFINITY;
  return joined.sort((a, b) => weight(b) - weight(a) || (a.permission < b.permission ? -1 : 1));
}
