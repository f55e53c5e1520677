import { type Stopped, stoppedOf } from '../../../core/policy/approval.ts';
import type { NamespaceState } from '../api/namespaceState.ts';

/** The last passes with a set that waits for an operator, the newest first. */
export function stoppedPasses({ namespaces }: { readonly namespaces: readonly NamespaceState[] }): readonly Stopped[] {
  return namespaces
    .flatMap(({ passes }) => passes.flatMap((record) => stoppedOf(record) ?? []))
    .toSorted((a, b) => b.endedAt - a.endedAt);
}
