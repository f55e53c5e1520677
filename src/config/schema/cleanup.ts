/** The schema of one `cleanup` entry, built from its handler. */
import { z } from 'zod';
import { formatMs } from '../../core/common/duration.ts';
import { name, uniqueList } from '../../core/common/textSettings.ts';
import type { Rule } from '../../core/evaluation/rule.ts';
import { ACTIONS, STOP } from '../../core/policy/workConfiguration.ts';
import type { EvidenceSource, Handler } from '../../handlers/contract/handler.ts';
import type { QuarantineStep } from '../../handlers/contract/quarantining.ts';
import { rulesOf } from '../../handlers/contract/rules.ts';
import { namesOf, usersNotFound } from '../../handlers/contract/types.ts';
import { expirySection } from './expirySection.ts';
import { dateOrInstant, durationOr, rolloutSetting } from './scalars.ts';
import { windowSection } from './sections.ts';
import { givenSettingsShape, matcher } from './settings.ts';

function sortedRules(handler: Handler): readonly Rule[] {
  return [...rulesOf(handler).values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The schema of an entry as written; the handler's keys are beside the general ones. */
export function entrySchema(handler: Handler, _index: number, known: readonly Handler[]) {
  const { evidence, ...own } = shapeOf(handler.parameters, handler.resourceType);
  const { on, ...settings } = evidenceShape(handler.evidence);
  const users = usersNotFound(handler);
  return z.strictObject({
    type: z.literal(namesOf(handler, known)[0]).describe(handler.summary),
    ...entryShape(sortedRules(handler)),
    ...(handler.when ? { when: whenByDefault(sortedRules(handler), handler.when) } : {}),
    ...(users === undefined
      ? {}
      : {
          acceptIncomplete: acceptance(
            `A live entry needs it: no source can list all users (${users}).`,
            'The reason; every verdict names it.',
          ),
        }),
    ...(handler.finalBecause === undefined
      ? {}
      : {
          acceptFinal: acceptance(
            `A live entry needs it: a deletion is final (${handler.finalBecause}).`,
            'The reason, for whoever reads the entry.',
          ),
        }),
    ...(handler.quarantine ? { quarantine: quarantineSetting(handler.quarantine) } : {}),
    evidence: z
      .strictObject({
        ...settings,
        ...(handler.evidence.some(({ optional }) => optional) ? { on } : {}),
        ...(evidence ? shapeOf(evidence, `${handler.resourceType}.evidence`) : {}),
      })
      .optional()
      .describe('The evidence to read for users.'),
    ...own,
  });
}

function whenByDefault(rules: readonly Rule[], when: NonNullable<Handler['when']>) {
  const names = when.map(({ rule }) => `\`${rule}\``).join(', ');
  return whenSchema(rules)
    .prefault(when as unknown as z.input<ReturnType<typeof whenSchema>>)
    .describe(`Rules that select a resource: entries are ORed, the rules of an \`all\` ANDed; ${names} unless given.`);
}

function acceptance(why: string, reason: string) {
  return z
    .strictObject({
      until: dateOrInstant.describe('The end; from then on the entry is a plan only.'),
      reason: name('a reason').describe(reason),
    })
    .optional()
    .describe(why);
}

/** Of one that saves what the deletion would lose `off` is refused when the entry is read. */
function quarantineSetting({ summary, alwaysForMs: always }: QuarantineStep) {
  const unlessGiven =
    always === undefined ? '`off` unless given' : `\`${formatMs(always)}\` unless given, never \`off\``;
  const says = `How long it stays in quarantine before Holystone checks it again and deletes it; ${unlessGiven}.`;
  return durationOr('off').optional().describe(`${says} ${summary}`);
}

/** The general part of an entry with an unknown type, so that its other problems are still found. */
export function unknownTypeSchema(handlers: readonly Handler[]) {
  const rules = new Map(handlers.flatMap(sortedRules).map((rule) => [rule.name, rule]));
  return z.looseObject(entryShape([...rules.values()]));
}

/** The handler's part of a merged entry, as input for its own schema. */
export function handlerPart(handler: Handler, entry: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const shape = shapeOf(handler.parameters, handler.resourceType);
  const part = pick(
    entry,
    Object.keys(shape).filter((key) => key !== 'evidence'),
  );
  if (!shape.evidence || entry.evidence === undefined) return part;
  const keys = Object.keys(shapeOf(shape.evidence, 'evidence'));
  return { ...part, evidence: pick(entry.evidence as Record<string, unknown>, keys) };
}

/** The general keys of `evidence`, with their defaults. */
export const evidenceSettings = z.object(evidenceShape([]));

function entryShape(rules: readonly Rule[]) {
  return {
    accounts: uniqueList(name('the name of an account'), 'names of accounts')
      .optional()
      .describe('Accounts by name; all accounts of the provider unless named.'),
    locations: uniqueList(name('a location, or a pattern of them such as "shop/web/**"'), 'locations')
      .optional()
      .describe("Locations, or patterns over those of the account; all of the account's unless named."),
    match: matcher
      .optional()
      .describe(
        'The resources that this entry judges; all unless given. Several entries for one place are tried in the order of the file, and the first that matches judges a resource. If it is not known whether one matches, or none does, nothing judges the resource, and it stays.',
      ),
    live: z
      .boolean()
      .optional()
      .describe('The second safety switch: Holystone deletes only with `live: true` here and `dryRun: false` above.'),
    rollout: rolloutSetting
      .optional()
      .describe(
        'The first stage in an account, once both safety switches are off: `plan` surveys only, `notify` marks and notifies, ' +
          '`canary` deletes 5 and then pauses for a day, `live` has no such limit. `holystone stage` changes it later. ' +
          '`live` unless given.',
      ),
    actions: uniqueList(z.enum([...ACTIONS, STOP]), 'actions')
      .optional()
      .describe(
        'The actions: `mark`, `notify` and `delete` unless given. With `stop` in place of `delete`, what the entry finds is only stopped, and whoever needs it starts it again; the type has to be one that can be stopped.',
      ),
    when: whenSchema(rules).describe(
      'Rules that select a resource: entries are ORed, the rules of an `all` ANDed. Required.',
    ),
    only: z
      .array(matcher, { error: 'a list of entries: only matching resources may be deleted' })
      .optional()
      .describe('Allowlist: only resources that match an entry may be deleted; an empty list keeps everything.'),
    window: z
      .union([z.literal('off'), windowSection])
      .optional()
      .describe('Its own window, in place of that of the account or the general one; `off` = any time.'),
    expiry: expirySection.optional().describe('Its own expiry tags, key by key over the general ones.'),
    ...givenSettingsShape,
  };
}

function evidenceShape(sources: readonly EvidenceSource[]) {
  const kind = oneOf(sources.filter(({ isOnlyProof }) => !isOnlyProof));
  const accounts = uniqueList(name('the name of an account'), 'names of accounts');
  return {
    off: z
      .array(
        z.union([
          kind,
          z.strictObject({
            kind: kind.describe('The kind of evidence.'),
            accounts: accounts
              .optional()
              .describe('The accounts without it; absent: all accounts. The short form is the kind alone.'),
          }),
        ]),
      )
      .optional()
      .describe('Kinds of evidence to leave out, everywhere or in some accounts; every verdict names them.'),
    on: z
      .array(oneOf(sources.filter(({ optional }) => optional)))
      .optional()
      .describe('Optional kinds to read in addition; they only add users.'),
    acceptUnread: z
      .array(
        z.strictObject({
          kind: kind.describe('The kind of evidence.'),
          accounts: accounts.describe('The accounts where it may stay unread.'),
          until: dateOrInstant.describe('The end; from then on it is required again.'),
          reason: name('a reason').describe('The reason; every verdict names it.'),
        }),
      )
      .optional()
      .describe('Kinds of evidence that may stay unread in these accounts until a date.'),
  };
}

/** The name of one of these sources, of a group of them, or an earlier one; any text if the list is empty. */
function oneOf(sources: readonly EvidenceSource[]) {
  const names = [...new Set(sources.flatMap(({ name, group = [], earlier = [] }) => [name, group, earlier].flat()))];
  return names.length > 0 ? z.enum(names as [string, ...string[]]) : z.string();
}

function whenSchema(rules: readonly Rule[]) {
  const [first, ...others] = rules.map(ruleSchema);
  if (!first) throw new Error('there are no rules');
  const error = ruleWords(rules.map((rule) => rule.name));
  const use = z.discriminatedUnion('rule', [first, ...others], { error });
  const all = z.strictObject(
    { all: z.array(use, { error: 'a list of rules' }).min(1).describe('Rules that must all match.') },
    { error },
  );
  return z
    .array(z.union([use, all]), { error: 'a list of rules, such as [{ rule: unused }]' })
    .min(1, { error: 'at least one rule, such as { rule: unused }' });
}

/** For a text in place of a rule, such as `when: [unused]`: the rule that the text names, as it is written. */
function ruleWords(names: readonly string[]): z.core.$ZodErrorMap {
  return ({ code, input }) => {
    if (code !== 'invalid_type') return undefined;
    const named = names.find((one) => typeof input === 'string' && one.toLowerCase() === input.trim().toLowerCase());
    return `a rule, written as { rule: ${named ?? 'unused'} }`;
  };
}

function ruleSchema(rule: Rule) {
  if (!(rule.parameters instanceof z.ZodObject))
    throw new Error(`parameters of the rule ${rule.name} are not a mapping`);
  const named = { rule: z.literal(rule.name).describe(rule.summary) };
  return rule.parameters.safeExtend(named).strict() as z.ZodObject<typeof named, z.core.$strict>;
}

type Shape = Record<string, z.ZodType | undefined>;

/** The keys of a handler's schema, without its wrappers for defaults and optionals. */
function shapeOf(schema: z.ZodType, what: string): Shape {
  let inner: unknown = schema;
  while (!(inner instanceof z.ZodObject)) {
    const def = (inner as { def?: { innerType?: unknown; in?: unknown } } | undefined)?.def;
    inner = def?.innerType ?? def?.in;
    if (inner === undefined) throw new Error(`parameters of ${what} are not a mapping`);
  }
  return inner.shape as Shape;
}

function pick(from: Readonly<Record<string, unknown>>, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(keys.filter((key) => from[key] !== undefined).map((key) => [key, from[key]]));
}
