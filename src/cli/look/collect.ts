/** Collects what a first look shows while the surveys run: nothing else of an account is kept in memory. */
import { DAY_MS } from '../../core/common/duration.ts';
import { isDue, type Verdict } from '../../core/evaluation/verdict.ts';
import type { WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import { partsOf, typeOf } from '../../core/resource/namespace.ts';
import { typeName } from '../../core/resource/typeName.ts';
import type { Dated } from '../../handlers/contract/entry.ts';
import type { FirstLook, PlainFilter } from '../../handlers/contract/firstLook.ts';
import type { Handler } from '../../handlers/contract/handler.ts';
import type { NamespacePlan, ResourcePlan } from '../../lifecycle/index.ts';
import type { InUse, Look, Unread, Wasted } from './look.ts';

/** What people write in filters: old enough that nobody misses it. */
const OLD_MS = 90 * DAY_MS;

/** In place of "as far as surveys can see": there was no survey before. */
const NO_PAST = 'nothing uses it; since when, the provider does not say';

/** Also behind the name of the rule. */
const NOTHING_USES_IT = /\bnothing (else )?uses it\b.*$/;

/** Does only a row of surveys tell since when nothing uses it? */
function hasNoPast({ firstSeenIsUse }: Handler, dated: Dated): boolean {
  return firstSeenIsUse !== undefined || dated === 'byFirstSeen';
}

/** Where a type's date comes from, as its entry has it. */
function datedOf({ datedBy, dated }: Handler, { parameters }: Pick<WorkConfiguration, 'parameters'>): Dated {
  return datedBy?.(parameters) ?? dated;
}

/** The parts of a look that come from resources. */
type Rows = Pick<Look, 'wasted' | 'inUse'>;

/** Sees every resource once. */
export class Collected {
  readonly #filters: FirstLook['filters'];
  readonly #handlerOf: (type: string) => Handler;
  readonly #now: number;
  readonly #wasted: Wasted[] = [];
  readonly #inUse: InUse[] = [];

  /** @param now ms since the epoch */
  constructor(filters: FirstLook['filters'], handlerOf: (type: string) => Handler, now: number) {
    this.#filters = filters;
    this.#handlerOf = handlerOf;
    this.#now = now;
  }

  see(wc: WorkConfiguration, row: ResourcePlan, verdict: Verdict): void {
    const { location } = partsOf(wc.namespace);
    const handler = this.#handlerOf(typeOf(wc.namespace));
    const dated = datedOf(handler, wc);
    const found = () => foundIn(row, location, handler, dated);
    if (isDue(verdict)) {
      const isWithoutPast = hasNoPast(handler, dated);
      const told = (reason: string) => (isWithoutPast ? reason.replace(NOTHING_USES_IT, NO_PAST) : reason);
      const steps = verdict.trace.map(({ step, says, reasons }) => ({ step, says, reasons: reasons.map(told) }));
      const reasons = row.reasons.map(told);
      this.#wasted.push({ ...found(), reasons, steps, ...(row.after ? { after: row.after } : {}) });
      return;
    }
    const filter = this.#filters[handler.resourceType];
    if (filter && verdict.decidedBy === 'use' && isHiddenFrom(filter, verdict) && this.#isOld(row, dated))
      this.#inUse.push({ ...found(), filter: filter.words, usedBy: verdict.usedBy.map(({ by }) => by) });
  }

  /** The costliest first. */
  rows(): Rows {
    return { wasted: this.#wasted.sort(byCost), inUse: this.#inUse.sort(byCost) };
  }

  /** Where the provider says no date, no filter can ask for one. */
  #isOld({ createdAt }: ResourcePlan, dated: Dated): boolean {
    return dated === 'byFirstSeen' || (createdAt !== null && this.#now - Date.parse(createdAt) >= OLD_MS);
  }
}

function isHiddenFrom({ sees }: PlainFilter, { usedBy }: Verdict): boolean {
  return usedBy.length > 0 && usedBy.every(({ source }) => !sees.includes(source));
}

function foundIn(
  row: ResourcePlan,
  location: string,
  handler: Handler,
  dated: Dated,
): Omit<InUse, 'filter' | 'usedBy'> {
  const { id, name, owner, unowned, createdAt, monthlyCost } = row;
  return {
    ...{ id, name, location, type: handler.resourceType, called: typeName(handler, 'en') },
    owner: unowned ? null : owner,
    createdAt: dated === 'byFirstSeen' ? null : createdAt,
    monthlyCost: monthlyCost && {
      amount: monthlyCost.amount,
      upTo: monthlyCost.upTo || monthlyCost.stays,
      ...(monthlyCost.stays ? { stays: true } : {}),
    },
  };
}

/** Equal costs by name, then by id: the same account gives the same order. */
function byCost(a: InUse | Wasted, b: InUse | Wasted): number {
  const cost = (one: InUse | Wasted) => one.monthlyCost?.amount ?? 0;
  return cost(b) - cost(a) || a.name.localeCompare(b.name) || a.id.localeCompare(b.id);
}

/** What could not be read: each cause once over all places, the one that leaves most unknown first. */
export function unreadIn(plans: readonly NamespacePlan[]): readonly Unread[] {
  const causes = new Map<string, { unknown: number | null; places: Set<string> }>();
  const add = (why: string, unknown: number | null, namespace: string) => {
    const known = causes.get(why) ?? { unknown: null, places: new Set<string>() };
    known.places.add(namespace);
    causes.set(why, { ...known, unknown: unknown === null ? known.unknown : (known.unknown ?? 0) + unknown });
  };
  for (const { namespace, status, explanation, unread, counts } of plans) {
    for (const { explanation: why, blocks } of unread) add(why, blocks, namespace);
    if (unread.length === 0 && status === 'incomplete' && explanation !== null)
      add(explanation, counts.listed === 0 ? null : counts.unknown, namespace);
  }
  return [...causes]
    .map(([why, { unknown, places }]) => ({ why, unknown, places: places.size }))
    .toSorted((a, b) => (b.unknown ?? 0) - (a.unknown ?? 0));
}
