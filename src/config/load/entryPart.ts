/** The settings of one entry: built-in values ← `defaults` ← entry. */
import { z } from 'zod';
import { defined } from '../../core/common/defined.ts';
import { type Duration, formatMs } from '../../core/common/duration.ts';
import { inUnit } from '../../core/evaluation/attributePattern.ts';
import type { Condition } from '../../core/policy/condition.ts';
import type { OwnerSettings } from '../../core/policy/ownerSettings.ts';
import type { Stage } from '../../core/policy/stage.ts';
import {
  ACTIONS,
  type Action,
  type Matcher,
  type NoticeSettings,
  type PaceSettings,
  ruleNamesOf,
  rulesIn,
  STOP,
  type When,
  type WorkConfiguration,
} from '../../core/policy/workConfiguration.ts';
import type { Attributes } from '../../core/resource/attribute.ts';
import type { ExpirySettings } from '../../core/resource/expiry.ts';
import type { GivenEntry } from '../../handlers/contract/entry.ts';
import type { Handler } from '../../handlers/contract/handler.ts';
import type { Provider } from '../../handlers/contract/provider.ts';
import type { AccountSettings } from '../schema/accountSections.ts';
import { evidenceSettings, handlerPart } from '../schema/cleanup.ts';
import { pastUseOf } from '../schema/minimumUnusedFor.ts';
import type { ProcessSettings } from '../schema/schema.ts';
import { BUILT_IN, noticeSettings, type Settings, settingsShape } from '../schema/settings.ts';
import type { Environment } from '../yaml/substitute.ts';
import { matchesEvery } from './covers.ts';
import { acceptFinalOf, acceptIncompleteOf, type GivenAcceptance, refuseUnaccepted } from './incomplete.ts';
import { mergeSettings } from './merge.ts';
import type { PricesOf } from './prices.ts';
import { stoppable } from './stopWord.ts';
import type { WindowSettings } from './windows.ts';

type Plain = Readonly<Record<string, unknown>>;

/** A file without problems, in both forms: as written and as parsed by the schema. */
export interface ValidFile {
  readonly given: { readonly defaults?: Plain; readonly cleanup: readonly Plain[] };
  readonly settings: Omit<ProcessSettings, 'accounts'>;
  /** By the index in the targets; listed accounts come after those of the file. */
  readonly accounts: readonly (AccountSettings | undefined)[];
  /** Why the accounts are not completely known; empty = they are. */
  readonly unlisted: readonly string[];
  readonly cleanup: readonly ParsedEntry[];
  readonly environment: Environment;
  readonly providers: readonly Provider[];
  readonly prices: PricesOf;
}

/** The common part of a parsed entry of any type. */
export interface ParsedEntry {
  readonly live?: boolean | undefined;
  readonly rollout?: Stage | undefined;
  readonly quarantine?: number | 'off' | undefined;
  readonly acceptIncomplete?: GivenAcceptance | undefined;
  readonly acceptFinal?: GivenAcceptance | undefined;
  readonly actions?: readonly (Action | typeof STOP)[] | undefined;
  readonly when: readonly unknown[];
  readonly only?: readonly object[] | undefined;
  readonly match?: object | undefined;
  readonly unusedFor?: unknown;
  readonly expiry?: ExpirySettings | undefined;
  readonly window?: WindowSettings;
}

/**
 * The same for all its namespaces.
 * @throws z.ZodError when the handler's own schema or its `problemsOf` rejects the merged entry
 */
export function entryPart(entry: number, handler: Handler, file: ValidFile) {
  const given = file.cleanup[entry] as ParsedEntry;
  const merged = mergeSettings(BUILT_IN, file.given.defaults, file.given.cleanup[entry]);
  const settings = z.object(settingsShape).parse(merged);
  const parameters = handler.parameters.parse(handlerPart(handler, merged));
  const { attributes = {} } = handler;
  const when = given.when.map((one) => whenInUnits(attributes, whenOf(one)));
  const inUnits = (matcher: unknown) => matcherInUnits(attributes, matcher as Matcher);
  const pastUse = pastUseOf(handler, given, settings);
  const isAgeGiven = [file.given.defaults, file.given.cleanup[entry]].some((part) => part?.minimumAge !== undefined);
  refuseUnfit(handler, {
    when: ruleNamesOf(when),
    hasAllowlist: given.only !== undefined && !given.only.some((one) => matchesEvery(one as Matcher)),
    hasQuarantine: quarantineOf(handler, given.quarantine, parameters).quarantineMs !== undefined,
    parameters,
  });
  refuseUnaccepted(handler, given);
  return {
    resourceType: handler.resourceType,
    actions: actionsOf(given, file.providers),
    everyMs: settings.every,
    minimumAgeMs: (isAgeGiven ? undefined : handler.minimumAgeOf?.(parameters)) ?? settings.minimumAge,
    ...pastUse,
    retention: settings.retention,
    unownedRetention: settings.unownedRetention ?? tripled(settings.retention),
    ...quarantineOf(handler, given.quarantine, parameters),
    maxEvidenceAgeMs: settings.maxEvidenceAge,
    notice: noticeOf(settings.notice),
    owner: ownerOf(file.settings.owner),
    tripwires: settings.tripwires,
    pace: paceOf(settings.pace),
    when,
    ...expiryOf(file.settings.expiry, given.expiry),
    keep: settings.keep.map(inUnits),
    ...(given.only ? { only: given.only.map(inUnits) } : {}),
    ...(given.match ? { match: inUnits(given.match) } : {}),
    evidence: evidenceOf(merged.evidence, given.acceptIncomplete),
    ...acceptFinalOf(given.acceptFinal),
    parameters,
  };
}

/** Where it can be, `stop` is the deletion of a type that stops by now. @throws z.ZodError where it is still there */
function actionsOf({ actions }: ParsedEntry, providers: ValidFile['providers']): readonly Action[] {
  if (actions?.includes(STOP)) {
    const message = actions.includes('delete')
      ? 'an entry either stops or deletes what it finds: leave out `stop` or `delete`'
      : `this type cannot be stopped, only deleted: write delete, or leave it out; these can be: ${stoppable(providers).join(', ')}`;
    throw new z.ZodError([{ code: 'custom', path: ['actions'], message, input: actions }]);
  }
  return ACTIONS.filter((action) => actions?.includes(action) ?? true);
}

/** @throws z.ZodError where an entry switches off what it never goes without, or asks for longer than it lasts, or for what it has not */
function quarantineOf(
  { quarantine: step }: Handler,
  given: number | 'off' | undefined,
  parameters: unknown,
): { quarantineMs?: number } {
  const { onlyWith } = step ?? {};
  const hasOne = onlyWith === undefined || (parameters as Record<string, unknown>)[onlyWith] !== undefined;
  if (typeof given === 'number' && !hasOne) {
    const message = `without \`${onlyWith}\` this type has no quarantine: add that, or leave this out`;
    throw new z.ZodError([{ code: 'custom', path: ['quarantine'], message, input: given }]);
  }
  const always = hasOne ? step?.alwaysForMs : undefined;
  if (given === 'off' && always !== undefined) {
    const message = `its quarantine saves what the deletion would lose: write a span of time, or leave it out for ${formatMs(always)}`;
    throw new z.ZodError([{ code: 'custom', path: ['quarantine'], message, input: given }]);
  }
  const quarantineMs = given === 'off' ? undefined : (given ?? always);
  const ends = step?.endsAfterMs;
  if (quarantineMs !== undefined && ends !== undefined && quarantineMs >= ends) {
    const message = `the provider ends its quarantine after ${formatMs(ends)} by itself, so it would never be deleted: write less than that`;
    throw new z.ZodError([{ code: 'custom', path: ['quarantine'], message, input: given }]);
  }
  return quarantineMs === undefined ? {} : { quarantineMs };
}

/** An entry replaces the general tags or formats, each as a whole. */
function expiryOf(general: ExpirySettings | undefined, own: ExpirySettings | undefined) {
  return general || own ? { expiry: { ...general, ...defined(own ?? {}) } } : {};
}

function ownerOf({ order, tags, domains, registry, map, nameDomain, team }: ProcessSettings['owner']): OwnerSettings {
  const limit = domains === undefined || domains === 'any' ? {} : { domains };
  return { order, tags, ...limit, ...defined({ registry, map, nameDomain, team }) };
}

function tripled(duration: Duration): Duration {
  return 'ms' in duration ? { ms: duration.ms * 3 } : { businessDays: duration.businessDays * 3 };
}

function noticeOf(notice: Settings['notice']): NoticeSettings {
  const { validFor, itemsPerMessage, per, fallback, remindBefore, expediteNotBefore } =
    notice === 'off' ? noticeSettings.parse(BUILT_IN.notice) : notice;
  const enabled = notice !== 'off';
  return {
    enabled,
    itemsPerMessage,
    per,
    validForMs: validFor,
    expediteNotBeforeMs: expediteNotBefore,
    ...(fallback === undefined ? {} : { fallback }),
    ...(remindBefore === 'off' ? {} : { remindBeforeMs: remindBefore }),
  };
}

function paceOf({ spread, ...pace }: Settings['pace']): PaceSettings {
  return spread === 'none' ? pace : { ...pace, spreadMs: spread };
}

/** @throws z.ZodError with the settings that the handler rejects */
function refuseUnfit(handler: Handler, entry: GivenEntry): void {
  const problems = (handler.problemsOf?.(entry) ?? []).map(({ path, message }) => ({
    code: 'custom' as const,
    path: [...path],
    message,
    input: entry.when,
  }));
  if (problems.length > 0) throw new z.ZodError(problems);
}

function whenOf(item: unknown): When {
  const { all } = item as { all?: readonly unknown[] };
  return all ? { all: all.map(useOf) } : useOf(item);
}

function useOf(item: unknown) {
  const { rule, ...parameters } = item as { rule: string };
  return { rule, parameters };
}

function evidenceOf(given: unknown, incomplete: ParsedEntry['acceptIncomplete']): WorkConfiguration['evidence'] {
  const { off = [], on = [], acceptUnread = [] } = evidenceSettings.parse(given ?? {});
  return {
    off: off.map((entry) => (typeof entry === 'string' ? { kind: entry } : entry)),
    on,
    acceptUnread: acceptUnread.map(({ until, ...accepted }) => ({ ...accepted, untilAt: until })),
    ...acceptIncompleteOf(incomplete),
  };
}

export type EntryPart = ReturnType<typeof entryPart>;

type Conditions = Readonly<Record<string, Condition>>;

/** As evaluations compare them. */
function matcherInUnits(attributes: Attributes, matcher: Matcher): Matcher {
  return matcher.attribute ? { ...matcher, attribute: inUnits(attributes, matcher.attribute) } : matcher;
}

/** The same for the rule `attribute`. */
function whenInUnits(attributes: Attributes, when: When): When {
  const uses = rulesIn(when).map((use) => {
    const { where } = (use.parameters ?? {}) as { readonly where?: Conditions };
    return use.rule === 'attribute' && where ? { ...use, parameters: { where: inUnits(attributes, where) } } : use;
  });
  return 'all' in when ? { all: uses } : (uses[0] ?? when);
}

function inUnits(attributes: Attributes, conditions: Conditions): Conditions {
  return Object.fromEntries(
    Object.entries(conditions).map(([path, condition]) => [path, inUnit(attributes, path, condition)]),
  );
}
