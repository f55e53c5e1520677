/** The money of the months by team and type: a HASH beside that of the months, which every deletion adds to. */
import { OTHER_TEAMS, type SavedPart, type SavedParts } from '../../core/resource/saved.ts';
import type { RedisConnection } from './connection.ts';
import { MONEY } from './keys.ts';

type Client = RedisConnection['client'];

/** The instant of the first deletion that was counted, ms since the epoch. */
const SINCE = 'since';
/** With more fields than this, further teams count as one. */
const MOST = 20_000;

/** @param value millionths of the currency; of resources without a figure, their number, and no currency */
export async function addPart(
  client: Client,
  { month, currency, type, team }: Omit<SavedPart, 'saved' | 'unpriced'>,
  value: number,
  at: number,
): Promise<void> {
  const fields = await client.hlen(MONEY.parts);
  if (fields === 0) await client.hsetnx(MONEY.parts, SINCE, at);
  const field = (name: string) => [month, currency, type, name].map(encoded).join('|');
  const isNew = fields >= MOST && (await client.hexists(MONEY.parts, field(team))) === 0;
  await client.hincrby(MONEY.parts, field(isNew ? OTHER_TEAMS : team), value);
}

/** Months before `oldest` go. */
export async function dropOldParts(client: Client, oldest: string): Promise<void> {
  const old = (await client.hkeys(MONEY.parts)).filter((field) => field !== SINCE && field < oldest);
  if (old.length > 0) await client.hdel(MONEY.parts, ...old);
}

/** @param millionths of a currency */
export function partsIn(fields: Readonly<Record<string, string>>, millionths: number): SavedParts {
  const parts = Object.entries(fields).flatMap(([field, text]) => partOf(field, Number(text), millionths));
  const since = Number(fields[SINCE]);
  const keyOf = ({ month, team, type }: SavedPart) => `${month} ${team} ${type}`;
  return {
    ...(fields[SINCE] !== undefined && Number.isFinite(since) ? { since } : {}),
    parts: parts.toSorted(
      (a, b) => b.month.localeCompare(a.month) || b.saved - a.saved || (keyOf(a) < keyOf(b) ? -1 : 1),
    ),
  };
}

function partOf(field: string, value: number, millionths: number): readonly SavedPart[] {
  const [month, currency, type, team] = field.split('|').map(decoded);
  if (!month || currency === undefined || !type || team === undefined || !Number.isFinite(value)) return [];
  const own = { month, currency, type, team };
  return [currency === '' ? { ...own, saved: 0, unpriced: value } : { ...own, saved: value / millionths, unpriced: 0 }];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A half character, which no address can have, becomes a sign of its own rather than an error. */
function encoded(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}
