const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** A date or an instant written by a person, in a tag for example. */
export interface WrittenDate {
  /** ms since the epoch; for a date without a time, its first instant. */
  readonly at: number;
  /** The text has no time: it means the whole day. */
  readonly isWholeDay: boolean;
  /** Without a zone a time means another instant to each reader. */
  readonly hasZone: boolean;
}

/**
 * Reads an ISO date, or date and time. A date, and a time without a zone, are UTC: `Date.parse` alone reads such a time
 * in the time zone of the process, so two instances could read two instants. `undefined` for any other text.
 */
export function readWrittenDate(text: string): WrittenDate | undefined {
  const [, date, time, zone] = ISO.exec(text.trim()) ?? [];
  if (date === undefined) return undefined;
  const offset = (zone ?? 'Z').toUpperCase().replace(/^([+-]\d{2}):?(\d{2})$/, '$1:$2');
  // Date.parse converts 2027-02-30 to a date in March.
  if (new Date(`${date}T00:00:00Z`).toJSON()?.startsWith(date) !== true) return undefined;
  const at = Date.parse(time === undefined ? date : `${date}T${time}${offset}`);
  return Number.isNaN(at) ? undefined : { at, isWholeDay: time === undefined, hasZone: zone !== undefined };
}
