/**
 * Records about resources that no longer exist would grow for ever. A record is removed only when it can no longer
 * decide anything, and only when a complete survey did not see its resource: absent from a listing is not gone (law 2),
 * so neither reason is enough alone.
 */
import { DAY_MS } from '../../core/common/duration.ts';
import type { Policy } from '../../core/evaluation/policy.ts';
import { type OptOuts, targetsOf } from '../../core/owner/optOut.ts';
import type { Resource } from '../../core/resource/resource.ts';
import { unobservedMs } from '../../core/resource/unused.ts';

/** Added to the time for which a last use protects: an operator may lengthen that time. */
const LAST_USE_KEPT_MS = 400 * DAY_MS;
/** Pages and the audit log still show who kept the resource, and until when. */
export const OPT_OUT_KEPT_MS = 90 * DAY_MS;

type Known = Pick<Policy, 'lastUsed' | 'optOuts' | 'unusedForMs' | 'unobserved'>;

/** Sees every resource of a survey; the records left belong to none of them. */
export class Outlived {
  readonly #now: number;
  #left: { readonly aliases: Set<string>; readonly targets: Set<string> } | undefined;

  /** @param now ms since the epoch, the earlier one where clocks differ */
  constructor(now: number) {
    this.#now = now;
  }

  see(resource: Resource, policy: Known): void {
    const { aliases, targets } = this.left(policy);
    for (const alias of resource.aliases) aliases.delete(alias);
    for (const target of targetsOf(resource)) targets.delete(target);
  }

  /** Aliases whose last use is long ago, and targets of opt-outs that ended long ago. */
  left(policy: Known): { readonly aliases: Set<string>; readonly targets: Set<string> } {
    this.#left ??= { aliases: longUnused(policy, this.#now), targets: longEnded(policy.optOuts, this.#now) };
    return this.#left;
  }
}

function longUnused({ lastUsed, unusedForMs = 0, unobserved }: Known, now: number): Set<string> {
  const keptMs = LAST_USE_KEPT_MS + unusedForMs;
  const isLong = (at: number) => now - at > keptMs && now - at - unobservedMs(at, now, unobserved) > keptMs;
  return new Set([...lastUsed].filter(([, at]) => isLong(at)).map(([alias]) => alias));
}

function longEnded(optOuts: OptOuts, now: number): Set<string> {
  const ended = [...optOuts].filter(([, { until }]) => until !== 'forever' && now - until > OPT_OUT_KEPT_MS);
  return new Set(ended.map(([target]) => target));
}
