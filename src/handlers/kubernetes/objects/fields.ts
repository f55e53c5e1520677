/** The fields of a value of an object. Pure. */

export type Fields = Readonly<Record<string, unknown>>;

/** None of a value that has no fields. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}
