/** Other words for allowed values: `ami` → `image`; keys as {@link plainWord} writes them. */
export type Synonyms = ReadonlyMap<string, string>;

/**
 * `did you mean "x"? ` with the nearest allowed spelling, or an empty text; comes before the allowed values.
 * A synonym counts only for a value that is allowed.
 */
export function didYouMean(found: string, allowed: readonly string[], synonyms: Synonyms = NONE): string {
  const meant = synonyms.get(plainWord(found));
  const guess = meant !== undefined && allowed.includes(meant) ? meant : nearest(found, allowed);
  return guess === undefined ? '' : `did you mean "${guess}"? `;
}

const NONE: Synonyms = new Map();

/** The letters and digits in lower case, without an ending "s": `EC2-Images` and `ec2 image` are one word. */
export function plainWord(text: string): string {
  return text
    .slice(0, LONGEST)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/(?<=..)s$/, '');
}

/** A longer text is no spelling mistake. */
const LONGEST = 64;

/** `undefined` when no name is close: a wrong guess is worse than none. */
function nearest(found: string, allowed: readonly string[]): string | undefined {
  if (found.length > LONGEST) return undefined;
  const wanted = found.toLowerCase();
  let best: { name: string; distance: number } | undefined;
  for (const name of allowed) {
    const distance = editDistance(wanted, name.toLowerCase());
    if (!best || distance < best.distance) best = { name, distance };
  }
  return best && best.distance <= Math.max(1, Math.floor(wanted.length / 3)) ? best.name : undefined;
}

/** Counts insertions, deletions, replacements and swaps of adjacent characters. */
function editDistance(a: string, b: string): number {
  const [left, right] = [a, b.slice(0, LONGEST)];
  const rows: number[][] = [Array.from({ length: right.length + 1 }, (_, column) => column)];
  const cell = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let i = 1; i <= left.length; i++) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= right.length; j++) {
      const cost = left[i - 1] === right[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1];
      row[j] = Math.min(
        cell(i - 1, j) + 1,
        cell(i, j - 1) + 1,
        cell(i - 1, j - 1) + cost,
        swapped ? cell(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
  }
  return cell(left.length, right.length);
}
