import type { Reason } from '../common/reason.ts';
import type { Nomination } from '../evaluation/nomination.ts';
import type { Verdict } from '../evaluation/verdict.ts';
import { earlierReason } from '../reason/earlierReason.ts';
import { inEnglish } from '../reason/english.ts';
import { storedReasons } from '../reason/storedReasons.ts';
import type { Resource } from '../resource/resource.ts';
import type { Mark } from './mark.ts';
import { markedElsewhereReasons } from './markedElsewhere.ts';

/** Why rules select it, and after which users it is deleted. */
export function whyMarked({
  reasons,
  because,
  waitsFor = [],
}: Pick<Mark, 'reasons' | 'because' | 'waitsFor'>): readonly Reason[] {
  const why = storedReasons(reasons, because);
  if (waitsFor.length === 0) return why;
  return [...why, { code: 'after', values: { users: waitsFor.map(({ by }) => by) } }];
}

/** For a new mark. Of a verdict without values, such as that of another judge, the sentences count. */
export function reasonsToMark(
  resource: Pick<Resource, 'markedElsewhereAt'>,
  { reasons, nominatedBecause = reasons, nominatedBy = nominatedBecause.map(earlierReason) }: Verdict,
): Required<Pick<Nomination, 'reasons' | 'because'>> {
  const because = [...nominatedBy, ...markedElsewhereReasons(resource)];
  return { reasons: because.map(inEnglish), because };
}
