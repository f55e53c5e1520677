import type { PassRecord } from '../core/policy/pass.ts';
import { outOfTime } from '../core/policy/surveyBudget.ts';
import type { Namespace } from '../core/resource/namespace.ts';

/** Another instance may run the next survey: so an observation counts as long as two of the longest surveys take. */
const COUNTS_FOR_MS = 3_600_000;

/** The namespaces whose surveys ran out of the longest budget on this instance. */
export class OverBudget {
  readonly #seen = new Map<Namespace, { readonly until: number; readonly why: string }>();

  see(record: PassRecord): void {
    if (record.action !== 'mark') return;
    const { namespace, overrun, endedAt } = record;
    const why = outOfTime(record);
    if (why === undefined) this.#seen.delete(namespace);
    else this.#seen.set(namespace, { until: endedAt + Math.max(COUNTS_FOR_MS, 2 * (overrun?.budgetMs ?? 0)), why });
  }

  /** @param now ms since the epoch */
  text(now: number): string | undefined {
    const problems = [...this.#seen].filter(([, { until }]) => now < until).map(([name, { why }]) => `${name}: ${why}`);
    return problems.length === 0 ? undefined : problems.join('; ');
  }
}
