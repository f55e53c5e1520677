/** The settings of all entries under `defaults`, which each entry of `cleanup` can override. */

import { z } from 'zod';
import { defined } from '../../core/common/defined.ts';
import { DAY_MS } from '../../core/common/duration.ts';
import { condition, textCondition } from '../../core/evaluation/condition.ts';
import type { TrafficLimits } from '../../core/measured/trafficLimits.ts';
import { address } from '../../core/owner/addressSettings.ts';
import { KEPT_BY_DEFAULT } from '../../core/resource/expiry.ts';
import { count, duration, durationOr, durationUpTo, exactDuration, share } from './scalars.ts';

const MAX_EVIDENCE_AGE_MS = 15 * 60_000;

const patterns = (words: string) =>
  z
    .record(z.string(), condition, { error: words })
    .refine((entries) => Object.keys(entries).length > 0, { error: 'name at least one' })
    .meta({ minProperties: 1 });

export const matcher = z
  .strictObject({
    tag: patterns('tag keys with their values')
      .optional()
      .describe('Tag key → value; all must match. Case in keys does not matter.'),
    name: textCondition.optional().describe('The name of the resource.'),
    id: textCondition.optional().describe('The id of the resource.'),
    owner: textCondition.optional().describe('The address of its owner.'),
    account: textCondition.optional().describe('The name of its account in this file.'),
    attribute: patterns('attributes with their values')
      .optional()
      .describe(
        'Attribute → value; all must match. The names of each type are in docs/handlers.md; `tag:Name` reads a tag.',
      ),
  })
  .refine((entry) => Object.values(entry).some((value) => value !== undefined), {
    error: 'an entry must name something: tag, name, id, owner, account, attribute',
  })
  .meta({ minProperties: 1 })
  .describe('All keys of one entry must match.');

const every = z.strictObject({
  mark: exactDuration.describe('How often a namespace is surveyed.'),
  notify: exactDuration.describe('How often Holystone notifies owners; at most one message per owner in that time.'),
  delete: exactDuration.describe('How often Holystone checks due marks.'),
});

export const noticeSettings = z.strictObject({
  fallback: address
    .optional()
    .describe('The address to notify about resources without an owner. Without it Holystone never deletes them.'),
  itemsPerMessage: count(1, 1000).describe(
    'The largest number of resources in a message; the others go into an attached CSV, which counts as shown.',
  ),
  per: z.enum(['item', 'group']).describe('One row per resource, or per group (repository, cluster, …).'),
  validFor: exactDuration.describe('A notice expires this long after its deletion date.'),
  remindBefore: z
    .union([z.literal('off'), exactDuration])
    .describe(
      'How long before a deletion Holystone reminds the owner, once per notice, in the next message. It changes no date.',
    ),
  expediteNotBefore: exactDuration.describe(
    '"Delete it early" deletes at the earliest this long after the notice was accepted; Holystone notifies `fallback` at once.',
  ),
});

/** A request with its answer; how much of it counts where `below` is a number alone. */
const BYTES_OF_REQUEST = 10_000;

const LIMITS =
  'a number of requests a day, such as 100, or { requests: 100, bytes: 1000000 }, for running instances { percent: 5, bytes: 5000000 }';

const below = z
  .union(
    [
      count(),
      z
        .strictObject({
          requests: count().optional().describe('Requests, connections or flows on one day (UTC).'),
          percent: z
            .number()
            .positive()
            .max(100)
            .optional()
            .describe(
              'Of the processors of a running instance, at the busiest time of one day (UTC): the maximum, no average.',
            ),
          bytes: count().describe('Bytes on one day: WebSockets and streams carry many in few requests.'),
        })
        .refine(({ requests, percent }) => requests !== undefined || percent !== undefined, { error: LIMITS }),
    ],
    { error: LIMITS },
  )
  .transform((limit): TrafficLimits => {
    if (typeof limit === 'number') return { requests: limit, bytes: limit * BYTES_OF_REQUEST };
    const { bytes, ...others } = limit;
    return { ...defined(others), bytes };
  });

const unusedFor = z.union([
  durationOr('off'),
  // The transformation makes both keys required in the file too: half of it, with the other half from `defaults`, would
  // be read as something else.
  z
    .strictObject({
      days: count(1, 3650).describe('The days without use.'),
      below: below.describe(
        'What was measured on a day below all of these limits is no use. A number alone is requests, with 10,000 bytes for each.',
      ),
    })
    .transform(({ days, below: traffic }) => ({ unusedForMs: days * DAY_MS, traffic })),
]);

const tripwires = z.strictObject({
  newMarks: count().describe('New marks in one pass.'),
  markedShare: share.describe('Share of the population newly marked in one pass.'),
  unmarkedShare: share.describe('Share of the marks dropped in one pass.'),
  dueShare: share.describe('Share of the population newly due without a notice for that date.'),
  shrunkBy: share.describe('By how much a listing or an evidence source may shrink between two surveys.'),
  sharesFrom: count().describe('Shares apply only from this number of resources on.'),
});

const pace = z.strictObject({
  deletesPerPass: count().describe('Deletions in one pass; the rest waits for the next.'),
  deletesPerDay: count().describe('Deletions per day and namespace.'),
  batch: count(1, 1000).describe('Resources that Holystone checks again and deletes together.'),
  spread: durationOr('none').describe(
    'Over how long the batches of one pass are spread; `none` = one after the other.',
  ),
});

/** The complete definition of one setting. */
interface Setting<S extends z.ZodType, D> {
  /** The schema after merging: every key is present. In the file, every key is optional. */
  readonly schema: S;
  /** The built-in value, written as in the file; merged before the file's own `defaults`. */
  readonly builtIn: D;
  /** For the reference pages and for editors. */
  readonly text: string;
}

function setting<S extends z.ZodType, const D>(schema: S, builtIn: D, text: string): Setting<S, D> {
  return { schema, builtIn, text };
}

const SETTINGS = {
  every: setting(every, { mark: '6h', notify: '1d', delete: '15m' }, 'How often each action runs.'),
  minimumAge: setting(exactDuration, '30d', 'Holystone never marks younger resources.'),
  unusedFor: setting(
    unusedFor,
    '14d',
    'Holystone never marks resources used more recently; of a pause between complete surveys only 6 hours count. Where the provider does not report the last use (volumes, launch templates), the first time that Holystone sees the resource counts as a use, and only an entry itself may set less than the default of the type (docs/handlers.md), never less than two `every.mark` while it is live. `off` checks present use only, and reads no traffic. `{ days: 14, below: 100 }` is for load balancers: fewer than 100 requests a day, and less than a megabyte, are no use; without `below` one byte is. `{ days: 32, below: { percent: 5, bytes: 5000000 } }` is for running instances (`runningInstance`).',
  ),
  retention: setting(
    duration,
    '10d',
    'From the accepted notice to the deletion; business days (`10bd`) count the days of the window.',
  ),
  unownedRetention: setting(
    duration.optional(),
    undefined,
    'Retention of resources that go to `notice.fallback`; three times `retention` unless given.',
  ),
  maxEvidenceAge: setting(
    durationUpTo(MAX_EVIDENCE_AGE_MS),
    '5m',
    'The largest age of evidence when Holystone sends a delete request; at most 15m.',
  ),
  notice: setting(
    z.union([z.literal('off'), noticeSettings]),
    { itemsPerMessage: 50, per: 'item', validFor: '14d', remindBefore: 'off', expediteNotBefore: '24h' },
    'How Holystone notifies owners; `off` = no message, retention runs from the mark.',
  ),
  tripwires: setting(
    tripwires,
    { newMarks: 500, markedShare: '25%', unmarkedShare: '25%', dueShare: '10%', shrunkBy: '50%', sharesFrom: 40 },
    'Limits that stop a pass before its first write.',
  ),
  pace: setting(
    pace,
    { deletesPerPass: 100, deletesPerDay: 500, batch: 25, spread: 'none' },
    'Limits that slow a pass; they never stop one.',
  ),
  keep: setting(
    z.array(matcher, { error: 'a list of entries to keep' }),
    [KEPT_BY_DEFAULT],
    'Resources to keep whatever the rules select; lists of `defaults` and of the entry add up.',
  ),
} as const;

type Shape = { readonly [K in keyof typeof SETTINGS]: (typeof SETTINGS)[K]['schema'] };

/** The values of settings that are not in the file. */
export const BUILT_IN = column(({ builtIn }) => builtIn) as {
  readonly [K in keyof typeof SETTINGS]: (typeof SETTINGS)[K]['builtIn'];
};

/** After merging: every key is present. */
export const settingsShape = column(({ schema }) => schema) as Shape;

/** As written in the file: every key is optional. */
export const givenSettingsShape = column(({ schema, text }) => given(schema).optional().describe(text)) as {
  readonly [K in keyof Shape]: z.ZodOptional<Given<Shape[K]>>;
};

/** The settings of a namespace after merging: built-in values, the file's `defaults`, then its entry. */
export type Settings = z.output<z.ZodObject<typeof settingsShape>>;

function column<T>(read: (one: Setting<z.ZodType, unknown>) => T) {
  return Object.fromEntries(Object.entries(SETTINGS).map(([key, one]) => [key, read(one)]));
}

/** A setting whose keys are all optional. */
type Given<S> =
  S extends z.ZodObject<infer Keys, infer Config>
    ? z.ZodObject<{ [K in keyof Keys]: z.ZodOptional<Keys[K]> }, Config>
    : S extends z.ZodUnion<readonly [infer Word extends z.ZodLiteral, infer Section extends z.ZodType]>
      ? z.ZodUnion<readonly [Word, Given<Section>]>
      : S;

function given(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) return schema.partial();
  const isSection = schema instanceof z.ZodUnion && schema.options.some((option) => option instanceof z.ZodObject);
  return isSection ? z.union(schema.options.map((option) => given(option as z.ZodType))) : schema;
}
