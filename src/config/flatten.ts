/** Built-in values ← `defaults` ← entry: one complete work configuration per namespace. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Duration } from '../core/duration.ts';
import type { Window } from '../core/window.ts';
import {
  ACTIONS,
  type Account,
  type NoticeSettings,
  type PaceSettings,
  type When,
  type WorkConfiguration,
} from '../core/workConfiguration.ts';
import type { Handler, Scope } from '../handlers/handler.ts';
import { evidenceSettings, handlerPart } from './cleanup.ts';
import { notLiveReasons } from './live.ts';
import { mergeSettings } from './merge.ts';
import type { ProcessSettings } from './schema.ts';
import type { windowSection } from './sections.ts';
import { BUILT_IN, noticeSettings, type Settings, settingsShape } from './settings.ts';
import type { Target } from './spread.ts';
import type { Environment } from './substitute.ts';

type Plain = Readonly<Record<string, unknown>>;
type AccountSettings = ProcessSettings['accounts'][number];

/** A file without problems, in both forms: as it was written and as the schema read it. */
export interface ValidFile {
  readonly given: { readonly defaults?: Plain; readonly cleanup: readonly Plain[] };
  readonly settings: ProcessSettings;
  readonly cleanup: readonly ParsedEntry[];
  readonly environment: Environment;
}

/** The part of a parsed entry that all types have. */
export interface ParsedEntry {
  readonly live?: boolean | undefined;
  readonly actions?: readonly (typeof ACTIONS)[number][] | undefined;
  readonly when: readonly unknown[];
  readonly only?: readonly object[] | undefined;
  readonly window?: 'off' | z.output<typeof windowSection> | undefined;
}

/** @throws z.ZodError when the handler's own schema rejects what the entry says as a whole */
export function flatten({ namespace, entry, account, location, handler }: Target, file: ValidFile): WorkConfiguration {
  const given = file.cleanup[entry] as ParsedEntry;
  const accountSettings = file.settings.accounts[account] as AccountSettings;
  const merged = mergeSettings(BUILT_IN, file.given.defaults, file.given.cleanup[entry]);
  const settings = z.object(settingsShape).parse(merged);
  const ownAccount = accountOf(accountSettings);
  const accounts = file.settings.accounts.filter(({ provider }) => provider === handler.provider).map(accountOf);
  const evidence = evidenceOf(merged.evidence);
  const parameters = handler.parameters.parse(handlerPart(handler, merged));
  const scope = { namespace, account: ownAccount, accounts, location, parameters };
  const notLive = notLiveReasons({
    dryRun: file.settings.dryRun,
    live: given.live === true,
    account: ownAccount,
    handler,
    evidenceIn: evidenceIn(handler, scope, evidence),
    environment: file.environment,
  });
  const window = windowOf(given.window, accountSettings.window, file.settings.window);
  const unhashed = {
    namespace,
    account: ownAccount,
    accounts,
    location,
    resourceType: handler.resourceType,
    live: notLive.length === 0,
    ...(notLive.length > 0 ? { notLiveBecause: notLive.join('; ') } : {}),
    actions: ACTIONS.filter((action) => given.actions?.includes(action) ?? true),
    everyMs: settings.every,
    ...(window ? { window } : {}),
    minimumAgeMs: settings.minimumAge,
    ...(settings.unusedFor === 'off' ? {} : { unusedForMs: settings.unusedFor }),
    retention: settings.retention,
    unownedRetention: settings.unownedRetention ?? threefold(settings.retention),
    maxEvidenceAgeMs: settings.maxEvidenceAge,
    notice: noticeOf(settings.notice),
    owner: file.settings.owner,
    tripwires: settings.tripwires,
    pace: paceOf(settings.pace),
    when: given.when.map(whenOf),
    keep: settings.keep as WorkConfiguration['keep'],
    ...(given.only ? { only: given.only as NonNullable<WorkConfiguration['only']> } : {}),
    evidence,
    parameters,
  };
  return { ...unhashed, hash: hashOf(unhashed) };
}

/** SHA-256 of a JSON-able value, whatever the order of its keys; hex. */
export function hashOf(value: unknown): string {
  const sorted = (_key: string, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item;
  return createHash('sha256').update(JSON.stringify(value, sorted)).digest('hex');
}

function accountOf(settings: AccountSettings): Account {
  const { window: _window, ...rest } = settings;
  return Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) as unknown as Account;
}

type WindowSettings = 'off' | z.output<typeof windowSection> | undefined;
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

/** The nearest one that says anything; `off` ends the search. */
function windowOf(...candidates: readonly WindowSettings[]): Window | undefined {
  const said = candidates.find((candidate) => candidate !== undefined);
  if (said === undefined || said === 'off') return undefined;
  const days = said.days.map((day) => WEEKDAYS.indexOf(day) + 1).sort((a, b) => a - b);
  return { days, fromMinute: said.from, toMinute: said.to, timeZone: said.timeZone };
}

function threefold(duration: Duration): Duration {
  return 'ms' in duration ? { ms: duration.ms * 3 } : { businessDays: duration.businessDays * 3 };
}

function noticeOf(notice: Settings['notice']): NoticeSettings {
  const { validFor, itemsPerMessage, per, fallback } =
    notice === 'off' ? noticeSettings.parse(BUILT_IN.notice) : notice;
  const enabled = notice !== 'off';
  return { enabled, itemsPerMessage, per, validForMs: validFor, ...(fallback === undefined ? {} : { fallback }) };
}

function paceOf({ spread, ...pace }: Settings['pace']): PaceSettings {
  return spread === 'none' ? pace : { ...pace, spreadMs: spread };
}

function whenOf(item: unknown): When {
  const { all } = item as { all?: readonly unknown[] };
  return all ? { all: all.map(useOf) } : useOf(item);
}

function useOf(item: unknown) {
  const { rule, ...parameters } = item as { rule: string };
  return { rule, parameters };
}

/** The accounts that have to be read to know that something is unused. */
function evidenceIn(handler: Handler, scope: Scope, { off }: WorkConfiguration['evidence']): readonly Account[] {
  const sources = handler.evidence.filter(({ name }) => !off.includes(name));
  const names = new Set(sources.flatMap((source) => source.places(scope)).map(({ account }) => account));
  return scope.accounts.filter(({ name }) => names.has(name));
}

function evidenceOf(given: unknown): WorkConfiguration['evidence'] {
  const { off, acceptUnread = [] } = evidenceSettings.parse(given ?? {});
  return { off, acceptUnread: acceptUnread.map(({ until, ...accepted }) => ({ ...accepted, untilAt: until })) };
}
