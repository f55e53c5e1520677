import type { PassRecord } from '../../../core/policy/pass.ts';
import { ACTIONS, type WorkConfiguration } from '../../../core/policy/workConfiguration.ts';
import type { OperatorDeps } from '../../app/deps.ts';

/** The current state of one namespace: its configuration, its last passes, its marks. */
export interface NamespaceState {
  readonly configuration: WorkConfiguration;
  /** The last pass per action that had one, in the order mark, notify, delete. */
  readonly passes: readonly PassRecord[];
  readonly counts: { readonly marked: number; readonly due: number };
  readonly notReadYet: readonly string[];
}

export async function readNamespaceState(
  deps: OperatorDeps,
  configuration: WorkConfiguration,
): Promise<NamespaceState> {
  const { namespace } = configuration;
  const [records, { marked, due }] = await Promise.all([
    lastPasses(deps, configuration),
    deps.marks.count(namespace, deps.clock.now()),
  ]);
  return { configuration, passes: records, counts: { marked, due }, notReadYet: deps.notReadYet(namespace) };
}

export async function lastPasses(
  { passes }: Pick<OperatorDeps, 'passes'>,
  { namespace }: WorkConfiguration,
): Promise<readonly PassRecord[]> {
  const records = await Promise.all(ACTIONS.map((action) => passes.get(namespace, action)));
  return records.filter((record) => record !== undefined);
}
