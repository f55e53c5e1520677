/** Several surveys read the same answer of the SDK: none may change it. */
export function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value) || ArrayBuffer.isView(value)) return value;
  for (const each of Object.values(value)) frozen(each);
  return Object.freeze(value);
}
