/** An instant in a sentence for people; values keep every millisecond. @param at ms since the epoch @example `2026-11-22 14:02 UTC` */
export function minute(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
