/** A deep-frozen copy without undefined members; shares dates, bytes and already frozen values. */
export function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Object.isFrozen(value) || value instanceof Date || value instanceof Uint8Array) return value;
  if (Array.isArray(value)) return Object.freeze(value.map(frozen)) as T;
  const copy: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    if (member !== undefined) copy[key] = frozen(member);
  }
  return Object.freeze(copy) as T;
}
