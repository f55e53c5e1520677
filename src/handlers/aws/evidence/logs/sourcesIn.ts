/** The names that queries have in them: `SOURCE '/aws/lambda/shop' | …`, and as PPL and SQL have them, also in JSON in JSON. */
const SOURCE = /(?:\b(?:SOURCE|FROM|JOIN)\s{0,40}=?\s{0,40}|[[(,]\s{0,40})\\{0,9}['"`]([\w./#-]{1,512})\\{0,9}['"`]/gi;

/** Whatever may be the name of a group in a query, or in more than one. */
export function sourcesIn(text: string): readonly string[] {
  return [...text.matchAll(SOURCE)].flatMap(([, name]) => name ?? []);
}
