import { isInForce, stoppedOf } from '../../../core/policy/approval.ts';
import { type Approval, endOf, type PassRecord } from '../../../core/policy/pass.ts';
import type { WorkConfiguration } from '../../../core/policy/workConfiguration.ts';
import { providersIn } from '../../../core/resource/namespace.ts';
import { type UnitFacts, type UnitState, unitStateOf, unitsSeen } from '../../../core/work/unitState.ts';
import type { OperatorDeps } from '../../app/deps.ts';

/** The current state of one namespace: its configuration, its last passes, its marks. */
export interface NamespaceState {
  readonly configuration: WorkConfiguration;
  /** As a unit of work. */
  readonly state: UnitState;
  /** The last pass per action that had one, in the order mark, notify, delete. */
  readonly passes: readonly PassRecord[];
  /** The approvals of its stopped passes that no pass has used yet. */
  readonly approvals: readonly Approval[];
  readonly counts: { readonly marked: number; readonly due: number };
  /** Marks whose date is over and that wait for another attempt. */
  readonly deferred: number;
  readonly missingEvidence: readonly string[];
}

/** In the order of the configurations. Rejects with StoreError. */
export async function readNamespaceStates(
  deps: OperatorDeps,
  configurations: readonly WorkConfiguration[],
): Promise<readonly NamespaceState[]> {
  const seen = await lookAtUnits(deps, configurations);
  return Promise.all(configurations.map((one) => readNamespaceState(deps, one, seen(one.namespace))));
}

/** Which units have a place, and which wait for one. */
async function lookAtUnits({ units }: Pick<OperatorDeps, 'units'>, configurations: readonly WorkConfiguration[]) {
  return unitsSeen(await Promise.all(providersIn(configurations).map((provider) => units.look(provider))));
}

async function readNamespaceState(
  deps: OperatorDeps,
  configuration: WorkConfiguration,
  seen: Omit<UnitFacts, 'passes'>,
): Promise<NamespaceState> {
  const { namespace } = configuration;
  const [passes, { marked, due, newlyDue }] = await Promise.all([
    deps.passes.last(namespace),
    deps.marks.count(namespace, deps.clock.now()),
  ]);
  const state = unitStateOf({ passes: passes.map(endOf), ...seen });
  const approvals = (await Promise.all(passes.map((pass) => approvalOf(deps, pass)))).flat();
  const missingEvidence = deps.missingEvidence(namespace);
  return {
    configuration,
    state,
    passes,
    approvals,
    counts: { marked, due },
    deferred: newlyDue - due,
    missingEvidence,
  };
}

/** The approval that the next pass of the action may use; only a stopped pass has one. */
export async function approvalOf(
  { passes }: Pick<OperatorDeps, 'passes'>,
  record: PassRecord,
): Promise<readonly Approval[]> {
  if (!stoppedOf(record)) return [];
  const approval = await passes.approval(record.namespace, record.action);
  return approval && isInForce(approval, record) ? [approval] : [];
}
