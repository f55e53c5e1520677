import { z } from 'zod';
import { defined } from '../../core/common/defined.ts';
import { DAY_MS, formatMs, HOUR_MS } from '../../core/common/duration.ts';
import { oncePerText } from '../../core/common/oncePer.ts';
import { isOff } from '../../core/policy/namedEvidence.ts';
import { lowerStage } from '../../core/policy/stage.ts';
import { type Closure, longestClosure, type Window } from '../../core/policy/window.ts';
import { type Account, ruleNamesOf, type WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import { type Namespace, namespaceOf, partsOf } from '../../core/resource/namespace.ts';
import type { EntryProblem } from '../../handlers/contract/entry.ts';
import type { Handler, Scope } from '../../handlers/contract/handler.ts';
import { providerOf } from '../../handlers/index.ts';
import { type AccountSettings, accountOf } from '../schema/accountSections.ts';
import { entryPart, type ParsedEntry, type ValidFile } from './entryPart.ts';
import { hashOf, sha256 } from './hashOf.ts';
import { neverDeletesBecause, notLiveReasons } from './live.ts';
import type { JudgedNamespace } from './namespaceTarget.ts';
import { together } from './together.ts';
import { windowOf } from './windows.ts';

/** Of a quarantine that the provider ends by itself. @returns what to write instead, unless it always ends in time */
function lateQuarantine(
  { quarantine }: Pick<Handler, 'quarantine'>,
  { quarantineMs, window }: { readonly quarantineMs?: number; readonly window?: Window | undefined },
): readonly EntryProblem[] {
  const ends = quarantine?.endsAfterMs;
  if (quarantineMs === undefined || ends === undefined || !window) return [];
  const laterMs = longestMoveMs(window);
  if (quarantineMs + laterMs < ends) return [];
  const left = Math.floor((ends - laterMs - 1) / DAY_MS) * DAY_MS;
  const todo =
    left > 0
      ? `write \`quarantine: ${formatMs(left)}\`, or a window that opens more often`
      : 'write a window that opens more often';
  const message = `its window may end it up to ${formatMs(laterMs)} later than ${formatMs(quarantineMs)}, and the provider ends it after ${formatMs(ends)} by itself, so it might never be deleted: ${todo}`;
  return [{ path: ['quarantine'], message }];
}

/** The longest time from an instant to the next one at which the window is open. */
function longestMoveMs({ days, closed = [], timeZone, fromMinute, toMinute }: Window): number {
  const openMinutes = toMinute > fromMinute ? toMinute - fromMinute : toMinute - fromMinute + 24 * 60;
  return (closureOf(JSON.stringify({ days, closed, timeZone })).days + 1) * DAY_MS - (openMinutes / 60) * HOUR_MS;
}

/** Thousands of namespaces share a window. */
const closureOf = oncePerText((opening): Closure => longestClosure(JSON.parse(opening)));

const parts = new WeakMap<object, Map<string, unknown>>();

/** A part of one file, made at its first use and cached. An error is not cached. */
function cachedPart<T>(file: object, name: string, make: () => T): T {
  const made = parts.get(file) ?? new Map<string, unknown>();
  parts.set(file, made);
  if (!made.has(name)) made.set(name, make());
  return made.get(name) as T;
}

/** The same for a part that is also in the hash of every namespace. */
function cachedHashedPart<T>(file: object, name: string, make: () => T): { readonly part: T; readonly hash: string } {
  return cachedPart(file, name, () => {
    const part = make();
    return { part, hash: hashOf(part) };
  });
}

/**
 * Parts that depend on neither account nor location are made once per entry, parts that depend on neither entry nor
 * location once per account: there may be tens of thousands of namespaces.
 * @throws z.ZodError when the handler's own schema, its `problemsOf` or its `problemsOfAccount` rejects the merged entry
 */
export function flatten(
  { namespace, entry, others, account, location, handler }: JudgedNamespace,
  file: ValidFile,
): WorkConfiguration {
  const given = file.cleanup[entry] as ParsedEntry;
  const accountSettings = file.accounts[account] as AccountSettings;
  const settings = cachedHashedPart(file, `entries ${[entry, ...others]}`, () =>
    together([entry, ...others], handler, file, (index) =>
      cachedPart(file, `entry ${index}`, () => entryPart(index, handler, file)),
    ),
  );
  const own = cachedHashedPart(file, `account ${account}`, () => accountOf(accountSettings));
  const all = cachedHashedPart(file, 'accounts', () => accountsOf(file));
  const { parameters, evidence, when, traffic } = settings.part;
  const question = { parameters, rules: ruleNamesOf(when).flat(), ...defined({ traffic }) };
  refuse(handler.problemsOfAccount?.(question.rules, own.part, parameters) ?? []);
  const scope = { namespace, account: own.part, accounts: all.part, location, ...question };
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
  refuse(lateQuarantine(handler, { ...defined({ quarantineMs: settings.part.quarantineMs }), window }));
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
    ...(handler.stops ? { stops: true as const } : {}),
    ...(handler.called ? { called: handler.called } : {}),
    ...(handler.keepKey === undefined ? {} : { keepKey: handler.keepKey }),
    ...afterOf(handler, namespace),
  };
  const whole = { ...settings.part, ...here, account: own.part, accounts: all.part, ...words, hash };
  // The copy has a fifth of the size: V8 leaves room in an object that grows by several spreads.
  return { ...whole };
}

function refuse(problems: readonly EntryProblem[]): void {
  const issues = problems.map(({ path, message }) => ({
    ...{ code: 'custom' as const, path: [...path], message, input: undefined },
  }));
  if (issues.length > 0) throw new z.ZodError(issues);
}

/** The accounts of all providers: evidence may be in accounts of other providers. */
function accountsOf({ accounts }: ValidFile): readonly Account[] {
  return accounts.flatMap((one) => (one === undefined ? [] : [accountOf(one)]));
}

/** The namespaces of the other types in the same place whose resources are deleted first. */
function afterOf(
  { after = [], resourceType: own }: Handler,
  namespace: Namespace,
): { readonly after?: readonly Namespace[] } {
  const others = after.filter((type) => type.toLowerCase() !== own.toLowerCase());
  if (others.length === 0) return {};
  return { after: others.map((resourceType) => namespaceOf({ ...partsOf(namespace), resourceType })) };
}

/** The accounts without an id: Holystone cannot verify them. */
function unprovenOf(accounts: readonly Account[]): readonly Account[] {
  return accounts.filter(({ id }) => id === undefined);
}

/** The accounts that evidence must be read in but that have no id, so that Holystone cannot verify them. */
function unprovenIn(
  unproven: readonly Account[],
  handler: Handler,
  scope: Scope,
  { off }: WorkConfiguration['evidence'],
): readonly Account[] {
  if (unproven.length === 0) return [];
  const places = handler.evidence.flatMap((source) =>
    source.places(scope).filter(({ account }) => !isOff(off, source, account)),
  );
  const names = new Set(places.map(({ account }) => account));
  return unproven.filter(({ name }) => names.has(name));
}
