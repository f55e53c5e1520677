/** Fields in the files that a ConfigMap has, whatever their format: `secretName: db`, `service_account = "web"`. Pure. */

/** One on a line, or in braces. Every part has an end: a text of a megabyte takes no longer than its length. */
const FIELD = /(?<![\w.])([A-Za-z][\w.-]{0,100})["']?[ \t]{0,40}[:=][ \t]{0,40}["']?([A-Za-z0-9][\w.-]{0,253})/g;
/** `image_pull_secrets = ["a", "b"]` */
const LIST = /(?<![\w.])([A-Za-z][\w.-]{0,100})["']?[ \t]{0,40}[:=][ \t]{0,40}\[([^\][]{1,2000})\]/g;
/** A line of a list: `- pull`. */
const ITEM = /^[ \t]{0,100}-[ \t]{1,40}["']?([A-Za-z0-9][\w.-]{0,253})["']?[ \t]{0,40}\r?$/gm;
/** `configMapRef:` above `name: web`. */
const NAMED_BELOW =
  /([A-Za-z]{1,60})["']?:[ \t]{0,40}(?:\{|\r?\n[ \t]{0,100}(?:-[ \t]{1,40})?)[ \t]{0,40}["']?name["']?:[ \t]{0,40}["']?([A-Za-z0-9][\w.-]{0,253})/g;

/** A key with the word after it, and a field with the `name` below it as `{ name }`. */
export function* fieldsIn(text: string): Generator<readonly [key: string, value: string | { readonly name: string }]> {
  for (const [, key = '', value = ''] of text.matchAll(FIELD)) yield [key, value];
  for (const [, key = '', name = ''] of text.matchAll(NAMED_BELOW)) yield [key, { name }];
  for (const [, key = '', list = ''] of text.matchAll(LIST))
    for (const one of list.split(',')) yield [key, one.replace(/^[\s"']{1,100}|[\s"']{1,100}$/g, '')];
  for (const [, value = ''] of text.matchAll(ITEM)) yield ['', value];
}
