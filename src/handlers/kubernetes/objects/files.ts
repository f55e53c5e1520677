/** Fields in the files that a ConfigMap has, whatever their format: `secretName: db`, `service_account = "web"`. Pure. */

/** One on a line, or in braces. */
const FIELD = /(?<![\w.])([A-Za-z][\w.-]*)["']?[ \t]*[:=][ \t]*["']?([A-Za-z0-9][\w.-]*)/g;
/** `configMapRef:` above `name: web`. */
const NAMED_BELOW = /([A-Za-z]+)["']?:\s*(?:\{|\n\s*(?:-\s+)?)\s*["']?name["']?:\s*["']?([A-Za-z0-9][\w.-]*)/g;

/** A key with the word after it, and a field with the `name` below it as `{ name }`. */
export function* fieldsIn(text: string): Generator<readonly [key: string, value: string | { readonly name: string }]> {
  for (const [, key = '', value = ''] of text.matchAll(FIELD)) yield [key, value];
  for (const [, key = '', name = ''] of text.matchAll(NAMED_BELOW)) yield [key, { name }];
}
