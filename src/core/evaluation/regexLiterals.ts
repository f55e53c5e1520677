/** What a regex of the configuration (`/^golden-/`) needs to be in a text, read from its source. Pure. */

const LITERALS = /^(?:[A-Za-z0-9_:@ /-]|\\[./-])*/;

/**
 * The text with which everything begins that a regex such as `/^golden-/` or `/^pr-\d+$/` matches; `undefined`: none is
 * certain.
 */
export function literalPrefix(source: string): string | undefined {
  const inner = /^\/\^(.+)\/$/s.exec(source)?.[1];
  return inner === undefined || hasBranches(inner) ? undefined : literalAt(inner);
}

/** Is the regex nothing but its {@link literalPrefix}? */
export function isOnlyPrefix(source: string): boolean {
  return /^\/\^(?:[A-Za-z0-9_:@ /-]|\\[./-])+\/$/.test(source);
}

/** The longest text that is certainly in everything that the regex matches; `undefined`: none is, or it is not looked for. */
export function literalIn(source: string): string | undefined {
  const inner = /^\/(.+)\/$/s.exec(source)?.[1];
  if (inner === undefined || hasBranches(inner) || ODD_PART.test(inner)) return undefined;
  let [longest, rest]: [string | undefined, string] = [undefined, inner];
  while (rest !== '') {
    const here = literalAt(rest);
    if (here !== undefined && here.length > (longest?.length ?? 0)) longest = here;
    const [literal = ''] = LITERALS.exec(rest) ?? [];
    const [other = ''] = OTHER.exec(rest.slice(literal.length)) ?? [];
    rest = rest.slice(literal.length + other.length);
  }
  return longest;
}

/** A class of characters, an escape of one, a repetition, or one other character. */
const OTHER = /^(?:\[\^?[^[\]\\]+\]|\\[dswDSWbB]|\{[\d,]+\}|[\s\S])/;

/** Groups, classes with brackets or escapes in them, and escapes with operands. */
const ODD_PART = /[()]|\\[^dswDSWbB./-]|\[[^\]]*[[\\]|\[\^?\]/;

function hasBranches(inner: string): boolean {
  return inner.includes('|') || inner.includes('(?');
}

/** The literal beginning of a part of a regex, without a last character that is repeated or may be missing. */
function literalAt(part: string): string | undefined {
  const [literal = ''] = LITERALS.exec(part) ?? [];
  const isRepeated = /^[?*+{]/.test(part.slice(literal.length));
  const certain = isRepeated ? literal.replace(/\\?.$/s, '') : literal;
  const text = certain.replace(/\\/g, '');
  return text === '' ? undefined : text;
}
