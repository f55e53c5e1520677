/** The answers of the API about namespaces, passes, the control of the fleet, its events and its configuration. */
import { z } from 'zod';
import { STAGES } from '../../../../core/policy/stage.ts';
import { AUDIT_EVENTS } from '../../../../core/resource/audit.ts';
import { UNIT_STATES } from '../../../../core/work/unitState.ts';
import { Action, BlockedSet, Count, Counts, Event, EventFields, Instant, Outcome, pageOf, Strings } from './common.ts';

const Stage = z.enum(STAGES);

const LastPass = z.strictObject({
  passId: z.string(),
  outcome: Outcome,
  startedAt: Instant,
  endedAt: Instant,
  nextDueAt: Instant,
  counts: Counts,
  problem: z.string().optional(),
  blocked: BlockedSet.optional(),
  failures: Count.describe('Failed passes in a row.'),
  notFound: z
    .array(z.strictObject({ what: z.string(), mayBeElsewhere: z.boolean() }))
    .optional()
    .describe(
      'Names of the entry that the last survey did not find; with `mayBeElsewhere` another place of the entry may have them.',
    ),
});

export const Namespaces = pageOf(
  z.strictObject({
    namespace: z.string(),
    provider: z.string(),
    account: z.string(),
    location: z.string(),
    resourceType: z.string(),
    state: z.enum(UNIT_STATES),
    live: z.boolean(),
    notLiveBecause: z.string().optional(),
    startStage: Stage,
    neverDeletesBecause: z.string().optional(),
    actions: z.array(Action),
    drift: z.string().optional().describe('The instances whose programs or configurations differ.'),
    counts: z.strictObject({ marked: Count, due: Count }),
    passes: z.strictObject({ mark: LastPass.optional(), notify: LastPass.optional(), delete: LastPass.optional() }),
    missingEvidence: Strings.describe('Evidence of the type that this version does not read.'),
  }),
);

export const Passes = z.strictObject({
  namespace: z.string(),
  items: z.array(
    z.strictObject({
      passId: z.string(),
      action: Action,
      outcome: Outcome,
      stored: z.literal(true).optional(),
      startedAt: Instant,
      endedAt: Instant,
      counts: Counts,
      problem: z.string().optional(),
      blocked: BlockedSet.optional(),
      times: Count.describe('So many passes one after the other said the same.'),
      since: Instant.describe('The end of the first of them.'),
    }),
  ),
});

const BlockedSum = z.strictObject({
  parts: z.array(z.strictObject({ name: z.string(), count: Count })),
  others: Count,
});

export const Blocked = z.strictObject({
  namespace: z.string(),
  action: Action,
  passId: z.string(),
  endedAt: Instant,
  problem: z.string().optional(),
  tripwires: Counts,
  size: Count,
  sums: z
    .strictObject({ owner: BlockedSum, age: BlockedSum, cost: BlockedSum, family: BlockedSum })
    .optional()
    .describe('Of all changes: the largest parts, and how many smaller ones there are. No name = no owner.'),
  held: z
    .literal(true)
    .optional()
    .describe('The pass went through and holds these until somebody approves or keeps them.'),
  families: z
    .array(z.strictObject({ name: z.string(), size: Count }))
    .optional()
    .describe('The largest families of names, where an approval may name some of them.'),
  changes: z
    .array(
      z.strictObject({
        change: z.enum(['mark', 'unmark', 'delete']),
        id: z.string(),
        name: z.string().optional(),
        owner: z.string().optional(),
        reason: z.string().optional(),
        deletionAt: Instant.optional(),
        createdAt: Instant.optional(),
        monthlyCost: z
          .strictObject({ amount: z.number(), upTo: z.literal(true).optional(), stays: z.literal(true).optional() })
          .optional(),
      }),
    )
    .optional(),
  difference: z
    .strictObject({ added: Strings, removed: Strings, comparedUpTo: z.string().optional() })
    .optional()
    .describe('The ids that came and went since the blocked pass before it.'),
  approved: z
    .strictObject({ actor: z.string(), at: Instant })
    .optional()
    .describe('Who approved it; absent: nobody, or a pass has used the approval.'),
});

export const Approval = z.strictObject({
  namespace: z.string(),
  action: Action,
  passId: z.string(),
  approved: z.literal(true),
  size: Count,
  held: Count.optional().describe('With families: so many new marks are held until somebody approves or keeps them.'),
});

export const Recalculation = z.strictObject({ namespace: z.string(), considered: Count, moved: Count });

const Unproven = z
  .string()
  .optional()
  .describe('What happened to the control of the fleet, and what to do; only while its checksum is missing or wrong.');
const StoppedBy = z.strictObject({ actor: z.string(), at: Instant, reason: z.string().optional() });
const Service = z.enum(['in', 'out']);

export const ServiceState = z.strictObject({
  version: z.string(),
  service: Service,
  killed: z.boolean(),
  capacity: z.number().optional(),
  unproven: Unproven,
  killedBy: StoppedBy.optional(),
  outBy: StoppedBy.optional(),
  namespaces: z.strictObject({ live: Count, dryRun: Count }),
  ready: z.boolean(),
  reasons: Strings,
  checks: z.array(z.strictObject({ name: z.string(), ok: z.boolean(), why: z.string().optional() })),
});

const Acknowledged = {
  acknowledged: z.boolean().describe('Every live instance obeys the change; if not, the status is 202.'),
  waitingFor: Strings.describe('The instances that do not obey yet.'),
};

export const Controlled = z.strictObject({
  service: Service,
  killed: z.boolean(),
  ...Acknowledged,
  before: z.strictObject({ service: Service, killed: z.boolean() }),
});

const LimitFields = {
  unproven: Unproven,
  capacity: z.number(),
  deletesPerDay: z.number().nullable(),
  providers: z.record(z.string(), z.number()),
  deleteBudget: z.string().nullable(),
  starveAfter: z.string(),
};
export const Limits = z.strictObject(LimitFields);
export const ChangedLimits = z.strictObject({ ...LimitFields, before: Limits });

const StageRow = z.strictObject({
  unit: z.string(),
  stage: Stage,
  startStage: Stage,
  isSet: z.boolean(),
  namespaces: Count,
  chosen: z.partialRecord(Stage, Count).optional().describe('Namespaces with a stage of their own, by stage.'),
  notLiveBecause: z.string().optional(),
  canary: z.strictObject({ used: Count, of: Count, deletesPausedUntil: Instant.optional() }).optional(),
});
export const Stages = z.strictObject({ items: z.array(StageRow), unproven: Unproven });
export const MovedStages = z.strictObject({ ...Acknowledged, items: z.array(StageRow) });

export const ControlHistory = z.strictObject({ items: z.array(Event) });

const FleetEvent = z.strictObject({ cursor: z.string(), ...EventFields });
export const Events = pageOf(FleetEvent);
/** The `data` of one server-sent event. */
export const LiveEvent = FleetEvent;

export const Activity = z.strictObject({
  bucket: z.enum(['1h', '1d']),
  items: z.array(z.strictObject({ at: Instant, counts: z.partialRecord(z.enum(AUDIT_EVENTS), Count) })),
});

const Queue = z.strictObject({ waiting: Count, active: Count, delayed: Count });

const Figures = {
  version: z.string().optional(),
  startedAt: Instant.optional(),
  lastBeatAt: Instant.optional().describe('When it published its figures last, at most some seconds ago.'),
  concurrency: Count.optional().describe('Work items that it runs at once.'),
  calls: z
    .array(z.strictObject({ service: z.string(), sent: Count, throttled: Count }))
    .optional()
    .describe('Since its start, the service with the most throttles first.'),
  moreServices: Count.optional().describe('Services that `calls` leaves out.'),
};

export const Instances = z.strictObject({
  items: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      program: z.string().optional().describe('SHA-256 over what it runs; absent: release 0.2 or earlier.'),
      configuration: z.string().describe('SHA-256 over its program, its namespaces and their settings.'),
      obeys: z.number().describe('The version of the control that it obeys.'),
      ...Figures,
    }),
  ),
  drift: z.array(z.strictObject({ namespace: z.string(), why: z.string() })),
  queue: Queue.optional().describe('Work items in the queue of the fleet; absent: no instance published it.'),
  work: z.strictObject({
    capacity: Count.describe('Work items at once in the fleet.'),
    isPaused: z.boolean(),
    providers: z.record(z.string(), Count).describe('Units at once, where an operator limited a provider.'),
  }),
});

export const Configuration = z.strictObject({
  file: z.string(),
  hash: z.string(),
  settings: z.unknown().describe('As the file has them, without secrets and values of variables.'),
});

export const NamespaceConfiguration = z.record(z.string(), z.unknown());

export const Reload = z.strictObject({
  kind: z.literal('replaced'),
  changed: Strings.describe('Namespaces.'),
  needsRestart: Strings.describe('Sections that changed too, and take effect after a restart.'),
});
