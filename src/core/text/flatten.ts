/**
 * V8 keeps a text that was put together as its parts, four objects for `instance i-1 (running)`, until somebody reads all of
 * it. For texts that stay: there may be a million.
 */
export function flatten(text: string): void {
  Number(text);
}
