import { comparedOf, keptBy } from '../../core/evaluation/keeping.ts';
import { matcherWords } from '../../core/evaluation/matcher.ts';
import type { Policy } from '../../core/evaluation/policy.ts';
import type { Matcher, WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import { KEPT_BY_DEFAULT } from '../../core/resource/expiry.ts';
import type { Resource } from '../../core/resource/resource.ts';

/** An entry of `keep`, and whether it keeps anything there; null: not known. */
export interface KeepEntry {
  /** `tag team=infra` */
  readonly entry: string;
  readonly keeps: boolean | null;
}

/** The entries of `keep` that matched no resource of a namespace so far, whatever else keeps each resource. */
export class KeepWatch {
  readonly #entries: readonly Matcher[];
  #silent: readonly Matcher[];
  #unsure: readonly Matcher[] = [];

  constructor({ keep }: Pick<WorkConfiguration, 'keep'>) {
    this.#entries = keep.filter((entry) => matcherWords(entry) !== matcherWords(KEPT_BY_DEFAULT));
    this.#silent = this.#entries;
  }

  see(resource: Resource, policy: Policy): void {
    if (this.#silent.length === 0) return;
    const compared = comparedOf(resource, policy);
    const unsure = this.#silent.filter((entry) => !compared.isSure(entry));
    if (unsure.length > 0) this.#unsure = [...new Set([...this.#unsure, ...unsure])];
    this.#silent = this.#silent.filter((entry) => keptBy(entry, compared) === undefined);
  }

  /** @param isWhole the survey read everything: an entry that matched nothing keeps nothing */
  entries(isWhole: boolean): readonly KeepEntry[] {
    return this.#entries.map((entry) => ({ entry: matcherWords(entry), keeps: this.#keeps(entry, isWhole) }));
  }

  #keeps(entry: Matcher, isWhole: boolean): boolean | null {
    if (!this.#silent.includes(entry)) return true;
    return isWhole && !this.#unsure.includes(entry) ? false : null;
  }
}
