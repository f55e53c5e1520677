import type { Command } from 'commander';
import type { Wired } from '../composition/parts.ts';
import type { Configuration } from '../config/load/configuration.ts';
import { systemMonotonicClock } from '../core/common/clock.ts';
import { messageOf } from '../core/common/errors.ts';
import { ACTIONS, type Action, type WorkConfiguration } from '../core/policy/workConfiguration.ts';
import { nextNoticeAt } from '../core/work/cadence.ts';
import { CONFIG_OPTION } from './configOption.ts';
import { type CliContext, EXIT, UsageError, writeError } from './context.ts';
import { EXAMPLE } from './examples.ts';
import { formatOption } from './format.ts';
import { load, selectNamespaces } from './load.ts';
import { acquire } from './namespaceLease.ts';
import { type Buffers, isWithinBuffer, type OneShot, readActions, readDays, withCreatedBuffer } from './oneShot.ts';
import { Progress } from './plan/progress.ts';
import { answersWithin } from './reach.ts';
import { jsonReport, TableReport } from './runReport.ts';
import type { RunLine } from './text/runText.ts';
import { logTo } from './text/terminalLog.ts';

interface RunOptions extends Buffers {
  readonly config: string;
  readonly once?: boolean;
  readonly action: OneShot;
  readonly namespace?: string;
  readonly confirm?: boolean;
  readonly yes?: boolean;
  readonly format: 'json' | 'table';
}

/** How long Redis may take to answer. */
const REDIS_MS = 10_000;

/** `run` does one pass of each action and ends; it takes the same locks and asks for the same permits as the daemon. */
export function registerRun(program: Command, context: CliContext): void {
  program
    .command('run')
    .option('--once', 'the default: one pass of each action, in order (the daemon is `serve`)')
    .option(
      '-a, --action <actions>',
      'the actions, separated by commas; or print (a plan, which changes nothing), tag (mark, notify), delete-tagged (delete), full (all)',
      readActions,
      ACTIONS,
    )
    .option(
      '--rollback-buffer-days <days>',
      'delete only the resources whose owners were notified more days ago (without notices: that were marked); never sooner than their date',
      readDays,
    )
    .option(
      '--created-buffer-days <days>',
      'leave younger resources alone; where `minimumAge` is longer, that counts',
      readDays,
    )
    .option(
      '-n, --namespace <glob>',
      'only these namespaces; * matches anything. A message to an owner that is due may name resources of others too',
    )
    .option(
      '--confirm',
      'ask on the terminal before each batch of deletions: yes, no (that batch and the later ones stay), all',
    )
    .option('-y, --yes', 'the answer to `--confirm` where there is no terminal')
    .addOption(formatOption())
    .option(...CONFIG_OPTION)
    .addHelpText(
      'after',
      `\nExamples:\n  $ holystone run --once --action mark\n  $ holystone run --once --namespace '${EXAMPLE.patterns.ofAccount}' --output json`,
    )
    .action((options: RunOptions) => run(options, context));
}

async function run(options: RunOptions, context: CliContext): Promise<void> {
  const { action } = options;
  if (action !== 'print') return runActions({ ...options, action }, context);
  const { plan } = await import('./planCommand.ts');
  await plan(options, context);
}

type Running = RunOptions & { readonly action: readonly Action[] };

async function runActions(options: Running, context: CliContext): Promise<void> {
  const { confirmation } = await import('./confirmation.ts');
  const asking = confirmation(options, context);
  const onUnlisted = () => {
    context.exitCode = EXIT.withheld;
  };
  const loaded = await load(options.config, context, { onUnlisted });
  const workConfigurations = loaded.workConfigurations.map((wc) => withCreatedBuffer(wc, options));
  const configuration = { ...loaded, workConfigurations };
  const selected = selectNamespaces(configuration, options.namespace);
  const [refusal] = configuration.serveRefuses;
  if (refusal !== undefined) throw new UsageError(refusal);
  const { redact, log: logging } = configuration;
  const planned = passesOf(selected, options.action);
  const progress = new Progress(context.stderr, systemMonotonicClock, { of: planned.length });
  const { createLogger } = await import('../telemetry/logger.ts');
  const { destination, format } = logTo(context.stderr, (await import('./text/endOf.ts')).endOf);
  const log = createLogger({
    level: logging.level,
    redact,
    destination,
    format(line) {
      progress.clear();
      return format(line);
    },
  });
  const { wire } = await import('../composition/parts.ts');
  const { accessState } = await import('../composition/stateAccess.ts');
  const access = await accessState(configuration, log);
  const wired = wire({
    configuration,
    connection: access.connection,
    log,
    clock: context.clock,
    ...(asking && { confirms: asking.confirms }),
    ...(options.rollbackBufferDays !== undefined && {
      isTooEarly: (mark, now) => isWithinBuffer(mark, now, options),
    }),
  });
  try {
    if (!(await answersWithin(access.connection, REDIS_MS, context.signal))) {
      throw new Error(`Redis at ${access.connection.address} does not answer; check redis.url and that Redis runs`);
    }
    wired.fleet.start();
    await runPasses(wired, { selected, planned }, options, {
      context,
      progress,
      consoleUrl: consoleAt(configuration.http.operator),
    });
  } finally {
    progress.end();
    asking?.close();
    await wired.close();
    await access.close();
  }
}

interface Planned {
  readonly wc: WorkConfiguration;
  readonly action: Action;
  /** No later pass of this run is in the same namespace. */
  readonly isLast: boolean;
}

/** The passes of a run, action by action, because notices and deletions use the marks of all namespaces. */
function passesOf(selected: readonly WorkConfiguration[], actions: readonly Action[]): readonly Planned[] {
  return actions.flatMap((action) =>
    selected
      .filter((wc) => wc.actions.includes(action))
      .map((wc) => ({ wc, action, isLast: action === actions.findLast((other) => wc.actions.includes(other)) })),
  );
}

interface Shown {
  readonly context: CliContext;
  readonly progress: Progress;
  /** Without a slash at its end. */
  readonly consoleUrl: string;
}

/** The address of the console as browsers see it; without one, on this machine. */
function consoleAt({ url, bind, port }: Configuration['http']['operator']): string {
  return url?.replace(/\/$/, '') ?? `http://${bind}:${port}`;
}

async function runPasses(
  wired: Wired,
  { selected, planned }: { readonly selected: readonly WorkConfiguration[]; readonly planned: readonly Planned[] },
  { action: actions, format }: Running,
  { context, progress, consoleUrl }: Shown,
): Promise<void> {
  const report = format === 'json' ? jsonReport(context.stdout) : new TableReport(context, consoleUrl);
  const chosen = selected.filter((wc) => planned.some((pass) => pass.wc === wc));
  await report.open(wired, chosen, actions);
  const messages = { sent: 0, failed: 0 };
  const numbered = planned.map((pass, index) => ({ ...pass, number: index + 1 }));
  try {
    for (const action of actions) {
      for (const { wc, number, isLast } of numbered.filter((pass) => pass.action === action)) {
        progress.namespace(wc, number, action);
        const line = await onePass(wired, wc, action, context.signal);
        countOutcome(line, context);
        progress.clear();
        report.add(line, isLast);
      }
      progress.rest();
      if (action === 'notify') await sendDigests(wired, selected, messages, context);
    }
  } finally {
    progress.end();
    report.flush();
  }
  await report.close(wired, messages);
}

async function onePass(
  { lifecycle, parts: { lock } }: Wired,
  { namespace }: WorkConfiguration,
  action: Action,
  signal: AbortSignal,
): Promise<RunLine> {
  const lease = await acquire(lock, namespace, signal);
  if (!lease) {
    const problem = 'another process has the lock of this namespace';
    const nothing = { counts: {}, passId: '', nextDueAt: null, lookedFor: null, stopped: null };
    return { namespace, action, outcome: 'failed', problem, ...nothing };
  }
  try {
    const record = await lifecycle.pass(namespace, action, lease, signal);
    const { outcome, counts, passId, problem = null, nextDueAt, lookedFor = null, blocked } = record;
    const stopped = outcome === 'blocked' ? (blocked?.size ?? null) : null;
    return { namespace, action, outcome, counts, passId, problem, nextDueAt, lookedFor, stopped };
  } catch (error) {
    const problem = messageOf(error);
    const nothing = { counts: {}, passId: '', nextDueAt: null, lookedFor: null, stopped: null };
    return { namespace, action, outcome: 'failed', problem, ...nothing };
  } finally {
    await lease.release();
  }
}

/** At most one message per owner and cadence, also after two manual runs (L44). */
async function sendDigests(
  { deps }: Wired,
  selected: readonly WorkConfiguration[],
  messages: { sent: number; failed: number },
  context: CliContext,
): Promise<void> {
  const now = deps.clock.now();
  const { sendDigest } = await import('../lifecycle/index.ts');
  // A manual run does not wait for a back-off.
  for (const { refused: _refused, ...waiting } of await deps.outbox.owners()) {
    if ((nextNoticeAt(waiting, selected, now) ?? Number.POSITIVE_INFINITY) > now) continue;
    try {
      const { sent } = await sendDigest(deps, waiting.owner);
      if (sent) messages.sent++;
    } catch (error) {
      messages.failed++;
      writeError(context.stderr, `holystone: ${messageOf(error)}`);
      context.exitCode = EXIT.failed;
    }
  }
}

function countOutcome({ outcome }: RunLine, context: CliContext): void {
  if (outcome === 'failed') context.exitCode = EXIT.failed;
  const withheld = outcome === 'incomplete' || outcome === 'blocked';
  if (withheld && context.exitCode === EXIT.done) context.exitCode = EXIT.withheld;
}
