import type { PassRecord } from '../core/policy/pass.ts';
import { type LookedFor, missingNames } from '../core/resource/lookedFor.ts';
import type { Namespace } from '../core/resource/namespace.ts';

/** Another instance may run the next survey: so an observation counts for as long as two cadences. */
const CADENCES = 2;

/** The names of the configuration that the surveys of this instance did not find. */
export class NotFoundNames {
  readonly #seen = new Map<Namespace, { readonly until: number; readonly names: readonly LookedFor[] }>();

  see({ action, namespace, lookedFor, endedAt, everyMs = 0 }: PassRecord): void {
    if (action !== 'mark' || lookedFor === undefined) return;
    this.#seen.set(namespace, { until: endedAt + CADENCES * everyMs, names: lookedFor });
  }

  /**
   * @param namespaces those of the configuration: a name may be in one that this instance did not survey
   * @param now ms since the epoch
   */
  text(namespaces: readonly Namespace[], now: number): string | undefined {
    if (this.#seen.size === 0) return undefined;
    const namesIn = (namespace: Namespace) => {
      const seen = this.#seen.get(namespace);
      return { namespace, names: seen && now < seen.until ? seen.names : null };
    };
    const missing = [...missingNames(namespaces.map(namesIn))];
    const sentences = missing.map(
      ([what, [first, ...others]]) => `${first}${others.length === 0 ? '' : ', …'}: ${what}`,
    );
    return sentences.length === 0 ? undefined : sentences.join('; ');
  }
}
