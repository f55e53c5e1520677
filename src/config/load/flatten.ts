/** Built-in values ← `defaults` ← entry: one complete work configuration per namespace. */
import { z } from 'zod';
import { defined } from '../../core/common/defined.ts';
import type { Duration } from '../../core/common/duration.ts';
import { lowerStage, type Stage } from '../../core/policy/stage.ts';
import {
  ACTIONS,
  type Account,
  type Matcher,
  type NoticeSettings,
  type OwnerSettings,
  type PaceSettings,
  ruleNamesOf,
  type When,
  type WorkConfiguration,
} from '../../core/policy/workConfiguration.ts';
import type { ExpirySettings } from '../../core/resource/expiry.ts';
import type { GivenEntry } from '../../handlers/contract/entry.ts';
import type { Handler } from '../../handlers/contract/handler.ts';
import type { Provider } from '../../handlers/contract/provider.ts';
import { providerOf } from '../../handlers/index.ts';
import { type AccountSettings, accountOf } from '../schema/accountSections.ts';
import { evidenceSettings, handlerPart } from '../schema/cleanup.ts';
import { pastUseOf } from '../schema/minimumUnusedFor.ts';
import type { ProcessSettings } from '../schema/schema.ts';
import { BUILT_IN, noticeSettings, type Settings, settingsShape } from '../schema/settings.ts';
import type { Environment } from '../yaml/substitute.ts';
import { afterOf } from './after.ts';
import type { NamespaceTarget } from './expandNamespaces.ts';
import { sha256 } from './hashOf.ts';
import { acceptIncompleteOf, type GivenAcceptIncomplete, refuseUnaccepted } from './incomplete.ts';
import { neverDeletesBecause, notLiveReasons } from './live.ts';
import { mergeSettings } from './merge.ts';
import { cachedHashedPart, cachedPart } from './partCache.ts';
import type { PricesOf } from './prices.ts';
import { matcherInUnits, whenInUnits } from './units.ts';
import { unprovenIn, unprovenOf } from './unproven.ts';
import { type WindowSettings, windowOf } from './windows.ts';

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
  readonly acceptIncomplete?: GivenAcceptIncomplete | undefined;
  readonly actions?: readonly (typeof ACTIONS)[number][] | undefined;
  readonly when: readonly unknown[];
  readonly only?: readonly object[] | undefined;
  readonly unusedFor?: unknown;
  readonly expiry?: ExpirySettings | undefined;
  readonly window?: WindowSettings;
}

/**
 * Parts that depend on neither account nor location are made once per entry, parts that depend on neither entry nor
 * location once per account: there may be tens of thousands of namespaces.
 * @throws z.ZodError when the handler's own schema or its `problemsOf` rejects the merged entry
 */
export function flatten(
  { namespace, entry, account, location, handler }: NamespaceTarget,
  file: ValidFile,
): WorkConfiguration {
  const given = file.cleanup[entry] as ParsedEntry;
  const accountSettings = file.accounts[account] as AccountSettings;
  const settings = cachedHashedPart(file, `entry ${entry}`, () => entryPart(entry, handler, file));
  const own = cachedHashedPart(file, `account ${account}`, () => accountOf(accountSettings));
  const all = cachedHashedPart(file, 'accounts', () => accountsOf(file));
  const { parameters, evidence, when, traffic } = settings.part;
  const asked = { parameters, rules: ruleNamesOf(when).flat(), ...defined({ traffic }) };
  const scope = { namespace, account: own.part, accounts: all.part, location, ...asked };
  const notLive = notLiveReasons({
    dryRun: file.settings.dryRun,
    live: given.live === true,
    account: own.part,
    handler,
    evidenceIn: unprovenIn(
      cachedPart(file, 'unproven', () => unprovenOf(all.part)),
      handler,
      scope,
      evidence,
    ),
    isSandbox: cachedPart(file, `sandbox ${handler.provider}`, () =>
      providerOf(file.providers, handler.provider).isSandbox(file.environment),
    ),
    unlisted: file.unlisted,
  });
  const never = neverDeletesBecause(own.part);
  const window = windowOf(given.window, accountSettings.window, file.settings.window);
  const here = {
    namespace,
    location,
    live: notLive.length === 0,
    ...(notLive.length > 0 ? { notLiveBecause: [...notLive, ...(never ? [never] : [])].join('; ') } : {}),
    ...(never ? { neverDeletesBecause: never } : {}),
    startStage: lowerStage(given.rollout ?? 'live', own.part.rollout ?? 'live'),
    ...(window ? { window } : {}),
  };
  const prices = file.prices(location);
  // The keys always have the same order, so the JSON is stable.
  const hash = sha256(JSON.stringify([here, settings.hash, own.hash, all.hash]));
  // For people; they decide nothing.
  const words = {
    ...(prices ? { prices } : {}),
    ...(handler.monthlyCost ? {} : { costsNothing: true as const }),
    ...(handler.freesBytes ? { freesBytes: true as const } : {}),
    ...(handler.called ? { called: handler.called } : {}),
    ...(handler.keepKey === undefined ? {} : { keepKey: handler.keepKey }),
    ...afterOf(handler, namespace),
  };
  const whole = { ...settings.part, ...here, account: own.part, accounts: all.part, ...words, hash };
  // The copy has a fifth of the size: V8 leaves room in an object that grows by several spreads.
  return { ...whole };
}

/** The settings of an entry, the same for all its namespaces. */
function entryPart(entry: number, handler: Handler, file: ValidFile) {
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
    hasAllowlist: given.only !== undefined,
    hasQuarantine: given.quarantine !== undefined && given.quarantine !== 'off',
    parameters,
  });
  refuseUnaccepted(handler, given);
  return {
    resourceType: handler.resourceType,
    actions: ACTIONS.filter((action) => given.actions?.includes(action) ?? true),
    everyMs: settings.every,
    minimumAgeMs: (isAgeGiven ? undefined : handler.minimumAgeOf?.(parameters)) ?? settings.minimumAge,
    ...pastUse,
    retention: settings.retention,
    unownedRetention: settings.unownedRetention ?? tripled(settings.retention),
    ...(given.quarantine === undefined || given.quarantine === 'off' ? {} : { quarantineMs: given.quarantine }),
    maxEvidenceAgeMs: settings.maxEvidenceAge,
    notice: noticeOf(settings.notice),
    owner: ownerOf(file.settings.owner),
    tripwires: settings.tripwires,
    pace: paceOf(settings.pace),
    when,
    ...expiryOf(file.settings.expiry, given.expiry),
    keep: settings.keep.map(inUnits),
    ...(given.only ? { only: given.only.map(inUnits) } : {}),
    evidence: evidenceOf(merged.evidence, given.acceptIncomplete),
    parameters,
  };
}

/** An entry replaces the general tags or formats, each as a whole. */
function expiryOf(general: ExpirySettings | undefined, own: ExpirySettings | undefined) {
  return general || own ? { expiry: { ...general, ...defined(own ?? {}) } } : {};
}

function ownerOf({ order, tags, domains, registry }: ProcessSettings['owner']): OwnerSettings {
  const limit = domains === undefined || domains === 'any' ? {} : { domains };
  return { order, tags, ...limit, ...(registry === undefined ? {} : { registry }) };
}

/** The accounts of all providers: evidence may be in accounts of other providers. */
function accountsOf({ accounts }: ValidFile): readonly Account[] {
  return accounts.flatMap((one) => (one === undefined ? [] : [accountOf(one)]));
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
