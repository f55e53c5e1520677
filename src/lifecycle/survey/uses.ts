import type { SourcedFinding } from '../../core/common/finding.ts';
import { inSteps, inTurns, LIGHT_STEP, type Stepwise } from '../../core/common/steps.ts';
import type { Resource } from '../../core/resource/resource.ts';

/**
 * When resources were last used, according to findings. A past use counts at its date; a use without a readable date
 * counts as now, the time of the judgement.
 */
export class Uses {
  readonly #now: number;
  readonly #found: ReadonlyMap<string, number>;
  readonly #of = new Map<string, number>();

  private constructor(found: ReadonlyMap<string, number>, now: number) {
    this.#now = now;
    this.#found = found;
  }

  /** @param now business time, ms since the epoch */
  static async in(findings: readonly SourcedFinding[], now: number): Promise<Uses> {
    return new Uses(await inTurns(lastUses(findings, now)), now);
  }

  /** Records the uses of these resources. */
  of(subjects: readonly Resource[]): Promise<void> {
    return this.#take(this.#found, subjects);
  }

  /** Records the uses of these resources in later findings. */
  async find(findings: readonly SourcedFinding[], subjects: readonly Resource[]): Promise<void> {
    await this.#take(await inTurns(lastUses(findings, this.#now)), subjects);
  }

  /** By the instant of the use, ms; each alias only at its last use. */
  async byInstant(): Promise<ReadonlyMap<number, readonly string[]>> {
    return inTurns(groupingByInstant(this.#of));
  }

  async #take(found: ReadonlyMap<string, number>, subjects: readonly Resource[]): Promise<void> {
    for await (const some of inSteps(subjects, LIGHT_STEP)) {
      for (const alias of some.flatMap(({ aliases }) => aliases)) {
        const at = found.get(alias);
        if (at !== undefined) this.#of.set(alias, Math.max(this.#of.get(alias) ?? 0, at));
      }
    }
  }
}

function* groupingByInstant(lastUse: ReadonlyMap<string, number>): Stepwise<ReadonlyMap<number, readonly string[]>> {
  const uses = new Map<number, string[]>();
  let count = 0;
  for (const [alias, at] of lastUse) {
    const known = uses.get(at);
    if (known) known.push(alias);
    else uses.set(at, [alias]);
    if (++count % LIGHT_STEP === 0) yield;
  }
  return uses;
}

function* lastUses(findings: readonly SourcedFinding[], now: number): Stepwise<ReadonlyMap<string, number>> {
  const lastUse = new Map<string, number>();
  let count = 0;
  for (const { says, alias, at = now } of findings) {
    if (++count % LIGHT_STEP === 0) yield;
    const usedAt = says === 'used' ? now : says === 'lastUsed' ? at : undefined;
    if (usedAt === undefined) continue;
    lastUse.set(alias, Math.max(lastUse.get(alias) ?? 0, Number.isFinite(usedAt) ? Math.min(usedAt, now) : now));
  }
  return lastUse;
}
