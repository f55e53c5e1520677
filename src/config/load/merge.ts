type Plain = Readonly<Record<string, unknown>>;

/**
 * Merges layers, the later one wins: mappings are merged deeply by key, lists of `keep` are joined, all other values
 * are replaced. Works on the file's own values, before the schema parses them.
 */
export function mergeSettings(...layers: readonly (Plain | undefined)[]): Record<string, unknown> {
  const given = layers.filter((layer) => layer !== undefined);
  const keep = given.flatMap((layer) => (Array.isArray(layer.keep) ? layer.keep : []));
  return { ...overlay(given), keep: withoutRepeats(keep) };
}

/** A mapping after a word (`notice: { … }` after `notice: off`) is merged with the mappings before that word. */
function overlay(layers: readonly Plain[]): Record<string, unknown> {
  const keys = new Set(layers.flatMap((layer) => Object.keys(layer)));
  return Object.fromEntries(
    [...keys].map((key) => {
      const values = layers.map((layer) => layer[key]).filter((value) => value !== undefined);
      const last = values.at(-1);
      return [key, isPlain(last) ? overlay(values.filter(isPlain)) : last];
    }),
  );
}

function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function withoutRepeats(entries: readonly unknown[]): readonly unknown[] {
  return [...new Map(entries.map((entry) => [JSON.stringify(entry), entry])).values()];
}
