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
import { load } from './load.ts';
import { type Asked, askedFor, PLACED, placeOf } from './placed.ts';
import type { EndOf } from './text/auditSentence.ts';
import { withMinutes } from './text/minutes.ts';
import { wrapped } from './text/wrapped.ts';
import { withState } from './withState.ts';

interface HistoryOptions extends TextFormat {
  readonly config: string;
}

/** `history` prints the audit log's copy in Redis, which forgets old entries: the log lines are the record. */
export function registerHistory(program: Command, context: CliContext): void {
  program
    .command('history')
    .argument('[namespace]', `${PLACED}; without both, the changes of the fleet's control`)
    .argument('[id]', 'the id of the resource, case-sensitive')
    .option(...CONFIG_OPTION)
    .addOption(formatOption())
    .addHelpText(
      'after',
      `\nExamples:\n  $ holystone history\n  $ holystone history ${EXAMPLE.namespace} ${EXAMPLE.resource}`,
    )
    .action((namespace: string | undefined, id: string | undefined, options: HistoryOptions) => {
      if (namespace === undefined) return fleetHistory(options, context);
      return history(askedFor(namespace, id), options, context);
    });
}

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

async function history(asked: Asked, options: HistoryOptions, context: CliContext): Promise<void> {
  const { endOf } = await import('./text/endOf.ts');
  const configuration = await load(options.config, context);
  const { id } = asked;
  const { namespace, entries } = await withState('history', configuration, context, async ({ audit }) => {
    const knows = async (one: Namespace) => (await audit.history(one, id)).length > 0;
    const { namespace: found } = await placeOf(asked, configuration, context, { knows });
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

function line(entry: AuditEntry, endOf: EndOf): string {
  const { at, lastAt, count, event, actor, before, after, reason = '', requestId } = entry;
  const whole =
    before === undefined && after === undefined ? '' : `  ${withMinutes(`${before ?? '?'} → ${after ?? '?'}`)}`;
  const states = event === 'control' ? `  ${changedParts(before ?? '', after ?? '')}` : whole;
  const request = requestId === undefined ? '' : `  (request ${requestId})`;
  const when = new Date(at).toISOString();
  const again = lastAt === undefined ? '' : `  (${count} times, last ${new Date(lastAt).toISOString()})`;
  return visible(
    `${when}  ${eventWord(entry, endOf).padEnd(12)}${states}  ${actor}  ${withMinutes(reason)}${request}${again}`,
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
