import { isOneTooMany, type KeepPatternProblem, readKeepPattern } from '../../../core/owner/keepPattern.ts';
import type { PublicDeps } from '../../app/deps.ts';
import { invalidField } from '../../app/problem.ts';
import { prefixOf } from './patternPages.tsx';
import type { Subject } from './subject.ts';

type Read =
  | { readonly kind: 'pattern'; readonly value: string }
  | { readonly kind: 'refused'; readonly problem: KeepPatternProblem | 'tooMany' };

/**
 * The pattern that the reader wrote, limited to their group.
 * @throws Problem when the resources of the group cannot be told from others by a pattern
 */
export async function readPattern({ optOuts }: PublicDeps, subject: Subject, text: string): Promise<Read> {
  const prefix = prefixOf(subject);
  if (prefix === undefined) throw invalidField('body.scope', 'this link keeps nothing by a pattern');
  const own = readKeepPattern(text);
  if (own.kind === 'invalid') return { kind: 'refused', problem: own.problem };
  const whole = readKeepPattern(prefix + own.value);
  if (whole.kind === 'invalid') return { kind: 'refused', problem: whole.problem };
  const stored = await optOuts.patterns(subject.claims.namespace);
  return isOneTooMany(stored, whole.value) ? { kind: 'refused', problem: 'tooMany' } : whole;
}
