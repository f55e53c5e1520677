import type { EndedOptOuts } from '../../core/owner/endedOptOuts.ts';
import { type Namespace, partsOf, siblingsOf } from '../../core/resource/namespace.ts';
import type { StateDeps } from './deps.ts';
import type { TypesOf } from './groupOptOuts.ts';
import { namespaceKeys } from './keys.ts';
import { loadScript } from './script.ts';

const FORGET = loadScript('forgetOptOuts', ['optOuts']);
const CHUNK = 500;

/** The script itself checks the end of each opt-out: a person may decide again in the meantime. */
export class RedisEndedOptOuts implements EndedOptOuts {
  readonly #deps: StateDeps;
  readonly #typesOf: TypesOf;

  constructor(deps: StateDeps, typesOf: TypesOf) {
    this.#deps = deps;
    this.#typesOf = typesOf;
  }

  /** A group is forgotten in all types of the place: no survey removes the copies of a type that is not configured. */
  async forget(namespace: Namespace, targets: readonly string[], endedMs: number, now: number): Promise<void> {
    await this.#forget(namespace, targets, endedMs, now);
    const groups = targets.filter((target) => target.startsWith('group:'));
    if (groups.length === 0) return;
    const siblings = siblingsOf(namespace, this.#typesOf(partsOf(namespace).provider));
    await Promise.all(siblings.map((sibling) => this.#forget(sibling, groups, endedMs, now)));
  }

  async #forget(namespace: Namespace, targets: readonly string[], endedMs: number, now: number): Promise<void> {
    const keys = namespaceKeys(namespace);
    const operation = `forgetting opt-outs of ${namespace} that ended long ago`;
    for (let i = 0; i < targets.length; i += CHUNK) {
      const args = [endedMs, now, ...targets.slice(i, i + CHUNK)];
      await this.#deps.scripts.write(FORGET, { operation, keys, op: keys.op, args });
    }
  }
}
