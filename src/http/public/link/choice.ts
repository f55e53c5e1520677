import { z } from 'zod';
import { DAY_MS } from '../../../core/common/duration.ts';
import { STATEMENTS } from '../../../core/mark/ownerResponse.ts';
import type { OptOut, OptOutTarget } from '../../../core/owner/optOut.ts';
import type { OptOutClaims } from '../../../core/owner/optOutToken.ts';
import { invalidField } from '../../app/problem.ts';

/** The buttons of the page, in their order. */
export const CHOICES = [
  { value: '7d', days: 7 },
  { value: '30d', days: 30 },
  { value: '90d', days: 90 },
  { value: 'forever', days: undefined },
] as const;

export const MAX_REASON_LENGTH = 500;

export const TokenParams = z.object({ token: z.string() });

/** A browser counts the end of a line as one character and sends two. */
const Reason = z
  .string()
  .transform((text) => text.replaceAll('\r\n', '\n').trim())
  .pipe(z.string().max(MAX_REASON_LENGTH, `at most ${MAX_REASON_LENGTH} characters`))
  .optional();

const Scope = z.enum(['id', 'group']).default('id');

/** What the page is about at first; whatever else comes along with an address is nothing to refuse it for. */
export const AskQuery = z.object({ scope: Scope.catch('id') });

/** What the form of a whole message sends. No choice has a default: a form sent by accident decides nothing. */
export const KeepAllForm = z.object({ keep: z.enum(CHOICES.map(({ value }) => value)), reason: Reason });
export type KeepAllForm = z.infer<typeof KeepAllForm>;

/** What the form of one resource sends. */
export const KeepForm = KeepAllForm.extend({ scope: Scope });
export type KeepForm = z.infer<typeof KeepForm>;

/** What the other buttons send; `sure` comes from the second page only. */
export const SayForm = z.object({
  statement: z.enum(STATEMENTS),
  sure: z.literal('yes').optional(),
  reason: Reason,
});
export type SayForm = z.infer<typeof SayForm>;

/** A form without fields has no body. */
export const UndoForm = z
  .object({ scope: Scope })
  .nullish()
  .transform((form) => form ?? { scope: 'id' as const });

/** @throws Problem when the link names no group */
export function targetOf(claims: OptOutClaims, scope: 'id' | 'group'): OptOutTarget {
  if (scope === 'id') return { kind: 'id', value: claims.id };
  if (claims.group === undefined)
    throw invalidField('body.scope', 'this link is about one resource, not about a group');
  return { kind: 'group', value: claims.group };
}

/** The decision, as it is stored. The actor is the address that the link was sent to. */
export function optOutFrom(form: KeepForm, claims: OptOutClaims, now: number): OptOut {
  return { target: targetOf(claims, form.scope), ...decisionOf(form, claims.owner, now) };
}

/** The same, of whatever it is about. */
export function decisionOf({ keep, reason }: KeepAllForm, actor: string, now: number): Omit<OptOut, 'target'> {
  const days = CHOICES.find(({ value }) => value === keep)?.days;
  const until = days === undefined ? 'forever' : now + days * DAY_MS;
  return { until, actor, at: now, ...(reason ? { reason } : {}) };
}
