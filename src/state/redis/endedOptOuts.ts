import type { EndedOptOuts } from '../../core/owner/endedOptOuts.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import type { StateDeps } from './deps.ts';
import { namespaceKeys } from './keys.ts';
import { loadScript } from './script.ts';

const FORGET = loadScript('forgetOptOuts', ['optOuts']);
const CHUNK = 500;

/** The script itself checks the end of each opt-out: a person may decide again in the meantime. */
export class RedisEndedOptOuts implements EndedOptOuts {
  readonly #deps: StateDeps;

  constructor(deps: StateDeps) {
    this.#deps = deps;
  }

  async forget(namespace: Namespace, targets: readonly string[], endedMs: number, now: number): Promise<void> {
    const keys = namespaceKeys(namespace);
    const doing = `forgetting opt-outs of ${namespace} that ended long ago`;
    for (let i = 0; i < targets.length; i += CHUNK) {
      const args = [endedMs, now, ...targets.slice(i, i + CHUNK)];
      await this.#deps.scripts.write(FORGET, { doing, keys, op: keys.op, args });
    }
  }
}
