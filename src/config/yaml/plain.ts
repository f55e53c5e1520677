/** Reads plain data of unknown shape: absent values and values of another type are omitted. */

/** An entry of a list that is a plain text. */
export interface PlainText {
  readonly text: string;
  /** Its position in the list. */
  readonly index: number;
}

/** The texts of a list under a key, trimmed, without empty texts and other values. */
export function textsAt(data: unknown, key: string): readonly PlainText[] {
  return listAt(data, key).flatMap((text, index) =>
    typeof text === 'string' && text.trim() !== '' ? [{ text: text.trim(), index }] : [],
  );
}

/** The list under a key; empty when there is none. */
export function listAt(data: unknown, key: string): readonly unknown[] {
  const value = valueAt(data, [key]);
  return Array.isArray(value) ? value : [];
}

/** Own properties only; `undefined` where there is nothing. */
export function valueAt(data: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<PropertyKey, unknown>)[key]
        : undefined,
    data,
  );
}
