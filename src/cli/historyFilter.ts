/** The filters of `history`: those of the page *Activity*, in its words. */
import { type Command, InvalidArgumentError } from 'commander';
import { DAY_MS } from '../core/common/duration.ts';
import type { EventFilter } from '../core/ports/events.ts';
import { AUDIT_EVENTS, type AuditEvent } from '../core/resource/audit.ts';
import { parseNamespace } from '../core/resource/namespace.ts';
import { visible } from '../core/text/visible.ts';
import { UsageError } from './context.ts';
import { EXAMPLE } from './examples.ts';

/** The newest so many, unless `--limit` says otherwise; the feed keeps no more than some ten thousand. */
const LIMIT = 100;
const MOST = 10_000;

/** As a person gives them; absent = all. */
export interface HistoryFilters {
  readonly actor?: string;
  readonly person?: string;
  readonly event?: AuditEvent;
  /** ms since the epoch: the beginning of the first day, and the end of the last one. */
  readonly from?: number;
  readonly to?: number;
  readonly limit?: number;
}

export function withFilters(command: Command): Command {
  return command
    .option('--actor <name>', 'only what this person did, part of the name; `holystone` for the daemon')
    .option('--person <name>', 'the same by the whole name, as in an address')
    .option('--event <kind>', 'only events of this kind, such as deleted or optedOut', readEvent)
    .option('--from <day>', 'from this day on, UTC: 2026-11-01', (text) => readDay(text))
    .option('--to <day>', 'until the end of this day, UTC: 2026-11-30', (text) => readDay(text) + DAY_MS)
    .option('--limit <n>', `the newest so many events of the fleet, up to ${MOST}; default: ${LIMIT}`, readLimit);
}

/**
 * @throws UsageError for a range that ends before it begins, and for a first word of two that is no namespace
 * @returns `undefined`: no filter is given, so the question is about one resource or the control of the fleet
 */
export function feedAsked(
  { actor, person, event, from, to, limit }: HistoryFilters,
  [first, second]: readonly [string | undefined, string | undefined],
): { readonly filter: EventFilter; readonly limit: number } | undefined {
  const given = [actor, person, event, from, to, limit].some((one) => one !== undefined);
  if (!given) return undefined;
  if (from !== undefined && to !== undefined && to <= from) {
    throw new UsageError('`--to` is before `--from`: no day is in that range');
  }
  const namespace = first === undefined ? undefined : parseNamespace(first);
  if (namespace === undefined && second !== undefined) {
    throw new UsageError(`${visible(first ?? '')} is no namespace, such as ${EXAMPLE.namespace}`);
  }
  const id = namespace === undefined ? first : second;
  return { filter: { actor, person, event, from, to, namespace, id }, limit: limit ?? LIMIT };
}

function readEvent(text: string): AuditEvent {
  const known = AUDIT_EVENTS.find((event) => event.toLowerCase() === text.toLowerCase());
  if (known === undefined) throw new InvalidArgumentError(`Allowed choices are ${AUDIT_EVENTS.join(', ')}.`);
  return known;
}

function readDay(text: string): number {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  // `Date.parse` takes the 30th of February for a day of March.
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text) {
    throw new InvalidArgumentError('It must be a day, such as 2026-11-27.');
  }
  return at;
}

function readLimit(text: string): number {
  const limit = /^\d+$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > MOST) throw new InvalidArgumentError(`It must be a number from 1 to ${MOST}.`);
  return limit;
}
