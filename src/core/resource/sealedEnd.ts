/** Longer than any checksum with its key id and the characters around it. */
const LONGEST_END = 120;

/**
 * Splits a value from the checksum at its end. It searches only the end: on a value of megabytes, a regular expression
 * that begins with `.+` overflows the stack of the engine.
 * @param end matches the checksum and all text after the covered part, with the checksum as its only group; ends with
 * `$`
 * @returns `undefined` when there is no checksum
 */
export function partAtSeal(text: string, end: RegExp): { inside: string; checksum: string } | undefined {
  const [all = '', checksum] = end.exec(text.slice(-LONGEST_END)) ?? [];
  if (checksum === undefined || all.length >= text.length) return undefined;
  return { inside: text.slice(0, -all.length), checksum };
}
