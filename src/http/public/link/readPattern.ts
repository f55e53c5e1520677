import { type KeepPatternProblem, readKeepPattern } from '../../../core/owner/keepPattern.ts';
import { invalidField } from '../../app/problem.ts';
import { prefixOf } from './patternPages.tsx';
import type { Subject } from './subject.ts';

type Read =
  | { readonly kind: 'pattern'; readonly value: string }
  | { readonly kind: 'refused'; readonly problem: KeepPatternProblem };

/**
 * The pattern that the reader wrote, limited to their group.
 * @throws Problem when the resources of the group cannot be separated from others by a pattern
 */
export function readPattern(subject: Subject, text: string): Read {
  const prefix = prefixOf(subject);
  if (prefix === undefined) throw invalidField('body.scope', 'this link keeps nothing by a pattern');
  const own = readKeepPattern(text);
  if (own.kind === 'invalid') return { kind: 'refused', problem: own.problem };
  const whole = readKeepPattern(prefix + own.value);
  return whole.kind === 'invalid' ? { kind: 'refused', problem: whole.problem } : whole;
}
