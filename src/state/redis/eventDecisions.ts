/** How often each person decided about resources: a HASH of each, as the feed of events is too short for it. */
import type { ChainableCommander } from 'ioredis';
import { DAY_MS } from '../../core/common/duration.ts';
import type { Decisions } from '../../core/ports/events.ts';
import type { AuditEntry, AuditEvent } from '../../core/resource/audit.ts';
import type { RedisConnection } from './connection.ts';
import { EVENTS } from './keys.ts';

/** After the last decision of a person, ms. */
const KEPT_MS = 400 * DAY_MS;
const FIELDS = {
  kept: 'optedOut',
  undone: 'optOutUndone',
  hastened: 'hastened',
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
    Promise.all(actors.map((actor) => client.hmget(EVENTS.decisions(actor), ...COUNTED))),
  );
  const found = actors.flatMap((actor, i) => {
    const [kept = 0, undone = 0, hastened = 0, disclaimed = 0] = (counts[i] ?? []).map(Number);
    return kept + undone + hastened + disclaimed > 0 ? [[actor, { kept, undone, hastened, disclaimed }] as const] : [];
  });
  return new Map(found);
}
