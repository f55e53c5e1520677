import type { Command } from 'commander';
import { VERSION } from '../composition/version.ts';
import { batchesOf } from '../core/common/batches.ts';
import { changeTo, describeControl, UNPROVEN } from '../core/policy/control.ts';
import { differingPrograms } from '../core/policy/fleet.ts';
import type { PassRecord } from '../core/policy/pass.ts';
import { nothingHappensNowBecause } from '../core/policy/rollout.ts';
import { stageRows } from '../core/policy/stageRows.ts';
import { ACTIONS, type WorkConfiguration } from '../core/policy/workConfiguration.ts';
import type { AuditEntry } from '../core/resource/audit.ts';
import { type LookedFor, missingNames } from '../core/resource/lookedFor.ts';
import { isSurveyLate } from '../core/work/cadence.ts';
import type { RedisState } from '../state/redis/redisState.ts';
import { CONFIG_OPTION } from './configOption.ts';
import { type CliContext, writeLine } from './context.ts';
import { formatOption, type TextFormat } from './format.ts';
import { load } from './load.ts';
import { minute } from './text/minutes.ts';
import { type Status, statusDocument, statusText, type Trouble } from './text/statusText.ts';
import { wrapped } from './text/wrapped.ts';
import { withState } from './withState.ts';

interface StatusOptions extends TextFormat {
  readonly config: string;
}

/** Namespaces read at the same time. */
const AT_ONCE = 64;
/** So many of the last changes are searched for the one that stopped the work. */
const CHANGES = 200;
/** Outcomes of a pass that wait for a person. */
const TROUBLE: readonly string[] = ['blocked', 'failed', 'incomplete'];

/** `status` reads Redis and asks no cloud. */
export function registerStatus(program: Command, context: CliContext): void {
  program
    .command('status')
    .option(...CONFIG_OPTION)
    .addOption(formatOption())
    .addHelpText('after', '\nExamples:\n  $ holystone status\n  $ holystone status --output json | jq .problems')
    .action((options: StatusOptions) => status(options, context));
}

async function status(options: StatusOptions, context: CliContext): Promise<void> {
  const configuration = await load(options.config, context);
  const { workConfigurations } = configuration;
  const found = await withState('status', configuration, context, (state) =>
    statusOf(state, workConfigurations, context.clock.now()),
  );
  const format = options.format;
  writeLine(
    context.stdout,
    format === 'json' ? JSON.stringify(statusDocument(found)) : wrapped(statusText(found), context.stdout),
  );
}

/** @param now ms since the epoch */
async function statusOf(state: RedisState, wcs: readonly WorkConfiguration[], now: number): Promise<Status> {
  const [control, changes, instances, notices] = await Promise.all([
    state.control.read(),
    state.control.changes(CHANGES),
    state.instances.list(),
    state.outbox.owners(),
  ]);
  const stopped = [
    ...(control.unproven ? [UNPROVEN] : []),
    ...(control.killed && !control.unproven ? [attributed('the kill switch is on', changeTo('killed', changes))] : []),
    ...(control.service === 'out' ? [attributed('out of service', changeTo('out', changes))] : []),
    ...[differingPrograms(instances)].filter((why) => why !== undefined),
    ...(control.capacity === 0 ? [attributed('the capacity is 0', changeTo('paused', changes))] : []),
  ];
  const places: Place[] = [];
  for (const some of batchesOf(wcs, AT_ONCE)) {
    places.push(...(await Promise.all(some.map((wc) => placeOf(state, wc, now)))));
  }
  const stages: Record<string, number> = {};
  for (const row of stageRows(control, wcs, now)) stages[row.stage] = (stages[row.stage] ?? 0) + 1;
  const dates = places
    .filter(({ wc }) => nothingHappensNowBecause(control, wc) === undefined)
    .flatMap(({ next }) => (next === undefined ? [] : [next]))
    .sort((a, b) => a.at - b.at);
  return {
    version: VERSION,
    instances: instances.map(({ name }) => name).sort(),
    stopped,
    control: describeControl({ ...control, stages: {} }),
    stages,
    namespaces: { configured: wcs.length, live: wcs.filter(({ live }) => live).length },
    marks: { marked: sum(places, 'marked'), due: sum(places, 'due') },
    next: dates
      .filter(({ at }) => at > now)
      .slice(0, 5)
      .map(dated),
    overdue: dates.filter(({ at }) => at <= now).map(dated),
    problems: [...places.flatMap(({ problems }) => problems), ...notFound(places)],
    refused: notices.flatMap(({ owner, resources, refused }) =>
      refused ? [{ owner, resources, since: new Date(refused.since).toISOString(), problem: refused.problem }] : [],
    ),
  };
}

interface Place {
  readonly wc: WorkConfiguration;
  readonly marked: number;
  readonly due: number;
  /** Its mark with the oldest date; ms since the epoch. */
  readonly next?: { readonly at: number; readonly id: string; readonly namespace: string };
  /** Of its last whole listing. */
  readonly names: readonly LookedFor[] | null;
  readonly problems: readonly Trouble[];
}

async function placeOf({ marks, passes }: RedisState, wc: WorkConfiguration, now: number): Promise<Place> {
  const { namespace } = wc;
  const [{ marked, due }, { completedAt }, ...records] = await Promise.all([
    marks.count(namespace, now),
    passes.progress(namespace),
    ...ACTIONS.map((action) => passes.get(namespace, action)),
  ]);
  const [first] = marked === 0 ? [] : (await marks.page(namespace, undefined, 1)).marks;
  const troubled = records.filter(
    (record) => record !== undefined && (TROUBLE.includes(record.outcome) || leavesSomething(record)),
  );
  const problems = troubled.map((record) => {
    return { namespace, what: `the last ${record?.action} pass is ${record?.outcome}: ${record?.problem ?? ''}` };
  });
  const last = completedAt.mark;
  const age = last === undefined ? 'no complete mark pass yet' : `last complete mark pass ${minute(last)}`;
  return {
    ...{ wc, marked, due },
    ...(first ? { next: { at: first.projectedDeletionAt, id: first.id, namespace } } : {}),
    names: records.find((record) => record?.action === 'mark')?.lookedFor ?? null,
    problems: problems.length === 0 && isSurveyLate(wc, last, now) ? [{ namespace, what: age }] : problems,
  };
}

/** A survey finds nothing under a name that nobody has, and that looks like nothing to do. */
function notFound(places: readonly Place[]): readonly Trouble[] {
  const missing = missingNames(places.map(({ wc: { namespace }, names }) => ({ namespace, names })));
  return [...missing].flatMap(([what, namespaces]) => namespaces.map((namespace) => ({ namespace, what })));
}

/** A complete pass has words only about resources that it tries again. */
function leavesSomething({ outcome, problem }: Pick<PassRecord, 'outcome' | 'problem'>): boolean {
  return outcome === 'complete' && problem !== undefined;
}

function attributed(what: string, change: AuditEntry | undefined): string {
  if (change === undefined) return what;
  const why = change.reason === undefined ? '' : `: ${change.reason}`;
  return `${what}, by ${change.actor} at ${minute(change.at)}${why}`;
}

function dated({ at, ...rest }: { readonly at: number; readonly id: string; readonly namespace: string }) {
  return { ...rest, at: new Date(at).toISOString() };
}

function sum(places: readonly Place[], of: 'marked' | 'due'): number {
  return places.reduce((total, one) => total + one[of], 0);
}
