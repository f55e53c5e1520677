/** Names that earlier versions wrote in a configuration or in the record of a pass → the names that they have now. */
export const EARLIER_NAMES: ReadonlyMap<string, string> = new Map([
  ['hastenNotBefore', 'expediteNotBefore'],
  ['copiesUnderWay', 'pendingCopies'],
  ['madeForImage', 'backedImage'],
]);

/** `copiesUnderWay@test/eu-west-1` → `pendingCopies@test/eu-west-1`: an evidence source is named before the `@`. */
export function withSourcesOfNow<V>(counts: Readonly<Record<string, V>>): Readonly<Record<string, V>> {
  return Object.fromEntries(
    Object.entries(counts).map(([key, value]) => {
      const [source = '', ...place] = key.split('@');
      return [[EARLIER_NAMES.get(source) ?? source, ...place].join('@'), value];
    }),
  );
}
