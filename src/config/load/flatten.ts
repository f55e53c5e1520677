import { z } from 'zod';
import { defined } from '../../core/common/defined.ts';
import { lowerStage } from '../../core/policy/stage.ts';
import { type Account, ruleNamesOf, type WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import type { EntryProblem } from '../../handlers/contract/entry.ts';
import { providerOf } from '../../handlers/index.ts';
import { type AccountSettings, accountOf } from '../schema/accountSections.ts';
import { afterOf } from './after.ts';
import { entryPart, type ParsedEntry, type ValidFile } from './entryPart.ts';
import { sha256 } from './hashOf.ts';
import { neverDeletesBecause, notLiveReasons } from './live.ts';
import type { JudgedNamespace } from './namespaceTarget.ts';
import { cachedHashedPart, cachedPart } from './partCache.ts';
import { lateQuarantine } from './quarantineEnd.ts';
import { together } from './together.ts';
import { unprovenIn, unprovenOf } from './unproven.ts';
import { windowOf } from './windows.ts';

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
  const asked = { parameters, rules: ruleNamesOf(when).flat(), ...defined({ traffic }) };
  refuse(handler.problemsOfAccount?.(asked.rules, own.part, parameters) ?? []);
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
