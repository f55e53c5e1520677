import { DAY_MS } from '../../core/common/duration.ts';
import {
  CANARY_DELETES,
  CANARY_PAUSE_MS,
  canaryPausedBecause,
  type Stage,
  stageForbidsDeleting,
  stageUnitOf,
} from '../../core/policy/stage.ts';
import type { PermitAnswer, PermitRequest, Permits } from '../../core/ports/permits.ts';
import type { Fence } from '../../core/ports/ports.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import type { StateDeps } from './deps.ts';
import { CONTROL } from './keys.ts';
import { loadScript } from './script.ts';
import { canaryField, stageField } from './stageFields.ts';

const RESERVE = loadScript('reserveFleet', ['control', 'budget']);
const RETURN = loadScript('returnFleet', ['control', 'budget']);
const COUNTER_TTL_MS = 2 * DAY_MS;

/**
 * Permits within the limits of more than one namespace: the stage of the type in the account, its canary, and the
 * fleet's budget of a UTC day. A place is reserved in the step just before the permit, because one script cannot do
 * both on a cluster. It returns when the permit is denied or its request certainly did nothing; when that is unknown,
 * it stays taken.
 */
export class FleetBudgetPermits implements Permits {
  readonly #deps: StateDeps;
  readonly #permits: Permits;

  constructor(deps: StateDeps, permits: Permits) {
    this.#deps = deps;
    this.#permits = permits;
  }

  async request(namespace: Namespace, request: PermitRequest, fence: Fence): Promise<PermitAnswer> {
    const unit = stageUnitOf(namespace);
    const keys = {
      control: CONTROL.control,
      budget: CONTROL.budget(new Date(request.now).toISOString().slice(0, 10)),
    };
    const reply = await this.#deps.scripts.write(RESERVE, {
      operation: 'reserving a deletion in the budget of the fleet',
      keys,
      op: CONTROL.op,
      args: [
        COUNTER_TTL_MS,
        stageField(unit),
        request.startStage,
        canaryField(unit),
        CANARY_DELETES,
        CANARY_PAUSE_MS,
        request.now,
        stageField(namespace),
      ],
    });
    const [answered = '', detail = ''] = String(reply).split('|');
    if (answered !== 'reserved' && answered !== 'canary') return denied(unit, answered, detail);
    const answer = await this.#permits.request(namespace, request, fence);
    const giveBack = () => this.#giveBack(keys, answered === 'canary' ? canaryField(unit) : '', detail);
    if (answer.kind === 'granted') {
      return {
        ...answer,
        giveBack: async (isUncounted) => void (await Promise.all([answer.giveBack(isUncounted), giveBack()])),
      };
    }
    await giveBack();
    return answer;
  }

  /** Ignores a failure: the budget then has one place too few, which does no harm. */
  async #giveBack(
    keys: { readonly control: string; readonly budget: string },
    canary: string,
    incarnation: string,
  ): Promise<void> {
    const operation = 'returning a deletion to the budget of the fleet';
    const args = [canary, incarnation];
    await this.#deps.scripts.write(RETURN, { operation, keys, op: CONTROL.op, args }).catch(() => undefined);
  }
}

function denied(unit: string, answered: string, detail: string): PermitAnswer {
  if (answered === 'budget') {
    const why = `${detail} deletions a day is the limit of the fleet; see \`holystone limits\``;
    return { kind: 'denied', clause: 'fleetBudget', why };
  }
  if (answered === 'paused') {
    const until = Number(detail);
    return { kind: 'denied', clause: 'canary', why: canaryPausedBecause(unit, until), until };
  }
  const why =
    stageForbidsDeleting(detail as Stage) ?? `the stored stage of ${unit} cannot be read; see \`holystone stage\``;
  return { kind: 'denied', clause: 'stage', why };
}
