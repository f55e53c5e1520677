import { comparedOf, keptBy } from '../../core/evaluation/keeping.ts';
import { matcherWords } from '../../core/evaluation/matcher.ts';
import type { Policy } from '../../core/evaluation/policy.ts';
import { entriesOf, type Matcher, type WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import { KEPT_BY_DEFAULT } from '../../core/resource/expiry.ts';
import type { Resource } from '../../core/resource/resource.ts';
import type { Handler } from '../../handlers/contract/handler.ts';
import type { WrittenKeep } from '../../handlers/contract/writtenKeep.ts';

/** An entry that keeps, and whether it keeps anything there; null: not known. */
export interface KeepEntry {
  /** `keep`, or a key of the type, such as `nameRegexKeep`. */
  readonly key: string;
  /** `tag team=infra` */
  readonly entry: string;
  readonly keeps: boolean | null;
}

/** The handler of a namespace, as far as it has keys of its own that keep. */
export type Keeping = Pick<Handler, 'writtenKeeps'>;

/** The entries of `keep`, and the patterns of the type, that matched no resource of a namespace so far, whatever else keeps each. */
export class KeepWatch {
  readonly #entries: readonly Matcher[];
  readonly #written: readonly WrittenKeep[];
  #silent: readonly Matcher[];
  #silentWritten: readonly WrittenKeep[];
  #unsure: readonly Matcher[] = [];

  constructor(wc: WorkConfiguration, handler: Keeping | undefined) {
    const rules = entriesOf(wc);
    const keep = rules.flatMap((one) => one.keep);
    const each = [...new Map(keep.map((entry) => [matcherWords(entry), entry])).values()];
    this.#entries = each.filter((entry) => matcherWords(entry) !== matcherWords(KEPT_BY_DEFAULT));
    this.#written = rules.flatMap(({ parameters }) => handler?.writtenKeeps?.(parameters) ?? []);
    this.#silent = this.#entries;
    this.#silentWritten = this.#written;
  }

  /** @param now business time, ms since the epoch */
  see(resource: Resource, policy: Policy, now: number): void {
    if (this.#silentWritten.length > 0) {
      this.#silentWritten = this.#silentWritten.filter((one) => !one.matches(resource));
    }
    if (this.#silent.length === 0) return;
    const compared = comparedOf(resource, policy, now);
    const unsure = this.#silent.filter((entry) => !compared.isSure(entry));
    if (unsure.length > 0) this.#unsure = [...new Set([...this.#unsure, ...unsure])];
    this.#silent = this.#silent.filter((entry) => keptBy(entry, compared) === undefined);
  }

  /** @param isWhole the survey read everything: an entry that matched nothing keeps nothing */
  entries(isWhole: boolean): readonly KeepEntry[] {
    const silence = isWhole ? false : null;
    return [
      ...this.#entries.map((entry) => ({
        key: 'keep',
        entry: matcherWords(entry),
        keeps: this.#keeps(entry, silence),
      })),
      ...this.#written.map((one) => ({
        key: one.key,
        entry: one.pattern,
        keeps: this.#silentWritten.includes(one) ? silence : true,
      })),
    ];
  }

  #keeps(entry: Matcher, silence: false | null): boolean | null {
    if (!this.#silent.includes(entry)) return true;
    return this.#unsure.includes(entry) ? null : silence;
  }
}
