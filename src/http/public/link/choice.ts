import { z } from 'zod';
import { DAY_MS } from '../../../core/common/duration.ts';
import { STATEMENTS } from '../../../core/mark/ownerResponse.ts';
import { readKeepUntil } from '../../../core/owner/keepUntil.ts';
import { lasts, type OptOut, type OptOutTarget } from '../../../core/owner/optOut.ts';
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

/** Why, in a person's own words. A browser counts a line end as one character and sends two. */
export const Reason = z
  .string()
  .transform((text) => text.replaceAll('\r\n', '\n').trim())
  .pipe(z.string().max(MAX_REASON_LENGTH, `at most ${MAX_REASON_LENGTH} characters`))
  .optional();

const Scope = z.enum(['id', 'group']).default('id');
const KeptScope = z.enum(['id', 'group', 'pattern']).default('id');
const Pattern = z.string().max(1000);

/** The first subject of the page; an unknown value in an address is no reason to refuse it. */
export const AskQuery = z.object({ scope: Scope.catch('id') });

/** The form of a whole message. No choice has a default: a form sent by accident decides nothing. */
export const KeepAllForm = z.object({ keep: z.enum(CHOICES.map(({ value }) => value)), reason: Reason });
/** The form after parsing; an absent reason means that the person gave none. */
export type KeepAllForm = z.infer<typeof KeepAllForm>;

/** A last day, which the field of a browser writes like this; empty: the duration beside it counts. */
export const LastDay = z
  .string()
  .max(10)
  .optional()
  .transform((day) => (day === '' ? undefined : day));

/** The form of one resource. `day`: the button for the last day alone; with another button the later of both counts. */
export const KeepForm = KeepAllForm.extend({
  keep: z.enum([...CHOICES.map(({ value }) => value), 'day']),
  until: LastDay,
  scope: KeptScope,
  /** Only with the scope `pattern`; browsers send the empty field with each scope. */
  pattern: Pattern.default(''),
  /** Only the second page, which shows the marks that the pattern keeps, sends it. */
  sure: z.literal('yes').optional(),
});
/** The form after parsing: `pattern` is empty but for the scope `pattern`. */
export type KeepForm = z.infer<typeof KeepForm>;

/** The form of the other buttons; only the second page sends `sure`. */
export const SayForm = z.object({
  statement: z.enum(STATEMENTS),
  sure: z.literal('yes').optional(),
  reason: Reason,
});
/** The form after parsing: `deleteEarly` without `sure` only opens the second page. */
export type SayForm = z.infer<typeof SayForm>;

/** A form without fields has no body. */
export const UndoForm = z
  .object({ scope: KeptScope, pattern: Pattern.default('') })
  .nullish()
  .transform((form) => form ?? { scope: 'id' as const, pattern: '' });

/** @throws Problem when the link names no group */
export function targetOf(claims: OptOutClaims, scope: 'id' | 'group'): OptOutTarget {
  if (scope === 'id') return { kind: 'id', value: claims.id };
  if (claims.group === undefined)
    throw invalidField('body.scope', 'this link is about one resource, not about a group');
  return { kind: 'group', value: claims.group };
}

/** The decision without its target; the actor is the recipient of the link. `undefined` = its last day is none, or over. */
export function chosenIn(
  { keep, until, reason }: KeepForm,
  claims: OptOutClaims,
  now: number,
): Omit<OptOut, 'target'> | undefined {
  const given = keep === 'day' ? undefined : decisionOf({ keep, reason }, claims.owner, now);
  if (until === undefined) return given;
  const day = untilDay(decisionOf({ keep: 'forever', reason }, claims.owner, now), until);
  return day && given && lasts(given.until, day.until) ? given : day;
}

/** The decision without its target. */
export function decisionOf({ keep, reason }: KeepAllForm, actor: string, now: number): Omit<OptOut, 'target'> {
  const days = CHOICES.find(({ value }) => value === keep)?.days;
  const until = days === undefined ? 'forever' : now + days * DAY_MS;
  return { until, actor, at: now, ...(reason ? { reason } : {}) };
}

/** The same until the end of a day, UTC, as in the tag; `undefined` = it is no day, or over. */
export function untilDay(decision: Omit<OptOut, 'target'>, day: string): Omit<OptOut, 'target'> | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined;
  const read = readKeepUntil(day, decision.at, undefined);
  return 'until' in read ? { ...decision, until: read.until } : undefined;
}
