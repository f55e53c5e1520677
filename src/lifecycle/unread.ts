/** What could not be read, and how many resources that leaves undecided. Pure. */
import { counted } from '../core/counted.ts';
import type { Gap } from '../core/finding.ts';
import type { Verdict } from '../core/verdict.ts';

/** A permission that was missing. */
export interface MissingPermission {
  /** As the provider spells it: `ec2:DescribeLaunchTemplates`. */
  readonly permission: string;
  /** Where: `account/location`. */
  readonly places: readonly string[];
  /** How many resources are unknown for the want of it; null: nothing could be listed, so nobody can tell. */
  readonly blocks: number | null;
}

interface Failed {
  readonly gaps: readonly Gap[];
  readonly boundedGaps: readonly Gap[];
}

/** Counts what keeps resources undecided, one verdict after the other, so that none has to be kept. */
export class Undecided {
  readonly #whys = new Map<string, { count: number; readonly isPermission: boolean }>();
  #missing: readonly MissingPermission[] = [];

  add({ kind, unread }: Verdict): void {
    if (kind !== 'unknown') return;
    for (const { why, permission } of unread) {
      const known = this.#whys.get(why);
      if (known) known.count += 1;
      else this.#whys.set(why, { count: 1, isPermission: permission !== undefined });
    }
    const own = unread.flatMap(({ permission, place }) =>
      permission === undefined ? [] : [{ permission, places: [`${place.account}/${place.location}`], blocks: 0 }],
    );
    if (own.length > 0)
      this.#missing = ranked([...this.#missing, ...ranked(own).map((one) => ({ ...one, blocks: 1 }))]);
  }

  /** The permissions that were missing, the one that blocks most first. */
  missingPermissions(): readonly MissingPermission[] {
    return this.#missing;
  }

  /**
   * One line per thing that could not be read, with how many resources it keeps undecided, the most first (aws.md 3).
   * `undefined`: everything was read, or what was not leaves nothing undecided.
   */
  describe({ gaps, boundedGaps }: Failed): string | undefined {
    const failed = new Set([...gaps, ...boundedGaps].map(({ why }) => why));
    const blocked = new Map<string, number>(gaps.map(({ why }) => [why, 0]));
    for (const [why, { count, isPermission }] of this.#whys) {
      if (failed.has(why) || isPermission) blocked.set(why, count);
    }
    if (blocked.size === 0) return undefined;
    const lines = [...blocked].sort(([, a], [, b]) => b - a);
    return lines.map(([why, count]) => `${why} (${counted(count, 'resource is', 'resources are')} unknown)`).join('; ');
  }
}

/** Joins what is said of the same permission. */
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
