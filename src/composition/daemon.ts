/**
 * The daemon: acquires everything in order and releases it last-in-first-out.
 *
 *   state ─► parts ─► http (readiness red) ─► Redis answers ─► queue, processor, manager ─► readiness green
 *   SIGTERM: readiness red ─► no new items, running ones stop at a safe point and are given back ─► everything released
 */

import type { Configuration } from '../config/load/configuration.ts';
import { defined } from '../core/common/defined.ts';
import { messageOf } from '../core/common/errors.ts';
import type { Logger } from '../core/common/logger.ts';
import { CallCounts } from '../core/policy/instanceFigures.ts';
import type { Listings } from '../core/policy/listing.ts';
import { deletes, unsignedDeletions } from '../core/policy/unsigned.ts';
import { describeItem } from '../core/work/work.ts';
import { connectQueue, disconnect } from '../queue/connection.ts';
import type { QueueEvent } from '../queue/events.ts';
import { atOnce } from '../queue/givingBack.ts';
import { ItemRunner } from '../queue/itemRunner.ts';
import { WorkQueueManager } from '../queue/manager.ts';
import { WorkProcessor } from '../queue/processor.ts';
import { UnitTurns } from '../queue/unitTurns.ts';
import { WorkQueue } from '../queue/workQueue.ts';
import { createMetrics, type Metrics } from '../telemetry/metrics.ts';
import { NotFoundNames } from '../telemetry/notFoundNames.ts';
import { OverBudget } from '../telemetry/overBudget.ts';
import { Readiness } from '../telemetry/readiness.ts';
import { sharedRead } from '../telemetry/sharedRead.ts';
import { aborted } from './aborted.ts';
import { followAccounts, openAccountListings } from './accountListings.ts';
import { logPass, logStranded, watchMail } from './daemonLogs.ts';
import { publishFigures } from './figures.ts';
import { listen } from './listen.ts';
import { metricsSnapshot, spelledParts } from './metricsSnapshot.ts';
import { type OpenedParts, type PartsOptions, type Wired, wire } from './parts.ts';
import { addChecks } from './readinessChecks.ts';
import { Releasers } from './releasers.ts';
import { RunningConfiguration } from './runningConfiguration.ts';
import { accessState, type StateAccess } from './stateAccess.ts';
import { tracedRunner } from './tracedWork.ts';
import { VERSION } from './version.ts';

/** `holystone serve` passes these. Everything else is wired from the configuration. */
export interface ServeOptions extends Pick<PartsOptions, 'tracer'> {
  readonly configuration: Configuration;
  readonly log: Logger;
  /** Its name among the other instances. */
  readonly instance?: string;
  /** Reads the configuration again; throws `ConfigurationError`. Absent: there is nothing to reload. */
  readonly load?: (listings: Listings) => Configuration;
  /** Calls the listener whenever the process is asked to reload. */
  readonly onHangup?: (listener: () => void) => void;
  /** Aborts to end the daemon gracefully. */
  readonly signal: AbortSignal;
  /** Opens the listeners; default: on the configured addresses. */
  readonly listen?: typeof listen;
}

/** Opens the parts of a daemon. */
export type OpenParts = (options: PartsOptions) => OpenedParts;

/** How long running work may take to stop at a safe point. */
const GRACE_MS = 25_000;

/** Runs until the signal aborts. `forced`: something did not end in time, another instance takes it over. */
export async function serve(options: ServeOptions, open: OpenParts): Promise<'clean' | 'forced'> {
  const releasers = new Releasers(options.log);
  try {
    return await run(options, open, releasers);
  } finally {
    await releasers.release();
    options.log.info({}, 'stopped');
  }
}

async function run(options: ServeOptions, open: OpenParts, releasers: Releasers): Promise<'clean' | 'forced'> {
  const { configuration, log, signal } = options;
  const metrics = createMetrics({
    version: VERSION,
    spell: (namespace) => spelledParts(namespace, wired.deps.workConfigurationOf(namespace)),
  });
  const readiness = new Readiness();
  const overBudget = new OverBudget();
  const notFound = new NotFoundNames();
  const access = await accessState(configuration, log);
  releasers.push('state', () => access.close());
  const { connection } = access;
  const load = () => options.load?.(accounts.listings) ?? configuration;
  const calls = new CallCounts();
  const running = new RunningConfiguration(configuration, load, log);
  const made: PartsOptions = {
    configuration,
    connection,
    log,
    ...observers(metrics, { overBudget, notFound }, calls, log),
    workConfigurations: running.workConfigurations,
    declared: running.declared,
    ...defined({ instance: options.instance, tracer: options.tracer }),
  };
  const wired: Wired = wire(made, open(made));
  releasers.push('parts', () => wired.close());
  const accounts = openAccountListings(wired, signal);
  let queue: WorkQueue | undefined;
  const snapshot = () => metricsSnapshot({ configuration, wired, queue: () => queue });
  metrics.watchFleet(sharedRead(snapshot, () => wired.parts.monotonic.monotonicMs()));
  addChecks(readiness, { configuration, connection, wired, overBudget, notFound, accounts, log });
  const reload = async (actor: string) => {
    const reloaded = running.reload(actor);
    // The other instances should know at once which configuration this instance runs with.
    await wired.fleet.heartbeat();
    void logStranded(wired, log);
    return reloaded;
  };
  options.onHangup?.(() => void reload('SIGHUP'));
  const listening = { configuration, running, log, wired, readiness, metrics, releasers, reload, signal };
  const addresses = await (options.listen ?? listen)(listening);
  log.info(
    { ...addresses, namespaces: configuration.workConfigurations.length, dryRun: configuration.dryRun },
    'listening',
  );
  const unsigned = unsignedDeletions(configuration.signing.keys, wired.parts.workConfigurations());
  if (unsigned !== undefined) log.warn({}, unsigned);
  if (!(await redisAnswers(access, signal))) return 'clean';
  wired.watch.start();
  releasers.push('watch', async () => wired.watch.stop());
  wired.definitionsWatch.start(() => wired.parts.workConfigurations().some(deletes));
  releasers.push('watch of definitions', async () => wired.definitionsWatch.stop());
  wired.fleet.start();
  releasers.push('accounts', followAccounts(accounts, running.listings, reload));
  void watchMail(wired, readiness, log, signal);
  const work = startWork(options, access, wired, metrics, releasers);
  queue = work.queue;
  releasers.push('figures', publishFigures(figuresOf(options, wired, calls, work.queue)));
  void logStranded(wired, log);
  readiness.unblock('start');
  log.info({}, 'serving');
  await Promise.race([aborted(signal), work.stuck]);
  readiness.block('stop', 'stopping');
  const inTime = await work.stop(signal.aborted ? GRACE_MS : 0);
  return inTime && signal.aborted ? 'clean' : 'forced';
}

/** Report passes, notices and calls to the metrics, the log, and the figures of this instance. */
function observers(
  metrics: Metrics,
  notes: { readonly overBudget: OverBudget; readonly notFound: NotFoundNames },
  calls: CallCounts,
  log: Logger,
): Pick<PartsOptions, 'onPass' | 'onNotice' | 'onCall'> {
  return {
    onPass(record) {
      metrics.pass(record);
      for (const note of Object.values(notes)) note.see(record);
      logPass(log, record);
    },
    onNotice: metrics.notice,
    onCall(end, bucket) {
      metrics.cloudCall(end, bucket);
      calls.count(end, bucket.api);
    },
  };
}

/** While Redis is away: a log line names it (the connection logs it), back-off, readiness red. */
async function redisAnswers({ connection }: StateAccess, signal: AbortSignal): Promise<boolean> {
  try {
    await connection.whenReady(signal);
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
}

function startWork(options: ServeOptions, access: StateAccess, wired: Wired, metrics: Metrics, releasers: Releasers) {
  const { configuration, log, tracer } = options;
  const { parts } = wired;
  const runner = tracer ? tracedRunner(wired.lifecycle, tracer) : wired.lifecycle;
  const { work } = configuration;
  const onError = (error: Error) => log.debug({ problem: messageOf(error) }, 'queue connection');
  const queueRedis = connectQueue(access.url, onError);
  releasers.push('queue connection', () => disconnect(queueRedis));
  const queue = new WorkQueue(queueRedis, { onError });
  releasers.push('queue', () => queue.close());
  const { control, passes, clock, watch, lock } = parts;
  const workConfiguration = wired.deps.workConfigurationOf;
  const { units } = parts;
  const { capacity } = work;
  const turns = new UnitTurns({ units, queue, passes, control, workConfiguration, clock, logger: log, capacity });
  const items = new ItemRunner(
    { lock, runner, passes, control, watch, workConfiguration, clock, turns },
    { budgetMs: work.budget, deadlineMs: work.deadline },
  );
  const observe = (event: QueueEvent) => count(metrics, event);
  let giveUp: () => void = () => {};
  const stuck = new Promise<void>((resolve) => {
    giveUp = resolve;
  });
  const processor = new WorkProcessor(
    {
      redis: queueRedis,
      items,
      turns,
      control,
      logger: log,
      observe,
      onStuck: (item) => {
        log.error(
          { subject: describeItem(item) },
          'a work item does not end: this instance exits, another instance takes over',
        );
        giveUp();
      },
    },
    { concurrency: work.concurrency },
  );
  const manager = new WorkQueueManager(
    { ...parts, queue, turns, logger: log, observe, runNow: (item, stop) => items.run(item, atOnce(stop)) },
    { tick: work.tick, capacity },
  );
  processor.start();
  manager.start();
  const stop = async (graceMs: number) => {
    // At the same time: a tick that hangs must not take from the time of the work.
    const [isInTime] = await Promise.all([processor.stop(graceMs), manager.stop()]);
    return isInTime;
  };
  return { queue, stop, stuck };
}

function figuresOf({ configuration, log }: ServeOptions, { parts, fleet }: Wired, calls: CallCounts, queue: WorkQueue) {
  const { concurrency } = configuration.work;
  return {
    store: parts.figures,
    log,
    now: () => parts.clock.now(),
    id: fleet.id,
    concurrency,
    calls,
    queue: () => queue,
  };
}

function count(metrics: Metrics, event: QueueEvent): void {
  if (event.kind === 'tick') metrics.tick(event.end);
  if (event.kind === 'item') metrics.item(event.item.kind, event.end.kind, event.ms);
}
