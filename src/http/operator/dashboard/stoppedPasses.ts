import type { BlockedSet, PassRecord } from '../../../core/policy/pass.ts';
import type { NamespaceState } from '../api/namespaceState.ts';

/** A last pass with its blocked set. */
export type Stopped = PassRecord & { readonly blocked: BlockedSet };

/** The last passes that a tripwire stopped, the newest first. */
export function stoppedPasses({ namespaces }: { readonly namespaces: readonly NamespaceState[] }): readonly Stopped[] {
  return namespaces
    .flatMap(({ passes }) => passes)
    .filter((record): record is Stopped => record.blocked !== undefined)
    .toSorted((a, b) => b.endedAt - a.endedAt);
}
