/** Marks of another tool that cleans the same resources: how far they count as ours. Pure. */

import type { Reason } from '../common/reason.ts';
import type { WorkConfiguration } from '../policy/workConfiguration.ts';
import type { Resource } from '../resource/resource.ts';

/**
 * When the mark of another tool began, if Holystone takes it over with its age. Where owners get notices, retention
 * counts from the notice (law 3), and an older mark is only shown in the reasons.
 * @param now ms since the epoch; a mark of the future counts for nothing
 */
export function takenOverSince(
  { notice }: Pick<WorkConfiguration, 'notice'>,
  { markedElsewhereAt }: Pick<Resource, 'markedElsewhereAt'>,
  now: number,
): number | undefined {
  const at = markedElsewhereAt?.getTime();
  return notice.enabled || at === undefined || at > now ? undefined : at;
}

/** For the reasons of a mark: `another tool marked it on 2026-01-01`. */
export function markedElsewhereReasons({ markedElsewhereAt }: Pick<Resource, 'markedElsewhereAt'>): readonly Reason[] {
  if (markedElsewhereAt === undefined) return [];
  return [{ code: 'markedElsewhere', values: { on: markedElsewhereAt.toISOString().slice(0, 10) } }];
}
