import { CAUSES_KEPT, type PassRecord } from '../../core/policy/pass.ts';
import type { Survey } from '../survey/survey.ts';

type Listed = Pick<Extract<Survey, { kind: 'listed' }>, 'tally' | 'evaluation'>;

/**
 * Why a mark pass left resources out, in one sentence, and in parts that are the same words in each namespace.
 * @param unreadable the marks that could not be read, in words
 */
export function leftOutBy(
  { tally, evaluation }: Listed,
  unreadable: string | undefined,
): Pick<PassRecord, 'problem' | 'causes'> {
  const others = [tally.owners.problem(), unreadable].filter((why) => why !== undefined);
  const reads = tally.undecided.describe(evaluation);
  const problems = reads === undefined ? others : [reads, ...others];
  const unread = tally.undecided
    .causes(evaluation)
    .map(({ explanation, blocks }) => ({ why: explanation, unknown: blocks }));
  return {
    causes: [...others.map((why) => ({ why, unknown: 0 })), ...unread].slice(0, CAUSES_KEPT),
    ...(problems.length === 0 ? {} : { problem: problems.join('; ') }),
  };
}
