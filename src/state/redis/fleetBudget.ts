import { DAY_MS } from '../../core/common/duration.ts';
import { StoreError } from '../../core/common/errors.ts';
import { controlForbids } from '../../core/policy/control.ts';
import type { ControlState } from '../../core/policy/fleet.ts';
import { rolloutOf } from '../../core/policy/rollout.ts';
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
import { controlFields } from './control.ts';
import { type ControlFields, openControl, stampOf } from './controlValue.ts';
import { CountMemory } from './countMemory.ts';
import type { StateDeps } from './deps.ts';
import { CONTROL } from './keys.ts';
import { loadScript } from './script.ts';
import { canaryField, stageField, stageIn } from './stageFields.ts';

const RESERVE = loadScript('reserveFleet', ['control', 'budget']);
const RETURN = loadScript('returnFleet', ['control', 'budget']);
const COUNTER_TTL_MS = 2 * DAY_MS;
/** Operators change the control between its read and the reservation at most so often. */
const TRIES = 20;

/** A place that was reserved, or why there is none. */
type Reserved =
  | { readonly kind: 'reserved'; readonly incarnation: string; readonly canary: string; readonly budget: string }
  | { readonly kind: 'denied'; readonly answer: PermitAnswer };

/**
 * Permits within the limits of more than one namespace: the control of the fleet, the stage of the type in the account,
 * its canary, and the fleet's budget of a UTC day. The control is read and its keyed checksum checked here; the script
 * takes a place only while it is the same. A place is reserved in the step just before the permit, because one script
 * cannot do both on a cluster. It returns when the permit is denied or its request certainly did nothing; when that is
 * unknown, it stays taken.
 */
export class FleetBudgetPermits implements Permits {
  readonly #deps: StateDeps;
  readonly #permits: Permits;
  readonly #counted = new CountMemory();

  constructor(deps: StateDeps, permits: Permits) {
    this.#deps = deps;
    this.#permits = permits;
  }

  async request(namespace: Namespace, request: PermitRequest, fence: Fence): Promise<PermitAnswer> {
    const reserved = await this.#reserve(namespace, request);
    if (reserved.kind === 'denied') return reserved.answer;
    const answer = await this.#permits.request(namespace, request, fence);
    const giveBack = () => this.#giveBack(reserved);
    if (answer.kind === 'granted') {
      return {
        ...answer,
        giveBack: async (isUncounted) => void (await Promise.all([answer.giveBack(isUncounted), giveBack()])),
      };
    }
    await giveBack();
    return answer;
  }

  /** Why the control allows no deletion in a namespace; `undefined`: it does. */
  forbiddenBy(control: ControlState, fields: ControlFields, namespace: Namespace): string | undefined {
    return controlForbids(control) ?? unreadableStage(fields, namespace);
  }

  async #reserve(namespace: Namespace, request: PermitRequest): Promise<Reserved> {
    const unit = stageUnitOf(namespace);
    const canary = canaryField(unit);
    const budget = CONTROL.budget(new Date(request.now).toISOString().slice(0, 10));
    const day = this.#counted.of(budget);
    const round = this.#counted.of(canary);
    for (let tries = 0; tries < TRIES; tries++) {
      const fields = await controlFields(this.#deps);
      const control = openControl(fields, this.#deps.seal);
      const { stage } = rolloutOf(control, { namespace, startStage: request.startStage });
      const forbidden = this.forbiddenBy(control, fields, namespace);
      if (forbidden !== undefined) return denied({ kind: 'denied', clause: 'stage', why: forbidden });
      const isCanary = stage === 'canary';
      const reply = await this.#deps.scripts.write(RESERVE, {
        operation: 'reserving a deletion in the budget of the fleet',
        keys: { control: CONTROL.control, budget },
        op: CONTROL.op,
        args: [
          ...[COUNTER_TTL_MS, stampOf(fields), stage, canary, CANARY_DELETES, CANARY_PAUSE_MS],
          ...[request.now, control.deletesPerDay ?? '', day.incarnation, day.count, `${round.count}|${round.at}`],
        ],
      });
      const [answered = '', detail = '', count, used, at] = String(reply).split('|');
      if (answered === 'changed') continue;
      if (answered !== 'reserved') return denied(answerOf(unit, answered, detail));
      this.#counted.note(budget, detail, { count: Number(count), at: 0 });
      if (isCanary) this.#counted.note(canary, detail, { count: Number(used), at: Number(at) });
      return { kind: 'reserved', incarnation: detail, canary: isCanary ? canary : '', budget };
    }
    throw new StoreError('reserving a deletion in the budget of the fleet: too many changes of the control');
  }

  /** Ignores a failure: the budget then has one place too few, which does no harm. */
  async #giveBack({ canary, budget, incarnation }: Reserved & { readonly kind: 'reserved' }): Promise<void> {
    const operation = 'returning a deletion to the budget of the fleet';
    const keys = { control: CONTROL.control, budget };
    const args = [canary, incarnation];
    this.#counted.giveBack(budget);
    this.#counted.giveBack(canary);
    await this.#deps.scripts.write(RETURN, { operation, keys, op: CONTROL.op, args }).catch(() => undefined);
  }
}

function unreadableStage(fields: ControlFields, namespace: Namespace): string | undefined {
  const unit = stageUnitOf(namespace);
  const own = stageIn(fields[stageField(namespace)]);
  const { isReadable } = own.stage ? own : stageIn(fields[stageField(unit)]);
  if (isReadable) return undefined;
  return `the stored stage of ${unit} cannot be read; see \`holystone stage\``;
}

function denied(answer: PermitAnswer): Reserved {
  return { kind: 'denied', answer };
}

function answerOf(unit: string, answered: string, detail: string): PermitAnswer {
  if (answered === 'budget') {
    const why = `${detail} deletions a day is the limit of the fleet; see \`holystone limits\``;
    return { kind: 'denied', clause: 'fleetBudget', why };
  }
  if (answered === 'stage') {
    const why = stageForbidsDeleting(detail as Stage) ?? `the stage of ${unit} allows no deletion`;
    return { kind: 'denied', clause: 'stage', why };
  }
  const until = Number(detail);
  return { kind: 'denied', clause: 'canary', why: canaryPausedBecause(unit, until), until };
}
