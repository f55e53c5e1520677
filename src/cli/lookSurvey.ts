/** The requests of a look: whose account it is, and a survey of every type in every location. */
import { countedCalls } from '../composition/countedCalls.ts';
import { VERSION } from '../composition/version.ts';
import { loadConfiguration } from '../config/load/loader.ts';
import { systemMonotonicClock } from '../core/common/clock.ts';
import { typeName } from '../core/resource/typeName.ts';
import { SharedClientPool } from '../handlers/contract/clientPool.ts';
import type { AccountHere, LookWanted } from '../handlers/contract/firstLook.ts';
import { handlerOf } from '../handlers/contract/types.ts';
import { handlers } from '../handlers/index.ts';
import { type NamespacePlan, planOf, readNotJudged } from '../lifecycle/index.ts';
import { LocalCallPacer } from '../state/redis/localCallPacer.ts';
import { createLogger } from '../telemetry/logger.ts';
import type { CliContext } from './context.ts';
import { Collected, unreadIn } from './look/collect.ts';
import { configurationText } from './look/configurationText.ts';
import type { Look } from './look/look.ts';
import type { Lookable } from './lookFamily.ts';
import { mailsOf } from './lookMails.ts';
import { planEach } from './plan/planEach.ts';
import { Progress } from './plan/progress.ts';
import { openSurvey } from './survey.ts';

/** Counts the calls of one look. */
export interface Counted {
  calls: number;
}

/** @throws ReadError */
export async function accountHere(
  { firstLook }: Lookable,
  wanted: LookWanted,
  { env, clock, signal }: CliContext,
  counted: Counted,
): Promise<AccountHere> {
  const clients = new SharedClientPool();
  const pacer = counting(new LocalCallPacer(), counted);
  const log = createLogger({ level: 'silent' });
  try {
    return await firstLook.here(wanted, env, { clock, signal, log, clients, pacer, isWaitedFor: true });
  } finally {
    clients.close();
  }
}

function counting(pacer: LocalCallPacer, counted: Counted) {
  return countedCalls(pacer, (what) => {
    if (what === 'sent') counted.calls += 1;
  });
}

const of = (type: string) => handlerOf(handlers, type);

/** Surveys every type in every location, one after the other, as `plan` does. */
export async function lookAt(
  provider: Lookable,
  here: AccountHere,
  context: CliContext,
  counted: Counted,
): Promise<Look> {
  const text = configurationText(here, provider);
  const configuration = loadConfiguration({ text, file: 'the configuration of look' }, { env: {}, handlers });
  const wcs = configuration.workConfigurations;
  const progress = new Progress(context.stderr, systemMonotonicClock, { of: wcs.length });
  const survey = await openSurvey(configuration, context, progress);
  const startedAt = context.clock.now();
  const collected = new Collected(provider.firstLook.filters, of, startedAt);
  try {
    const lastUsed = { ...survey.deps.lastUsed, allFirstSeen: async () => new LongAgo() };
    const deps = { ...survey.deps, lastUsed, pacer: counting(new LocalCallPacer(), counted) };
    const { namespaces, unfinished } = await planEach(deps, wcs, {
      signal: context.signal,
      omitKept: true,
      quick: false,
      finished: [],
      onNamespace: (wc, number) => progress.namespace(wc, number),
      onRow: (wc, row, verdict) => collected.see(wc, row, verdict),
    });
    const rows = collected.rows();
    const notJudged = await readNotJudged(deps, wcs, () => provider.notJudged ?? [], context.signal);
    const { id, name, locations } = here;
    return {
      look: 1,
      generatedAt: new Date(startedAt).toISOString(),
      version: VERSION,
      account: { provider: provider.name, id, name },
      called: provider.firstLook.called,
      locations,
      notLookedAt: unfinished.length,
      calls: counted.calls,
      ...rows,
      ...foundIn(namespaces, startedAt),
      ...(provider.rights?.allowing ? { rightsCommand: provider.rights.command } : {}),
      isStartable: provider.starter !== undefined,
      ...(notJudged.length > 0 ? { notJudged } : {}),
      mails: await mailsOf(rows.wasted, configuration, startedAt),
    };
  } finally {
    progress.end();
    await survey.close();
  }
}

function foundIn(
  namespaces: readonly NamespacePlan[],
  startedAt: number,
): Pick<Look, 'prices' | 'listed' | 'unknown' | 'unread' | 'missingRights' | 'cannotSee'> {
  const { missingPermissions, cannotSee = [] } = planOf(namespaces, startedAt, { handlerOf: of });
  const prices = namespaces.find((plan) => plan.prices !== null)?.prices;
  const sum = (count: (plan: NamespacePlan) => number) => namespaces.reduce((all, plan) => all + count(plan), 0);
  return {
    ...(prices ? { prices: { currency: prices.currency, date: prices.date } } : {}),
    listed: sum(({ counts }) => counts.listed),
    unknown: sum(({ counts }) => counts.unknown),
    unread: unreadIn(namespaces),
    missingRights: missingPermissions.map(({ permission }) => permission),
    cannotSee: cannotSee.map(({ resourceType, users }) => ({ called: typeName(of(resourceType), 'en'), users })),
  };
}

/** Where the provider says no date: an account that is seen for the first time was there before. */
class LongAgo extends Map<string, number> {
  override get(): number {
    return 0;
  }
}
