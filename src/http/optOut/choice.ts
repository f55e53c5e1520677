import { z } from 'zod';
import { DAY_MS } from '../../core/duration.ts';
import type { OptOut, OptOutTarget } from '../../core/optOut.ts';
import type { OptOutClaims } from '../../core/optOutToken.ts';
import { invalidField } from '../problem.ts';

/** The buttons of the page, in their order. */
export const CHOICES = [
  { value: '7d', label: 'Keep for 7 days', days: 7 },
  { value: '30d', label: 'Keep for 30 days', days: 30 },
  { value: '90d', label: 'Keep for 90 days', days: 90 },
  { value: 'forever', label: 'Keep for ever', days: undefined },
] as const;

export const MAX_REASON_LENGTH = 500;

const Scope = z.enum(['id', 'group']).default('id');

/** What the form of the page sends. No choice has a default: a form sent by accident decides nothing. */
export const KeepForm = z.object({
  keep: z.enum(CHOICES.map(({ value }) => value)),
  scope: Scope,
  reason: z.string().trim().max(MAX_REASON_LENGTH).optional(),
});
export type KeepForm = z.infer<typeof KeepForm>;

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
  const days = CHOICES.find(({ value }) => value === form.keep)?.days;
  return {
    target: targetOf(claims, form.scope),
    until: days === undefined ? 'forever' : now + days * DAY_MS,
    actor: claims.owner,
    at: now,
    ...(form.reason ? { reason: form.reason } : {}),
  };
}
