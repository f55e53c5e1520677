import type { Command } from 'commander';
import { changedParts } from '../core/policy/control.ts';
import type { AuditEntry } from '../core/resource/audit.ts';
import type { Namespace } from '../core/resource/namespace.ts';
import { endWords } from '../core/text/endWords.ts';
import { visible } from '../core/text/visible.ts';
import { CONFIG_OPTION } from './configOption.ts';
import { type CliContext, writeLine } from './context.ts';
import { EXAMPLE } from './examples.ts';
import { formatOption, type TextFormat } from './format.ts';
import { feedAsked, type HistoryFilters, withFilters } from './historyFilter.ts';
import { load } from './load.ts';
import { askedFor, type NamedResource, PLACED, placeOf } from './placed.ts';
import type { EndOf } from './text/auditSentence.ts';
import { withMinutes } from './text/minutes.ts';
import { wrapped } from './text/wrapped.ts';
import { withState } from './withState.ts';

interface HistoryOptions extends TextFormat, HistoryFilters {
  readonly config: string;
}

/** `history` prints the audit log's copy in Redis, which forgets old entries: the log lines are the record. */
export function registerHistory(program: Command, context: CliContext): void {
  withFilters(program.command('history'))
    .argument('[namespace]', `${PLACED}; without both and without a filter, the changes of the fleet's control`)
    .argument('[id]', 'the id of the resource, case-sensitive')
    .option(...CONFIG_OPTION)
    .addOption(formatOption())
    .addHelpText(
      'after',
      `\nExamples:\n  $ holystone history\n  $ holystone history ${EXAMPLE.namespace} ${EXAMPLE.resource}\n  $ holystone history --event deleted --from 2026-11-01 --to 2026-11-30\n  $ holystone history --person ann@example.com`,
    )
    .action((namespace: string | undefined, id: string | undefined, options: HistoryOptions) => {
      const wanted = feedAsked(options, [namespace, id]);
      if (wanted) return feed(wanted, options, context);
      if (namespace === undefined) return fleetHistory(options, context);
      return history(askedFor(namespace, id), options, context);
    });
}

/** The events of the fleet that match, as the page *Activity* has them; oldest first. */
async function feed(
  { filter, limit }: NonNullable<ReturnType<typeof feedAsked>>,
  options: HistoryOptions,
  context: CliContext,
): Promise<void> {
  const { endOf } = await import('./text/endOf.ts');
  const configuration = await load(options.config, context);
  const newest = await withState('history', configuration, context, async ({ events }) => {
    const found: AuditEntry[] = [];
    let cursor: string | undefined;
    // One more than is shown says whether there are older ones.
    do {
      const page = await events.before(cursor, Math.min(PAGE, limit + 1 - found.length), filter);
      found.push(...page.events.map(({ entry }) => entry));
      cursor = page.next;
    } while (cursor !== undefined && found.length <= limit);
    return { found: found.slice(0, limit), isMore: found.length > limit };
  });
  const entries = newest.found.toReversed();
  if (options.format === 'json') {
    writeLine(context.stdout, JSON.stringify({ history: entries.map(shownEntry), isMore: newest.isMore }));
    return;
  }
  if (entries.length === 0) writeLine(context.stdout, 'No event matches; the log may have older ones.');
  for (const entry of entries) {
    const { namespace, id } = entry;
    const where = id === undefined ? namespace : `${id} in ${namespace}`;
    writeLine(context.stdout, wrapped(line(entry, endOf, `  ${where}`), context.stdout));
  }
  if (newest.isMore) writeLine(context.stdout, `Older events match too: --limit shows more than ${limit}.`);
}

/** One read of the feed. */
const PAGE = 500;

/** The changes of the fleet's control that are shown. */
const CHANGES = 500;

async function fleetHistory(options: HistoryOptions, context: CliContext): Promise<void> {
  const { endOf } = await import('./text/endOf.ts');
  const configuration = await load(options.config, context);
  const changes = await withState('history', configuration, context, ({ control }) => control.changes(CHANGES));
  const entries = changes.toReversed();
  if (options.format === 'json') {
    writeLine(context.stdout, JSON.stringify({ history: entries.map(shownEntry) }));
    return;
  }
  if (entries.length === 0) writeLine(context.stdout, 'No operator has changed the control of the fleet.');
  for (const entry of entries) writeLine(context.stdout, wrapped(line(entry, endOf), context.stdout));
}

async function history(wanted: NamedResource, options: HistoryOptions, context: CliContext): Promise<void> {
  const { endOf } = await import('./text/endOf.ts');
  const configuration = await load(options.config, context);
  const { id } = wanted;
  const { namespace, entries } = await withState('history', configuration, context, async ({ audit }) => {
    const knows = async (one: Namespace) => (await audit.history(one, id)).length > 0;
    const { namespace: found } = await placeOf(wanted, configuration, context, { knows });
    return { namespace: found, entries: await audit.history(found, id) };
  });
  if (options.format === 'json') {
    const shown = entries.map(shownEntry);
    writeLine(context.stdout, JSON.stringify({ namespace, id, history: shown }));
    return;
  }
  if (entries.length === 0) {
    writeLine(context.stdout, `No history for ${visible(id)} in ${namespace}; the log may have older events.`);
  }
  for (const entry of entries) writeLine(context.stdout, wrapped(line(entry, endOf), context.stdout));
}

/** @param where the resource of the event, where the lines are about several */
function line(entry: AuditEntry, endOf: EndOf, where = ''): string {
  const { at, lastAt, count, event, actor, before, after, reason = '', requestId } = entry;
  const whole =
    before === undefined && after === undefined ? '' : `  ${withMinutes(`${before ?? '?'} → ${after ?? '?'}`)}`;
  const states = event === 'control' ? `  ${changedParts(before ?? '', after ?? '')}` : whole;
  const request = requestId === undefined ? '' : `  (request ${requestId})`;
  const when = new Date(at).toISOString();
  const again = lastAt === undefined ? '' : `  (${count} times, last ${new Date(lastAt).toISOString()})`;
  return visible(
    `${when}  ${eventWord(entry, endOf).padEnd(12)}${where}${states}  ${actor}  ${withMinutes(reason)}${request}${again}`,
  ).trimEnd();
}

/** `deleted`, or `stopped` where that is what happened. */
function eventWord({ event, namespace }: AuditEntry, endOf: EndOf): string {
  return event === 'deleted' && namespace !== 'fleet' ? endWords[endOf(namespace)].done : event;
}

function shownEntry({ at, lastAt, restorableUntil: until, ...entry }: AuditEntry) {
  const restorable = until === undefined ? {} : { restorableUntil: new Date(until).toISOString() };
  const last = lastAt === undefined ? {} : { lastAt: new Date(lastAt).toISOString() };
  return { ...entry, at: new Date(at).toISOString(), ...last, ...restorable };
}
