/** The shapes of parsed JSON; each throws `TypeError` for another one. */

/** A text. */
export function text(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError('text expected');
  return value;
}

/** A number. */
export function number(value: unknown): number {
  if (typeof value !== 'number') throw new TypeError('number expected');
  return value;
}

/** `true` or `false`. */
export function boolean(value: unknown): boolean {
  if (typeof value !== 'boolean') throw new TypeError('true or false expected');
  return value;
}

/** A list. */
export function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new TypeError('list expected');
  return value;
}

/** An object that is no list. */
export function object(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TypeError('object expected');
  }
  return value as Readonly<Record<string, unknown>>;
}
