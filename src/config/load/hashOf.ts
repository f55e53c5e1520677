import { createHash } from 'node:crypto';

/** SHA-256 of a JSON-able value, independent of the order of its keys; hex. */
export function hashOf(value: unknown): string {
  const sorted = (_key: string, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item;
  return sha256(JSON.stringify(value, sorted));
}

/** Hex. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
