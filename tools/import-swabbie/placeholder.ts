/** Converts Spring's `${name:default}` to the native `${NAME:-default}`. */

/** A text of Swabbie's file, in both forms. */
export interface Text {
  /** In native form: `${X:-a}`, and `$${` for a literal `${`. */
  readonly native: string;
  /** With every default substituted; absent when a variable has none. */
  readonly plain: string | undefined;
  /** Is any variable left in `native`? */
  readonly variable: boolean;
  /** Names of the variables without a default. */
  readonly needs: readonly string[];
  /** The reason why `native` lost a part of Swabbie's text. */
  readonly lossy?: string;
}

/** The text of a property in the same file, if any. */
export type Lookup = (property: string) => string | undefined;

const DEEPEST = 5;

/** Reads the placeholders of a text; one without a native form is replaced by its default. */
export function readPlaceholders(text: string, lookup: Lookup = () => undefined, depth = 0): Text {
  const parts: Text[] = [];
  let rest = text;
  for (let start = rest.indexOf('${'); start >= 0; start = rest.indexOf('${')) {
    const end = endOf(rest, start);
    if (end < 0) break;
    parts.push(literal(rest.slice(0, start)));
    parts.push(placeholder(rest.slice(start + 2, end), rest[start - 1] === '$', lookup, depth));
    rest = rest.slice(end + 1);
  }
  return join([...parts, literal(rest)]);
}

function literal(text: string): Text {
  return { native: text.replaceAll('${', () => '$${'), plain: text, variable: false, needs: [] };
}

/** The index of the brace that closes the one at `start`; -1 if there is none. */
function endOf(text: string, start: number): number {
  let open = 0;
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '{') open++;
    if (text[at] === '}' && --open === 0) return at;
  }
  return -1;
}

function placeholder(inner: string, afterDollar: boolean, lookup: Lookup, depth: number): Text {
  const colon = inner.indexOf(':');
  const property = (colon < 0 ? inner : inner.slice(0, colon)).trim();
  const given = lookup(property) ?? (colon < 0 ? undefined : inner.slice(colon + 1));
  const fallback = given === undefined || depth >= DEEPEST ? undefined : readPlaceholders(given, lookup, depth + 1);
  const name = environmentName(property);
  if (name === undefined || afterDollar || fallback?.plain?.includes('}')) return unwritable(inner, fallback);
  const nested = fallback?.variable === true || fallback?.lossy !== undefined;
  const lossy = nested ? { lossy: `the placeholder inside of "\${${inner}}" is not read` } : {};
  if (fallback?.plain === undefined) {
    return { native: `\${${name}}`, plain: undefined, variable: true, needs: [name], ...lossy };
  }
  return { native: `\${${name}:-${fallback.plain}}`, plain: fallback.plain, variable: true, needs: [], ...lossy };
}

function unwritable(inner: string, fallback: Text | undefined): Text {
  const lossy = `"\${${inner}}" cannot be written as a variable`;
  return { ...literal(fallback?.plain ?? `\${${inner}}`), lossy };
}

/** `my.retention-days` → `MY_RETENTIONDAYS`, the name that Spring reads from the environment. */
function environmentName(property: string): string | undefined {
  const name = /^[A-Za-z_]\w*$/.test(property)
    ? property
    : property.replaceAll('-', '').replaceAll(/[.[]/g, '_').replaceAll(']', '').toUpperCase();
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? name : undefined;
}

function join(parts: readonly Text[]): Text {
  const lossy = parts.map((part) => part.lossy).find((why) => why !== undefined);
  const known = parts.every(({ plain }) => plain !== undefined);
  return {
    native: parts.map(({ native }) => native).join(''),
    plain: known ? parts.map(({ plain }) => plain).join('') : undefined,
    variable: parts.some(({ variable }) => variable),
    needs: parts.flatMap(({ needs }) => needs),
    ...(lossy === undefined ? {} : { lossy }),
  };
}
