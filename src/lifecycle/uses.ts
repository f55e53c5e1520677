import type { SourcedFinding } from '../core/finding.ts';
import type { Resource } from '../core/resource.ts';

/**
 * When resources were last used, as findings tell. A use that is over counts when it was, one without a readable date
 * now, as it is judged.
 */
export class Uses {
  readonly #now: number;
  readonly #found: ReadonlyMap<string, number>;
  readonly #of = new Map<string, number>();

  /** @param now business time, ms since the epoch */
  constructor(findings: readonly SourcedFinding[], now: number) {
    this.#now = now;
    this.#found = lastUses(findings, now);
  }

  /** Takes down what is known of these. */
  of(subjects: readonly Resource[]): void {
    this.#take(this.#found, subjects);
  }

  /** Takes down what was found out about these meanwhile. */
  find(findings: readonly SourcedFinding[], subjects: readonly Resource[]): void {
    this.#take(lastUses(findings, this.#now), subjects);
  }

  /** By the instant of the use, ms; of each alias the last. */
  byInstant(): ReadonlyMap<number, readonly string[]> {
    const uses = new Map<number, string[]>();
    for (const [alias, at] of this.#of) {
      const known = uses.get(at);
      if (known) known.push(alias);
      else uses.set(at, [alias]);
    }
    return uses;
  }

  #take(found: ReadonlyMap<string, number>, subjects: readonly Resource[]): void {
    for (const { aliases } of subjects) {
      for (const alias of aliases) {
        const at = found.get(alias);
        if (at !== undefined) this.#of.set(alias, Math.max(this.#of.get(alias) ?? 0, at));
      }
    }
  }
}

function lastUses(findings: readonly SourcedFinding[], now: number): ReadonlyMap<string, number> {
  const lastUse = new Map<string, number>();
  for (const { says, alias, at = now } of findings) {
    const usedAt = says === 'used' ? now : says === 'lastUsed' ? at : undefined;
    if (usedAt === undefined) continue;
    lastUse.set(alias, Math.max(lastUse.get(alias) ?? 0, Number.isFinite(usedAt) ? Math.min(usedAt, now) : now));
  }
  return lastUse;
}
