/** The program counts time in ms since the epoch; a log shows each instant as RFC 3339 in UTC. */

/** `at`, `until`, and names that end so. */
const INSTANT = /^(at|until)$|(At|Until)$/;
/** The ends of a span, which may also be numbers of something else: an instant is after 1973. */
const SPAN = /^(from|to)$/;
const SINCE_MS = 1e11;
/** The last instant that a `Date` can represent. */
const LAST_MS = 8.64e15;

/** A copy with `2026-11-22T23:00:00.000Z` in place of ms since the epoch, by the names of the fields, at any depth. */
export function withInstants(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, shown(name, value)]));
}

function shown(name: string, value: unknown): unknown {
  if (typeof value === 'number') return isInstant(name, value) ? new Date(value).toISOString() : value;
  if (Array.isArray(value)) return value.map((one: unknown) => (isPlain(one) ? withInstants(one) : one));
  return isPlain(value) ? withInstants(value) : value;
}

function isInstant(name: string, value: number): boolean {
  if (!(Math.abs(value) <= LAST_MS)) return false;
  return INSTANT.test(name) || (SPAN.test(name) && value >= SINCE_MS);
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
