/** Parts that several answers of the API share. Each object names all of its fields: an answer has no other ones. */
import { z } from 'zod';
import { OUTCOMES } from '../../../../core/policy/pass.ts';
import { ACTIONS } from '../../../../core/policy/workConfiguration.ts';
import { AUDIT_EVENTS } from '../../../../core/resource/audit.ts';

export const Count = z.int().min(0);
export const Instant = z.iso.datetime();
export const Strings = z.array(z.string());
/** By a name that the configuration or the cloud gives. */
export const Counts = z.record(z.string(), z.number());

export const Action = z.enum(ACTIONS);
export const Outcome = z.enum(OUTCOMES);

/**
 * One page of a list.
 * @param fields beside the items, the same on each page
 */
export function pageOf<T extends z.ZodType, F extends z.ZodRawShape = Record<never, never>>(item: T, fields?: F) {
  return z.strictObject({
    ...(fields as F),
    items: z.array(item),
    next: z.string().optional().describe('The `cursor` of the next page; absent on the last one.'),
  });
}

export const Cost = z.strictObject({
  amount: z.number().describe('A month, at list price.'),
  upTo: z.literal(true).optional(),
  stays: z.literal(true).optional().describe('The cost of parts that stay when the resource is deleted.'),
  currency: z.string().optional(),
});

/** The fields of a sum per month, at list price; `amount` is absent where no price is known. */
export const CostTotal = {
  amount: z.number().optional(),
  upTo: z.literal(true).optional(),
  staying: z.number().optional(),
  unpriced: Count.describe('Resources without a known price.'),
};

const Target = z.strictObject({ kind: z.enum(['id', 'group', 'pattern']), value: z.string() });

/** The fields of an opt-out, for answers that add their own; `reason` and `name` are absent when not known. */
export const OptOutFields = {
  target: Target,
  until: z.union([z.literal('forever'), Instant]),
  actor: z.string(),
  reason: z.string().optional(),
  at: Instant,
  name: z.string().optional(),
};
export const OptOut = z.strictObject(OptOutFields);

/** The fields of an event or of an audit entry; most depend on the kind of the event. */
export const EventFields = {
  at: Instant,
  count: Count.optional().describe('So many events one after the other said the same; absent = one.'),
  lastAt: Instant.optional(),
  namespace: z.string().describe('A namespace, or `fleet`.'),
  id: z.string().optional(),
  name: z.string().optional().describe("The resource's name, where it is another text than the id."),
  event: z.enum(AUDIT_EVENTS),
  actor: z.string(),
  reason: z.string().optional(),
  passId: z.string().optional(),
  generation: z.string().optional(),
  requestId: z.string().optional(),
  restorableUntil: Instant.optional(),
  evidence: z.string().optional(),
  before: z.string().optional(),
  after: z.string().optional(),
  unconfirmed: z.literal(true).optional(),
};
export const Event = z.strictObject(EventFields);

/** The changes for which a tripwire stopped a pass. */
export const BlockedSet = z.strictObject({
  digest: z.string(),
  size: Count,
  shrunk: z.strictObject({ listed: z.number().optional(), findings: Counts }).optional(),
  changes: z.string().optional(),
  dueUntil: z.number().optional().describe('ms since the epoch'),
});
