/** How often each person decided about resources: a HASH of each, as the feed of events is too short for it. */
import type { ChainableCommander } from 'ioredis';
import { DAY_MS } from '../../core/common/duration.ts';
import type { Decisions } from '../../core/ports/events.ts';
import { type AuditEntry, type AuditEvent, eventOfNow } from '../../core/resource/audit.ts';
import type { RedisConnection } from './connection.ts';
import { EVENTS } from './keys.ts';

/** After the last decision of a person, ms. */
const KEPT_MS = 400 * DAY_MS;
const FIELDS = {
  kept: 'optedOut',
  undone: 'optOutUndone',
  expedited: 'expedited',
  disclaimed: 'disclaimed',
} as const satisfies Record<keyof Decisions, AuditEvent>;
const COUNTED: readonly AuditEvent[] = Object.values(FIELDS);

/** Adds the commands that count the decisions among these entries. */
export function countDecisions(pipeline: ChainableCommander, entries: readonly AuditEntry[]): void {
  for (const { actor, event, unconfirmed } of entries) {
    if (unconfirmed || !COUNTED.includes(event)) continue;
    pipeline.hincrby(EVENTS.decisions(actor), event, 1);
    pipeline.pexpire(EVENTS.decisions(actor), KEPT_MS);
  }
}

/** See `Events.decisions`. */
export async function readDecisions(
  connection: RedisConnection,
  actors: readonly string[],
): Promise<ReadonlyMap<string, Decisions>> {
  if (actors.length === 0) return new Map();
  const counts = await connection.command('counting the decisions of owners', (client) =>
    Promise.all(actors.map((actor) => client.hgetall(EVENTS.decisions(actor)))),
  );
  const found = actors.flatMap((actor, i) => {
    const decisions = decisionsOf(countsOf(counts[i] ?? {}));
    return Object.values(decisions).some((count) => count > 0) ? [[actor, decisions] as const] : [];
  });
  return new Map(found);
}

/** Counts by the name of an event; those under a name of earlier versions are added to those of the present name. */
export function countsOf(fields: Readonly<Record<string, string>>): Partial<Record<AuditEvent, number>> {
  const counts: Partial<Record<AuditEvent, number>> = {};
  for (const [stored, count] of Object.entries(fields)) {
    const event = eventOfNow(stored);
    counts[event] = (counts[event] ?? 0) + Number(count);
  }
  return counts;
}

function decisionsOf(counts: Partial<Record<AuditEvent, number>>): Decisions {
  return {
    kept: counts[FIELDS.kept] ?? 0,
    undone: counts[FIELDS.undone] ?? 0,
    expedited: counts[FIELDS.expedited] ?? 0,
    disclaimed: counts[FIELDS.disclaimed] ?? 0,
  };
}
