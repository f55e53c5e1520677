import { DAY_MS } from '../core/duration.ts';
import type { Namespace } from '../core/namespace.ts';
import type { Fence, PermitAnswer, PermitRequest, Permits } from '../core/ports.ts';
import type { StateDeps } from './deps.ts';
import { CONTROL } from './keys.ts';
import { loadScript } from './script.ts';

const RESERVE = loadScript('reserveFleet', ['control', 'budget']);
const COUNTER_TTL_MS = 2 * DAY_MS;

/**
 * Permits within the fleet's budget of a UTC day. The place is reserved in the step just before the permit, as both
 * cannot be in one script on a cluster, and given back when the permit is denied; when nobody knows, it stays taken.
 */
export class FleetBudgetPermits implements Permits {
  readonly #deps: StateDeps;
  readonly #permits: Permits;

  constructor(deps: StateDeps, permits: Permits) {
    this.#deps = deps;
    this.#permits = permits;
  }

  async request(namespace: Namespace, request: PermitRequest, fence: Fence): Promise<PermitAnswer> {
    const budget = CONTROL.budget(new Date(request.now).toISOString().slice(0, 10));
    const reply = await this.#deps.scripts.write(RESERVE, {
      doing: 'asking for a place in the budget of the fleet',
      keys: { control: CONTROL.control, budget },
      op: CONTROL.op,
      args: [COUNTER_TTL_MS],
    });
    if (reply !== 'reserved') {
      const why = `${reply} deletions a day is the limit of the fleet; see \`holystone limits\``;
      return { kind: 'denied', clause: 'fleetBudget', why };
    }
    const answer = await this.#permits.request(namespace, request, fence);
    if (answer.kind === 'denied') await this.#giveBack(budget);
    return answer;
  }

  /** One place too few is no harm. */
  async #giveBack(budget: string): Promise<void> {
    const { connection } = this.#deps;
    await connection
      .command('giving back a place in the budget of the fleet', (client) => client.decr(budget))
      .catch(() => 0);
  }
}
