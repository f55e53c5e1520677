import { namespaceOf } from '../../core/resource/namespace.ts';
import type { SurveyDeps } from '../pass/deps.ts';
import type { Opened } from './opened.ts';

/**
 * Marked resources in the same place that may use resources of this type: id → its date of deletion (ms since the
 * epoch). Such a user keeps the resources it uses as long as it exists, and the reason shows how long that may be.
 */
export async function usersPendingDeletion(
  { marks }: SurveyDeps,
  { wc, handler, scope }: Opened,
): Promise<ReadonlyMap<string, number>> {
  const due = new Map<string, number>();
  if (!marks) return due;
  const { provider, name: account } = scope.account;
  for (const resourceType of handler.usedByTypes ?? []) {
    const namespace = namespaceOf({ provider, account, location: wc.location, resourceType });
    for await (const page of marks.all(namespace)) {
      for (const { id, projectedDeletionAt } of page) due.set(id, projectedDeletionAt);
    }
  }
  return due;
}
