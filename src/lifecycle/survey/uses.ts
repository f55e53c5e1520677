import type { SourcedFinding } from '../../core/common/finding.ts';
import { inSteps, inTurns, LIGHT_STEP, type Stepwise } from '../../core/common/steps.ts';
import { endedUseKey, type Holders, holderType } from '../../core/evaluation/holders.ts';
import type { Resource } from '../../core/resource/resource.ts';

/** Alias → its last use, ms since the epoch. Uses by possible holders are apart, by alias, and type and id of the user. */
interface LastUses {
  readonly plain: ReadonlyMap<string, number>;
  readonly byHolder: ReadonlyMap<string, ReadonlyMap<string, UseByHolder>>;
}

/** The last use by a resource of a type that is deleted first; `at` in ms since the epoch. */
interface UseByHolder {
  readonly type: string;
  readonly id: string;
  readonly at: number;
}

/**
 * When resources were last used, according to findings. A past use counts at its date; a use without a readable date
 * counts as now, the time of the judgement.
 */
export class Uses {
  readonly #now: number;
  readonly #found: LastUses;
  readonly #holders: Holders | undefined;
  readonly #of = new Map<string, number>();

  private constructor(found: LastUses, now: number, holders: Holders | undefined) {
    this.#now = now;
    this.#found = found;
    this.#holders = holders;
  }

  /** @param now business time, ms since the epoch */
  static async in(findings: readonly SourcedFinding[], now: number, holders?: Holders): Promise<Uses> {
    return new Uses(await inTurns(lastUses(findings, now, holders)), now, holders);
  }

  /** Records the uses of these resources. */
  of(subjects: readonly Resource[]): Promise<void> {
    return this.#take(this.#found, subjects);
  }

  /** Records the uses of these resources in later findings. */
  async find(findings: readonly SourcedFinding[], subjects: readonly Resource[]): Promise<void> {
    await this.#take(await inTurns(lastUses(findings, this.#now, this.#holders)), subjects);
  }

  /** By the instant of the use, ms; each alias only at its last use. */
  async byInstant(): Promise<ReadonlyMap<number, readonly string[]>> {
    return inTurns(groupingByInstant(this.#of));
  }

  async #take({ plain, byHolder }: LastUses, subjects: readonly Resource[]): Promise<void> {
    for await (const some of inSteps(subjects, LIGHT_STEP)) {
      for (const subject of some) {
        for (const alias of subject.aliases) {
          this.#note(alias, plain.get(alias));
          for (const use of byHolder.get(alias)?.values() ?? []) {
            // Its own rules that name itself are no use.
            if (use.id !== subject.id) this.#note(this.#isOrdinary(subject, use) ? alias : endedUseKey(alias), use.at);
          }
        }
      }
    }
  }

  /** The owner of a held resource was told about its holders, and about no other user: that use protects as any other. */
  #isOrdinary(subject: Resource, { type, id }: UseByHolder): boolean {
    if (!this.#holders?.wasHeld(subject)) return false;
    const state = this.#holders.stateOf(type, id)?.kind;
    return state === undefined || state === 'unplanned';
  }

  #note(key: string, at: number | undefined): void {
    if (at !== undefined) this.#of.set(key, Math.max(this.#of.get(key) ?? 0, at));
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

function* lastUses(findings: readonly SourcedFinding[], now: number, holders: Holders | undefined): Stepwise<LastUses> {
  const plain = new Map<string, number>();
  const byHolder = new Map<string, Map<string, UseByHolder>>();
  let count = 0;
  for (const finding of findings) {
    const { says, alias, at = now, byId } = finding;
    if (++count % LIGHT_STEP === 0) yield;
    const usedAt = says === 'used' ? now : says === 'lastUsed' ? at : undefined;
    if (usedAt === undefined) continue;
    const when = Number.isFinite(usedAt) ? Math.min(usedAt, now) : now;
    const type = holders && holderType(finding, holders);
    if (type !== undefined && byId !== undefined) {
      const users = byHolder.get(alias) ?? new Map<string, UseByHolder>();
      byHolder.set(alias, users.set(JSON.stringify([type, byId]), { type, id: byId, at: when }));
    } else plain.set(alias, Math.max(plain.get(alias) ?? 0, when));
  }
  return { plain, byHolder };
}
