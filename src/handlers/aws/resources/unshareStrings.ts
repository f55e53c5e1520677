/**
 * A copy that keeps nothing else alive. What a parser cuts out of an answer is, to V8, a view of the whole answer: one
 * id that is kept would keep its page, a megabyte.
 */
export function unshareStrings<T>(value: T): T {
  return copy(value) as T;
}

function copy(value: unknown): unknown {
  if (typeof value === 'string') return copyOf(value);
  if (Array.isArray(value)) return value.map(copy);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  // Keeps the shape of the object, which is much cheaper than a new one made of entries.
  const made: Record<string, unknown> = { ...value };
  for (const key of Object.keys(made)) made[key] = copy(made[key]);
  return made;
}

/** V8 copies by itself what is shorter than this: `SlicedString::kMinLength`. */
const SHORTEST_VIEW = 13;

function copyOf(text: string): string {
  if (text.length < SHORTEST_VIEW) return text;
  // The encodings that lose nothing: one byte a character where that is enough, two where it is not.
  const encoding = WIDE.test(text) ? 'utf16le' : 'latin1';
  return Buffer.from(text, encoding).toString(encoding);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: everything that fits into one byte
const WIDE = /[^\u0000-\u00ff]/;
