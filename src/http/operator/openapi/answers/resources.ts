/** The answers of the API about marks, resources, opt-outs and their owners. */
import { z } from 'zod';
import { STEP_RESULTS, STEPS, VERDICTS } from '../../../../core/evaluation/verdict.ts';
import { MARK_STATES } from '../../../../core/mark/mark.ts';
import { Cost, CostTotal, Count, Counts, Event, Instant, OptOut, OptOutFields, pageOf, Strings } from './common.ts';

const MarkOnRecord = z.strictObject({
  namespace: z.string(),
  id: z.string(),
  identity: z.string(),
  name: z.string(),
  group: z.string().optional(),
  state: z.enum(MARK_STATES),
  reasons: Strings,
  waitsFor: z
    .array(z.strictObject({ type: z.string(), id: z.string(), by: z.string() }))
    .optional()
    .describe('The users that are deleted first; absent or empty: none.'),
  owner: z.string().optional(),
  ownerVia: z.string(),
  unowned: z.boolean(),
  entry: z.string().optional(),
  disclaimedBy: Strings.optional(),
  createdAt: Instant.optional(),
  sizeBytes: z.number().optional(),
  monthlyCost: Cost.optional().describe('0 = no cost of its own; absent = unknown.'),
  markedAt: Instant,
  projectedDeletionAt: Instant,
  nextAttemptAt: Instant.optional(),
  attempts: Count,
  problem: z.string().optional(),
  generation: z.string(),
  notice: z
    .strictObject({
      messageId: z.string(),
      recipient: z.string(),
      acceptedAt: Instant,
      shownAt: Instant,
      validUntil: Instant,
    })
    .optional(),
  quarantine: z.strictObject({ at: Instant, until: Instant, made: z.string().optional() }).optional(),
  intent: z
    .strictObject({
      passId: z.string(),
      at: Instant,
      acceptedAt: z.number().optional().describe('ms since the epoch'),
      requestId: z.string().optional(),
      isOver: z.literal(true).optional().describe('No request of its permit leaves any more.'),
      to: z.literal('quarantine').optional(),
    })
    .optional(),
});

export const Marks = pageOf(MarkOnRecord, {
  total: Count.describe('Of all pages together.'),
  totalIsAtLeast: z
    .literal(true)
    .optional()
    .describe('There may be more: several filters, a part of a name, a group, or an index that is not complete yet.'),
});

export const Resource = z.strictObject({
  mark: MarkOnRecord.nullable(),
  optOut: OptOut.optional().describe('The opt-out that lasts longest.'),
  optOuts: z.array(OptOut),
  history: z.array(Event),
});

const Place = z.strictObject({ account: z.string(), location: z.string() });

const Finding = z.strictObject({
  alias: z.string(),
  says: z.enum(['used', 'leadsTo', 'lastUsed', 'quiet', 'gone', 'exists', 'unknown', 'sharedWith', 'supersedes']),
  by: z.string(),
  byId: z.string().optional(),
  byType: z.string().optional(),
  except: z
    .string()
    .optional()
    .describe('Resources with this alias say so of themselves, and the finding is none about them.'),
  to: Strings.optional(),
  at: z.number().optional().describe('ms since the epoch'),
  permission: z.string().optional(),
  source: z.string(),
  place: Place,
});

const Step = z.enum(STEPS);
const CheckedResource = { namespace: z.string(), id: z.string() };

export const Check = z.union([
  z
    .strictObject({
      ...CheckedResource,
      verdict: z.literal('unknown'),
      reasons: Strings,
      trace: z.array(z.never()),
      usedBy: z.array(z.never()),
    })
    .describe('The resource could not be read.'),
  z.strictObject({
    ...CheckedResource,
    name: z.string(),
    createdAt: Instant.optional(),
    owner: z.strictObject({
      owner: z.string().optional(),
      via: z.string(),
      unowned: z.boolean(),
      invalid: Strings,
      refused: Strings.optional(),
      unsure: z.string().optional(),
    }),
    monthlyCost: Cost.omit({ currency: true }).optional(),
    verdict: z.enum(VERDICTS),
    decidedBy: Step,
    entry: z.string().optional().describe('The entry of `cleanup` that judged it, by its `match`.'),
    reasons: Strings,
    usedBy: z.array(Finding),
    waitsFor: z
      .array(
        z.strictObject({
          type: z.string(),
          id: z.string(),
          by: z.string(),
          findings: Counts,
          dueAt: z.number().optional().describe('ms since the epoch'),
          why: z.string().optional(),
          isDeleted: z.literal(true).optional(),
        }),
      )
      .optional(),
    nominatedBecause: Strings.optional(),
    nominatedBy: z
      .array(z.strictObject({ code: z.string(), values: z.record(z.string(), z.unknown()) }))
      .optional()
      .describe('The reasons of the rules as values'),
    lastUse: z.strictObject({ at: z.number().describe('ms since the epoch'), by: z.string().optional() }).optional(),
    trace: z.array(z.strictObject({ step: Step, says: z.enum(STEP_RESULTS), reasons: Strings })),
    unread: z.array(
      z.strictObject({ why: z.string(), cause: z.string(), place: Place, permission: z.string().optional() }),
    ),
    waivedEvidence: Strings,
  }),
]);

const inForce = z.boolean();
export const OptOuts = pageOf(z.strictObject({ ...OptOutFields, inForce }));
export const OptOutsOfAll = pageOf(z.strictObject({ namespace: z.string(), ...OptOutFields, inForce }));

export const Matching = z.strictObject({
  namespace: z.string(),
  pattern: z.string(),
  matching: Count.describe(
    'The marks that the pattern keeps; resources without a mark, and future ones, are kept too.',
  ),
  ids: Strings.describe('The first of their ids.'),
  names: Strings.describe('The name of each of `ids`, in the same order; an empty text: it has none beside its id.'),
  marks: Count.describe('Of so many marks.'),
  isPartial: z.boolean().describe('There are more marks than Holystone looked at.'),
});

export const Kept = z.strictObject({
  namespace: z.string(),
  optOut: OptOut,
  removed: MarkOnRecord.optional().describe('The mark that the opt-out removed; absent: there was none.'),
  deletionBegun: z.boolean(),
  outlastedBy: OptOut.optional().describe("Another person's opt-out that lasts longer."),
});

export const TakenBack = z.strictObject({
  namespace: z.string(),
  id: z.string(),
  undone: z.literal(true),
  takenBack: z.array(OptOut),
});

/** The items of a bulk request in its order: each done, or refused with the status that a single request would get. */
function each<F extends z.ZodRawShape>(done: F) {
  const item = { namespace: z.string(), id: z.string() };
  const refused = z.strictObject({ ...item, status: z.int().min(400).max(599), code: z.string(), detail: z.string() });
  return z.strictObject({
    items: z.array(z.union([z.strictObject({ ...item, status: z.literal(200), ...done }), refused])),
  });
}

export const KeptEach = each({
  optOut: OptOut,
  unmarked: z.boolean().describe('The opt-out removed a mark.'),
  deletionBegun: z.boolean(),
  outlastedBy: OptOut.optional().describe("Another person's opt-out that lasts longer."),
});
export const TakenBackEach = each({ takenBack: z.array(OptOut) });
export const RecalculatedEach = each({
  moved: z.boolean().describe('false: the notice that its owner got does not end earlier.'),
});

export const History = z.strictObject({ namespace: z.string(), id: z.string(), items: z.array(Event) });

const More = z.strictObject({
  namespaces: Count.optional(),
  accounts: Count.optional(),
  owners: Count.optional(),
});

const currency = z.string().optional().describe('Only where prices are in several currencies; absent: no prices.');
export const Savings = z.strictObject({
  since: Instant.optional().describe('When the first deletion was counted; earlier ones are not here.'),
  items: z.array(
    z.strictObject({
      month: z.string(),
      team: z.string().describe('What `owner.team` found, else the address of the owner; empty: nobody.'),
      type: z.string(),
      currency: z.string().optional(),
      saved: z.number().optional(),
      unpriced: Count.optional().describe('Resources without a figure; then there is no amount.'),
    }),
  ),
});

export const Costs = z.strictObject({
  prices: z
    .strictObject({ currency: z.string(), date: z.iso.date(), old: z.literal(true).optional() })
    .optional()
    .describe('The oldest price list; absent: the price table has none of the locations.'),
  total: z.strictObject(CostTotal).describe('Without amounts where prices are in several currencies.'),
  totals: z
    .array(z.strictObject({ currency, ...CostTotal }))
    .optional()
    .describe('One for each currency; only where prices are in several.'),
  namespaces: z.array(z.strictObject({ namespace: z.string(), currency, ...CostTotal })),
  accounts: z.array(z.strictObject({ account: z.string(), currency, ...CostTotal })),
  owners: z.array(z.strictObject({ owner: z.string().nullable(), currency, ...CostTotal })),
  months: z
    .array(z.strictObject({ month: z.string(), currency: z.string(), saved: z.number(), waiting: z.number() }))
    .describe(
      'The last 24 months (UTC), oldest first: the monthly cost of the deleted resources, and of the marks at the end.',
    ),
  more: More.optional().describe('How many lower ones each list leaves out.'),
});
