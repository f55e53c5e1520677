/** What can be said for all entries under `defaults` and again in each entry of `cleanup`. */
import { z } from 'zod';
import { valuePattern } from '../core/pattern.ts';
import { address, count, duration, durationOr, durationUpTo, exactDuration, share } from './scalars.ts';

const MAX_EVIDENCE_AGE_MS = 15 * 60_000;

/** What is said when the file says nothing; merged like the file's own `defaults`, before them. */
export const BUILT_IN = {
  every: { mark: '6h', notify: '1d', delete: '15m' },
  minimumAge: '30d',
  unusedFor: '14d',
  retention: '10d',
  maxEvidenceAge: '5m',
  notice: { itemsPerMessage: 50, per: 'item', validFor: '14d', remindBefore: 'off', hastenNotBefore: '24h' },
  tripwires: {
    newMarks: 500,
    markedShare: '25%',
    unmarkedShare: '25%',
    dueShare: '10%',
    shrunkBy: '50%',
    sharesFrom: 40,
  },
  pace: { deletesPerPass: 100, deletesPerDay: 500, batch: 25, spread: 'none' },
  keep: [{ tag: { expiration_time: 'never' } }],
} as const;

const patterns = (words: string) =>
  z
    .record(z.string(), valuePattern, { error: words })
    .refine((entries) => Object.keys(entries).length > 0, { error: 'name at least one' });

export const matcher = z
  .strictObject({
    tag: patterns('tag keys with their values').optional().describe('Tag key → value; all must match.'),
    name: valuePattern.optional().describe('The name of the resource.'),
    id: valuePattern.optional().describe('The id of the resource.'),
    owner: valuePattern.optional().describe('The address of its owner.'),
    account: valuePattern.optional().describe('The name of its account in this file.'),
    attribute: patterns('attributes with their values')
      .optional()
      .describe('Attribute → value; `tag:Name` reads a tag, dots go deeper; all must match.'),
  })
  .refine((entry) => Object.values(entry).some((value) => value !== undefined), {
    error: 'an entry must name something: tag, name, id, owner, account, attribute',
  })
  .describe('All that one entry names must match.');

const every = z.strictObject({
  mark: exactDuration.describe('How often a namespace is surveyed.'),
  notify: exactDuration.describe('How often owners are told; at most one message per owner in that time.'),
  delete: exactDuration.describe('How often due marks are looked at.'),
});

export const noticeSettings = z.strictObject({
  fallback: address
    .optional()
    .describe('Who is told about what nobody owns. Without it such a resource is never deleted.'),
  itemsPerMessage: count(1, 1000).describe('More than these go into an attached CSV, which counts as shown.'),
  per: z.enum(['item', 'group']).describe('One row per resource, or per group (repository, cluster, …).'),
  validFor: exactDuration.describe('A notice older than its deletion date plus this counts for nothing.'),
  remindBefore: z
    .union([z.literal('off'), exactDuration])
    .describe('How long before a deletion its owner is reminded, once per notice, in the next message. Moves no date.'),
  hastenNotBefore: exactDuration.describe(
    '"Delete it early" deletes no sooner than this after the notice was accepted; `fallback` is told of it at once.',
  ),
});

const tripwires = z.strictObject({
  newMarks: count().describe('New marks in one pass.'),
  markedShare: share.describe('Share of the population newly marked in one pass.'),
  unmarkedShare: share.describe('Share of the marks dropped in one pass.'),
  dueShare: share.describe('Share of the population newly due without having been announced for then.'),
  shrunkBy: share.describe('By how much a listing or an evidence source may shrink between two surveys.'),
  sharesFrom: count().describe('Shares count only from so many resources up.'),
});

const pace = z.strictObject({
  deletesPerPass: count().describe('Deletions in one pass; the rest keeps its place.'),
  deletesPerDay: count().describe('Deletions per day and namespace.'),
  batch: count(1, 1000).describe('Resources that are read again and deleted together.'),
  spread: durationOr('none').describe(
    'Over how long the batches of one pass are spread; `none` = one after the other.',
  ),
});

const describeSettings = {
  every: 'How often each action runs.',
  minimumAge: 'Younger is never marked.',
  unusedFor:
    'Used more recently is never marked; of a pause between complete surveys only 6 hours count. Where nobody tells the last use (volumes, launch templates), our first sight counts as one, and only an entry itself may say less than the type has of its own (docs/handlers.md), never less than two `every.mark` while it is live. `off` looks at present use only.',
  retention: 'From the accepted notice to the deletion; business days (`10bd`) count the days of the window.',
  unownedRetention: 'Retention of what goes to `notice.fallback`; three times `retention` unless given.',
  maxEvidenceAge: 'How old a reading may be when the deleting request leaves; at most 15m.',
  notice: 'How owners are told; `off` = no message, retention runs from the mark.',
  tripwires: 'What stops a pass before its first write.',
  pace: 'What slows a pass; it never stops one.',
  keep: 'What is kept whatever the rules say; lists of `defaults` and of the entry add up.',
} as const;

/** After merging: everything is there. */
export const settingsShape = {
  every,
  minimumAge: exactDuration,
  unusedFor: durationOr('off'),
  retention: duration,
  unownedRetention: duration.optional(),
  maxEvidenceAge: durationUpTo(MAX_EVIDENCE_AGE_MS),
  notice: z.union([z.literal('off'), noticeSettings]),
  tripwires,
  pace,
  keep: z.array(matcher, { error: 'a list of what to keep' }),
};

/** As it is written in the file: every key may be left out. */
export const givenSettingsShape = {
  every: every.partial().optional().describe(describeSettings.every),
  minimumAge: exactDuration.optional().describe(describeSettings.minimumAge),
  unusedFor: durationOr('off').optional().describe(describeSettings.unusedFor),
  retention: duration.optional().describe(describeSettings.retention),
  unownedRetention: duration.optional().describe(describeSettings.unownedRetention),
  maxEvidenceAge: settingsShape.maxEvidenceAge.optional().describe(describeSettings.maxEvidenceAge),
  notice: z
    .union([z.literal('off'), noticeSettings.partial()])
    .optional()
    .describe(describeSettings.notice),
  tripwires: tripwires.partial().optional().describe(describeSettings.tripwires),
  pace: pace.partial().optional().describe(describeSettings.pace),
  keep: settingsShape.keep.optional().describe(describeSettings.keep),
};

export type Settings = z.output<z.ZodObject<typeof settingsShape>>;
