/**
 * Bounded liveness of passes: of each namespace and action one begins within three cadences after it is wanted, and
 * after the last fault, however busy the others keep their unit. Surveys are always wanted, and must be complete;
 * a notify pass is where something is marked, a delete pass where something is due.
 */
import { ACTIONS, type Action } from '../../../src/core/policy/workConfiguration.ts';
import type { Namespace } from '../../../src/core/resource/namespace.ts';
import type { Value } from '../redis/resp.ts';
import type { Line } from './recordLog.ts';
import type { Scale } from './scale.ts';

/** How many cadences an action may need. */
const CADENCES = 3;
/** What died keeps the lock of its namespace, and then its item, for half a minute each, ms. */
const TAKE_OVER_MS = 60_000;

/** Asks Redis, of the world itself. */
type Ask = (...words: readonly (string | number)[]) => Promise<Value>;

export class Passes {
  readonly #everyS: Scale['everyS'];
  readonly #ranAt = new Map<string, number>();
  readonly #wantedAt = new Map<string, number>();

  constructor({ everyS }: Scale) {
    this.#everyS = everyS;
  }

  ended({ namespace, action, outcome }: Line, now: number): void {
    // What a tripwire stops has been looked at.
    if (action !== 'mark' || outcome === 'complete' || outcome === 'paced' || outcome === 'blocked')
      this.#ranAt.set(`${action} ${namespace}`, now);
  }

  /**
   * Passes that are wanted for too long.
   * @param quietSince the last fault; `now` and this are true times, ms
   */
  async late(ask: Ask, namespace: Namespace, now: number, quietSince: number): Promise<readonly string[]> {
    const key = (name: string) => `holystone:{${namespace}}:${name}`;
    const marked = Number(await ask('ZCARD', key('schedule')));
    const due = (await ask('ZRANGEBYSCORE', key('schedule'), '-inf', now)) as readonly string[];
    const deferred = (await ask('ZRANGEBYSCORE', key('retry'), now, '+inf')) as readonly string[];
    const isDue = due.some((id) => !deferred.includes(id));
    const isWanted = { mark: true, notify: marked > 0, delete: isDue };
    return ACTIONS.flatMap((action) => this.#late(action, namespace, isWanted[action], now, quietSince));
  }

  #late(action: Action, namespace: Namespace, isWanted: boolean, now: number, quietSince: number): readonly string[] {
    const name = `${action} ${namespace}`;
    if (!isWanted) this.#wantedAt.delete(name);
    else if (!this.#wantedAt.has(name)) this.#wantedAt.set(name, now);
    if (!isWanted) return [];
    const boundMs = Math.max(CADENCES * this.#everyS[action] * 1_000, TAKE_OVER_MS);
    const since = Math.max(this.#ranAt.get(name) ?? 0, this.#wantedAt.get(name) ?? 0, quietSince);
    return since + boundMs < now ? [`no ${name} for ${Math.round((now - since) / 1_000)} s, although it is due`] : [];
  }
}
