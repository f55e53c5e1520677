/** Converts Spring's equivalent spellings to one form. Works on plain data of any shape. */

export type Plain = { readonly [key: string]: unknown };

/** `maxAge`, `max-age`, `MAX_AGE` → `maxage`: names are equal when these are equal. */
export function canonical(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, '');
}

export function isMapping(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Merge keys (`<<`), dotted and indexed keys (`a.b`, `a[0]`) and lists written as `0:`, `1:` … become plain. */
export function normalise(value: unknown): unknown {
  return withLists(expand(value));
}

function expand(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(expand);
  if (!isMapping(value)) return value;
  return entriesOf(value).reduce<Plain>(
    (result, [key, item]) => lay(result, nested(segmentsOf(key), expand(item))),
    Object.create(null),
  );
}

/** Own entries override those of `<<`, as in SnakeYAML. */
function entriesOf(value: Plain): readonly (readonly [string, unknown])[] {
  const bases = Array.isArray(value['<<']) ? value['<<'] : [value['<<']];
  const own = Object.entries(value).filter(([key]) => key !== '<<');
  const inherited = bases.filter(isMapping).reverse().flatMap(entriesOf);
  const names = new Set(own.map(([key]) => canonical(key)));
  return [...new Map(inherited)].filter(([key]) => !names.has(canonical(key))).concat(own as [string, unknown][]);
}

/** No key of Spring has more segments. */
const MOST_SEGMENTS = 12;

/** `a.b[0]` → `a`, `b`, `0`; a key in another form is one segment. */
function segmentsOf(key: string): readonly string[] {
  if (!/[.[]/.test(key) || !/^[^.[\]]+(\.[^.[\]]+|\[\d{1,6}\])*$/.test(key)) return [key];
  const segments = key.split(/[.[\]]+/).filter((segment) => segment !== '');
  return segments.length > MOST_SEGMENTS ? [key] : segments;
}

function nested(segments: readonly string[], value: unknown): Plain {
  const [first = '', ...rest] = segments;
  return Object.assign(Object.create(null), { [first]: rest.length === 0 ? value : nested(rest, value) });
}

/** Merges mappings and lists, as their flattened keys would be merged; replaces other values. */
function lay(below: Plain, above: Plain): Plain {
  const result = Object.assign(Object.create(null), below);
  for (const [key, value] of Object.entries(above)) {
    const before = result[key];
    result[key] = isTree(before) && isTree(value) ? lay(before, value) : value;
  }
  return result;
}

/** A list counts as a mapping of its indexes. */
function isTree(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null;
}

function withLists(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withLists);
  if (!isMapping(value)) return value;
  const keys = Object.keys(value);
  if (keys.length > 0 && keys.every((key) => /^\d{1,6}$/.test(key))) {
    return keys.sort((a, b) => Number(a) - Number(b)).map((key) => withLists(value[key]));
  }
  return Object.assign(Object.create(null), Object.fromEntries(keys.map((key) => [key, withLists(value[key])])));
}
