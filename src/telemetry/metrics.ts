import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { CallBucket } from '../core/common/callBucket.ts';
import type { PassRecord } from '../core/policy/pass.ts';
import { type Namespace, type NamespaceParts, partsOf } from '../core/resource/namespace.ts';
import { UNIT_COUNTS, unitSummary } from '../core/work/unitSummary.ts';
import { type FleetSnapshot, registerFleetGauges, SURVEY_STATES } from './fleetGauges.ts';

/** The process's metrics, in Prometheus' text format; names end in their unit. */
export interface Metrics {
  readonly registry: Registry;
  pass(record: PassRecord): void;
  /** A transport accepted a message, or did not. */
  notice(transport: string, end: string): void;
  /** Each scrape calls `read` for the number of owners that wait for a notice; on a rejection the gauges are absent. */
  watchNotices(read: () => Promise<{ readonly waiting: number; readonly refused: number }>): void;
  /** A bounce was reported, with this outcome. */
  bounce(end: string): void;
  tick(end: string): void;
  item(kind: string, end: string, ms: number): void;
  /** Each scrape calls `read` for the gauges of the whole fleet; on a rejection those gauges are absent. */
  watchFleet(read: () => Promise<FleetSnapshot>): void;
  /** A call that left for the cloud, or one that the cloud throttled. */
  cloudCall(end: 'sent' | 'throttled', bucket: CallBucket): void;
  /** A stored statement of an owner about a mark: `notMine`, `deleteEarly`, … */
  statement(namespace: Namespace, statement: string): void;
}

const PASS_LABELS = ['account', 'location', 'type', 'action'] as const;
const CALL_LABELS = ['account', 'location', 'api'] as const;

/** Counts of a pass that say how things are: the next pass counts the same again. Gauges show them. */
const STATES: ReadonlySet<string> = new Set([
  ...SURVEY_STATES,
  ...['cacheHits', 'due', 'unnoticed', 'marks', 'noticed', 'noRecipient', 'idTooLong'],
]);

/** The daemon passes these; `spell` follows the configuration in force. */
export interface MetricsOptions {
  /** For the label of `holystone_build_info`. */
  readonly version: string;
  /** The parts of a namespace as the configuration spells them; default: in lower case. */
  readonly spell?: (namespace: Namespace) => NamespaceParts;
}

/** Makes and registers all metrics, and those of the process. @param version for `holystone_build_info` */
export function createMetrics({ version, spell = partsOf }: MetricsOptions): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  gaugeEventLoop(registers);
  gaugeBuildInfo(registers, version);
  const calls = callCounters(registers);
  const passes = passCounters(registers);
  const { seconds, ticks } = workMetrics(registers);
  const { notices, bounces, statements } = ownerCounters(registers);
  return {
    registry,
    pass: (record) => countPass(passes, record, spell),
    notice: (transport, end) => notices.inc({ transport, end }),
    watchNotices: (read) => gaugeWaiting(registers, read),
    bounce: (end) => bounces.inc({ end }),
    tick: (end) => ticks.inc({ end }),
    item: (kind, end, ms) => seconds.observe({ kind, end }, ms / 1000),
    watchFleet: (read) => registerFleetGauges(registry, read),
    cloudCall: (end, { account, location, api }) => calls[end].inc({ account, location, api }),
    statement(namespace, statement) {
      const { account, location, resourceType: type } = spell(namespace);
      statements.inc({ account, location, type, statement });
    },
  };
}

function gaugeBuildInfo(registers: Registry[], version: string): void {
  const buildInfo = new Gauge({
    name: 'holystone_build_info',
    help: 'Always 1; its labels are the versions of Holystone and of Node.js.',
    labelNames: ['version', 'node_version'],
    registers,
  });
  buildInfo.set({ version, node_version: process.version }, 1);
}

function callCounters(registers: Registry[]) {
  return {
    sent: new Counter({
      name: 'holystone_cloud_calls_total',
      help: 'Calls of this instance to the cloud, retries included; account is its id at the provider, api is the call, or the rate that several calls share.',
      labelNames: CALL_LABELS,
      registers,
    }),
    throttled: new Counter({
      name: 'holystone_cloud_throttles_total',
      help: 'Calls of this instance that the cloud throttled, with the same labels; the fleet then halves the rate of that api for a while.',
      labelNames: CALL_LABELS,
      registers,
    }),
  };
}

function passCounters(registers: Registry[]) {
  return {
    passes: new Counter({
      name: 'holystone_passes_total',
      help: 'Finished passes by outcome.',
      labelNames: [...PASS_LABELS, 'outcome'],
      registers,
    }),
    resources: new Counter({
      name: 'holystone_resources_total',
      help: 'Changes by passes, by resource: marked, refreshed, unmarked, accepted, deleted, gone, refused, …',
      labelNames: [...PASS_LABELS, 'what'],
      registers,
    }),
    unitResources: new Counter({
      name: 'holystone_unit_resources_total',
      help: 'Resources in the runs of units: listed, matched, deleted, failed, undated, protected; cacheHits = evidence that was read before.',
      labelNames: [...PASS_LABELS, 'what'],
      registers,
    }),
    unitSeconds: new Counter({
      name: 'holystone_unit_budget_used_seconds_total',
      help: 'Time that the runs of units took.',
      labelNames: PASS_LABELS,
      registers,
    }),
  };
}

function countPass(
  { passes, resources, unitResources, unitSeconds }: ReturnType<typeof passCounters>,
  record: PassRecord,
  spell: (namespace: Namespace) => NamespaceParts,
): void {
  const { account, location, resourceType: type } = spell(record.namespace);
  const labels = { account, location, type, action: record.action };
  passes.inc({ ...labels, outcome: record.outcome });
  for (const [what, count] of Object.entries(record.counts))
    if (count > 0 && !STATES.has(what)) resources.inc({ ...labels, what }, count);
  const summary = unitSummary(record);
  for (const what of UNIT_COUNTS) if (summary[what] > 0) unitResources.inc({ ...labels, what }, summary[what]);
  unitSeconds.inc(labels, summary.budgetUsedMs / 1000);
}

function workMetrics(registers: Registry[]) {
  return {
    seconds: new Histogram({
      name: 'holystone_item_duration_seconds',
      help: 'Work items by outcome.',
      labelNames: ['kind', 'end'],
      buckets: [0.1, 0.5, 1, 5, 15, 60, 250, 600],
      registers,
    }),
    ticks: new Counter({
      name: 'holystone_ticks_total',
      help: 'Ticks by outcome.',
      labelNames: ['end'],
      registers,
    }),
  };
}

/** The messages to owners, and the responses to them. */
function ownerCounters(registers: Registry[]) {
  return {
    notices: new Counter({
      name: 'holystone_notices_total',
      help: 'Messages to owners by transport and outcome: accepted, rejected (permanent), failed (temporary).',
      labelNames: ['transport', 'end'],
      registers,
    }),
    bounces: new Counter({
      name: 'holystone_bounces_total',
      help: 'Bounce reports by outcome: withdrawn (its notice no longer counts), copy (of a notice), unknown (no such message).',
      labelNames: ['end'],
      registers,
    }),
    statements: new Counter({
      name: 'holystone_owner_statements_total',
      help: 'Responses of owners other than keep: notMine, deleteEarly, and the withdrawal of each.',
      labelNames: ['account', 'location', 'type', 'statement'],
      registers,
    }),
  };
}

function gaugeWaiting(registers: Registry[], read: Parameters<Metrics['watchNotices']>[0]): void {
  new Gauge({
    name: 'holystone_owners_waiting',
    help: 'Owners with pending notices: refused = the required transport did not accept the message, waiting = not tried yet.',
    labelNames: ['state'],
    registers,
    async collect() {
      const counts = await read().catch(() => undefined);
      this.reset();
      for (const [state, count] of Object.entries(counts ?? {})) this.set({ state }, count);
    },
  });
}

/** A process whose event loop is blocked renews no lock and answers no request. */
function gaugeEventLoop(registers: Registry[]): void {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  new Gauge({
    name: 'holystone_event_loop_delay_seconds',
    help: 'The longest delay of the event loop since the last read of the metrics.',
    registers,
    collect() {
      this.set(delay.max / 1e9);
      delay.reset();
    },
  });
}
