/**
 * A copy that keeps no other memory alive. In V8 a string that is cut out of a text is a view of the whole text: one id out of user
 * data would keep all of it. Answers themselves are read into strings of their own (ADR 114).
 */
export function unshareStrings<T>(value: T): T {
  return copy(value) as T;
}

function copy(value: unknown): unknown {
  if (typeof value === 'string') return copyOf(value);
  if (Array.isArray(value)) return value.map(copy);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  // Keeps the object's shape, which is much cheaper than a new object from entries.
  const made: Record<string, unknown> = { ...value };
  for (const key of Object.keys(made)) made[key] = copy(made[key]);
  return made;
}

/** V8 itself copies strings shorter than this: `SlicedString::kMinLength`. */
const SHORTEST_VIEW = 13;

function copyOf(text: string): string {
  if (text.length < SHORTEST_VIEW) return text;
  // Both encodings are lossless: one byte a character if possible, otherwise two.
  const encoding = WIDE.test(text) ? 'utf16le' : 'latin1';
  return Buffer.from(text, encoding).toString(encoding);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: everything that fits into one byte
const WIDE = /[^\u0000-\u00ff]/;
