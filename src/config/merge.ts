type Plain = Readonly<Record<string, unknown>>;

/**
 * Lays what is said later over what was said before: mappings key by key and deeply, `keep` adds up, everything else
 * is replaced. Works on the file's own values, before they are read.
 */
export function mergeSettings(...layers: readonly (Plain | undefined)[]): Record<string, unknown> {
  const given = layers.filter((layer) => layer !== undefined);
  const merged = given.reduce<Record<string, unknown>>((under, over) => overlay(under, over), {});
  const keep = given.flatMap((layer) => (Array.isArray(layer.keep) ? layer.keep : []));
  return { ...merged, keep: withoutRepeats(keep) };
}

function overlay(under: Plain, over: Plain): Record<string, unknown> {
  const result: Record<string, unknown> = { ...under };
  for (const [key, value] of Object.entries(over)) {
    const before = result[key];
    result[key] = isPlain(before) && isPlain(value) ? overlay(before, value) : value;
  }
  return result;
}

function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function withoutRepeats(entries: readonly unknown[]): readonly unknown[] {
  return [...new Map(entries.map((entry) => [JSON.stringify(entry), entry])).values()];
}
