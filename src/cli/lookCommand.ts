/** The action of `look`; the help of the command loads nothing of it. */
import { writeFileSync } from 'node:fs';
import { countedCalls } from '../composition/countedCalls.ts';
import { VERSION } from '../composition/version.ts';
import { loadConfiguration } from '../config/load/loader.ts';
import { systemMonotonicClock } from '../core/common/clock.ts';
import { messageOf } from '../core/common/errors.ts';
import { typeName } from '../core/resource/typeName.ts';
import { SharedClientPool } from '../handlers/contract/clientPool.ts';
import type { AccountHere } from '../handlers/contract/firstLook.ts';
import type { Provider } from '../handlers/contract/provider.ts';
import { handlerOf } from '../handlers/contract/types.ts';
import { handlers, providers } from '../handlers/index.ts';
import { planOf } from '../lifecycle/index.ts';
import { LocalCallPacer } from '../state/redis/localCallPacer.ts';
import { createLogger } from '../telemetry/logger.ts';
import { type CliContext, EXIT, UsageError, writeError, writeLine } from './context.ts';
import type { TextFormat } from './format.ts';
import { sayInterrupted } from './interrupted.ts';
import { Collected, unreadIn } from './look/collect.ts';
import { configurationText, type Looking } from './look/configurationText.ts';
import type { Look } from './look/look.ts';
import { lookText } from './look/text.ts';
import { accountWords } from './look/words.ts';
import { planEach } from './plan/planEach.ts';
import { Progress } from './plan/progress.ts';
import { openSurvey } from './survey.ts';
import { colorsFor } from './text/colors.ts';
import { widthOf } from './text/wrapped.ts';

/** `look` takes these. */
export interface LookOptions extends TextFormat {
  /** Absent: all that the account has enabled. */
  readonly region?: readonly string[];
  readonly html: string;
  readonly json: string;
}

type Lookable = Provider & Looking & Required<Pick<Provider, 'firstLook'>>;

/** Writes both files before it prints: whoever reads the last line finds them. */
export async function look(options: LookOptions, context: CliContext): Promise<void> {
  const provider = providers.find((one): one is Lookable => one.firstLook !== undefined && one.starter !== undefined);
  if (!provider) throw new Error('no provider of this version can be looked at without a configuration');
  const { region = [], format, html, json } = options;
  for (const name of region) checkLocation(provider, name);
  const counted = { calls: 0 };
  const here = await accountHere(provider, region, context, counted);
  const { stderr } = context;
  writeError(
    stderr,
    `Holystone look: account ${accountWords({ account: { ...here, provider: provider.name } })}, ${here.locations.length === 1 ? here.locations[0] : `${here.locations.length} regions`}. It only reads.`,
  );
  const found = await lookAt(provider, here, context, counted);
  write(json, `${JSON.stringify(found)}\n`);
  const { report } = await import('./look/report.tsx');
  write(html, report(found));
  const page = { width: widthOf(context.stdout), color: colorsFor(context) };
  writeLine(context.stdout, format === 'json' ? JSON.stringify(found) : lookText(found, { html, json }, page));
  if (found.notLookedAt > 0 && context.signal.aborted)
    sayInterrupted(context, `the report lacks ${found.notLookedAt} places`);
  else if (found.unread.length > 0) context.exitCode = EXIT.withheld;
}

/** @throws UsageError before anything is asked */
function checkLocation({ account: { problemOfLocation } }: Lookable, location: string): void {
  const problem = problemOfLocation?.(location);
  if (problem?.severity === 'error') throw new UsageError(`--region ${location}: ${problem.why}; ${problem.advice}`);
}

/** Counts the calls of one look. */
interface Counted {
  calls: number;
}

async function accountHere(
  { firstLook }: Lookable,
  wanted: readonly string[],
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

/** Surveys every type in every location, one after the other, as `plan` does. */
async function lookAt(provider: Lookable, here: AccountHere, context: CliContext, counted: Counted): Promise<Look> {
  const text = configurationText(here, provider);
  const configuration = loadConfiguration({ text, file: 'the configuration of look' }, { env: {}, handlers });
  const wcs = configuration.workConfigurations;
  const progress = new Progress(context.stderr, systemMonotonicClock, { of: wcs.length });
  const survey = await openSurvey(configuration, context, progress);
  const startedAt = context.clock.now();
  const collected = new Collected(provider.firstLook.filters, (type) => handlerOf(handlers, type), startedAt);
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
    const of = (type: string) => handlerOf(handlers, type);
    const { missingPermissions, cannotSee = [] } = planOf(namespaces, startedAt, { handlerOf: of });
    const prices = namespaces.find((plan) => plan.prices !== null)?.prices;
    const sum = (of: (plan: (typeof namespaces)[number]) => number) =>
      namespaces.reduce((all, plan) => all + of(plan), 0);
    return {
      look: 1,
      generatedAt: new Date(startedAt).toISOString(),
      version: VERSION,
      account: { provider: provider.name, id: here.id, name: here.name },
      locations: here.locations,
      notLookedAt: unfinished.length,
      calls: counted.calls,
      ...(prices ? { prices: { currency: prices.currency, date: prices.date } } : {}),
      listed: sum(({ counts }) => counts.listed),
      ...collected.rows(),
      unknown: sum(({ counts }) => counts.unknown),
      unread: unreadIn(namespaces),
      missingRights: missingPermissions.map(({ permission }) => permission),
      cannotSee: cannotSee.map(({ resourceType, users }) => ({ called: typeName(of(resourceType), 'en'), users })),
    };
  } finally {
    progress.end();
    await survey.close();
  }
}

/** Where the provider says no date: an account that is seen for the first time was there before. */
class LongAgo extends Map<string, number> {
  override get(): number {
    return 0;
  }
}

/** @throws Error that names the file */
function write(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new Error(`cannot write ${file}: ${messageOf(error)}`, { cause: error });
  }
}
