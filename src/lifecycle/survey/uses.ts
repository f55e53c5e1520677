import type { FindingsByAlias, SourcedFinding } from '../../core/common/finding.ts';
import { inSteps, inTurns, LIGHT_STEP, type Stepwise } from '../../core/common/steps.ts';
import { endedUseKey, type Holders, holderType } from '../../core/evaluation/holders.ts';
import { withLinks } from '../../core/evaluation/links.ts';
import type { Resource } from '../../core/resource/resource.ts';

/**
 * When resources were last used, according to findings. A past use counts at its date; a use without a readable date
 * counts as now, the time of the evaluation.
 */
export class Uses {
  readonly #now: number;
  readonly #found: FindingsByAlias;
  readonly #holders: Holders | undefined;
  readonly #of = new Map<string, number>();

  /** @param now business time, ms since the epoch */
  constructor(found: FindingsByAlias, now: number, holders?: Holders) {
    this.#now = now;
    this.#found = found;
    this.#holders = holders;
  }

  /** Records the uses of these resources. */
  of(subjects: readonly Resource[]): Promise<void> {
    return this.find(this.#found, subjects);
  }

  /** Records the uses of these resources in later findings. */
  async find(found: FindingsByAlias, subjects: readonly Resource[]): Promise<void> {
    for await (const some of inSteps(subjects, LIGHT_STEP)) {
      for (const subject of some) {
        for (const finding of withLinks(found, subject.aliases)) this.#take(subject, finding);
      }
    }
  }

  /** By the instant of the use, ms; each alias only at its last use. */
  async byInstant(): Promise<ReadonlyMap<number, readonly string[]>> {
    return inTurns(groupingByInstant(this.#of));
  }

  #take(subject: Resource, finding: SourcedFinding): void {
    const at = usedAt(finding, this.#now);
    if (at === undefined) return;
    // The string of the finding lives as long as this; that of the resource need not.
    const { alias, byId } = finding;
    const type = this.#holders && holderType(finding, this.#holders);
    if (type === undefined || byId === undefined) this.#note(alias, at);
    // Its own rules that name itself are no use.
    else if (byId !== subject.id) {
      this.#note(this.#isOrdinary(subject, { type, id: byId }) ? alias : endedUseKey(alias), at);
    }
  }

  /** The owner of a held resource was notified of its holders, and of no other user: that use protects as any other. */
  #isOrdinary(subject: Resource, { type, id }: { readonly type: string; readonly id: string }): boolean {
    if (!this.#holders?.wasHeld(subject)) return false;
    const state = this.#holders.stateOf(type, id)?.kind;
    return state === undefined || state === 'unplanned';
  }

  #note(key: string, at: number): void {
    this.#of.set(key, Math.max(this.#of.get(key) ?? 0, at));
  }
}

function usedAt({ says, at = Number.NaN }: SourcedFinding, now: number): number | undefined {
  if (says === 'used') return now;
  if (says !== 'lastUsed') return undefined;
  return Number.isFinite(at) ? Math.min(at, now) : now;
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
