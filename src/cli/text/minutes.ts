/** Instants as people read them on a terminal; JSON and logs keep every millisecond. Pure. */

/** @param at ms since the epoch @example `2026-11-22 14:02 UTC` */
export function minute(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

const INSTANT = /\b(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}):\d{2}(?:\.\d+)?Z/g;

/** The same sentence with its instants as {@link minute} writes them. */
export function withMinutes(text: string): string {
  return text.replace(INSTANT, '$1 $2 UTC');
}
