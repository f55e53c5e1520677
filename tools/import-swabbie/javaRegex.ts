/**
 * Converts Java's regexes to RE2's. Translates only constructs that both read alike: RE2 would silently take
 * `[a-z&&[^b]]` or `\v` for something else. Known differences that no AWS name can show: `\s` without \x0B, `.` and `$`
 * at line ends.
 */

export type Translation =
  | { readonly kind: 'same' }
  /** No engine accepts it, so it never matched in Swabbie. */
  | { readonly kind: 'invalid'; readonly why: string }
  | { readonly kind: 'unknown'; readonly why: string };

const ESCAPES = /^(?:[dDwWsSbBAtnrf]|x[0-9A-Fa-f]{2}|[^A-Za-z0-9])/;
const GROUP = /^\?(?:i?:|i\))/;
const REPEAT = /^\{\d{1,3}(?:,\d{0,3})?\}/;

/** Does the regex have the same meaning in RE2? */
export function translateRegex(java: string): Translation {
  let open = 0;
  for (let at = 0; at < java.length; at++) {
    const rest = java.slice(at + 1);
    const char = java[at] as string;
    if (char === '\\') {
      const escaped = ESCAPES.exec(rest)?.[0];
      if (escaped === undefined) return unknown(`\\${rest.slice(0, 1)}`);
      at += escaped.length;
    } else if (char === '[') {
      const end = classEnd(java, at);
      if (end < 0) return unknown('a class of characters that is nested, intersected or not closed');
      at = end;
    } else if (char === '(') {
      if (rest.startsWith('?')) {
        const group = GROUP.exec(rest)?.[0];
        if (group === undefined) return unknown(`(${rest.slice(0, 3)} (look-arounds, named groups, flags)`);
        at += group.length;
        if (group.endsWith(')')) continue;
      }
      open++;
    } else if (char === ')' && --open < 0) return { kind: 'invalid', why: 'a ")" without its "("' };
    else if (char === '{' && !REPEAT.test(java.slice(at))) return unknown('a "{" that is no repetition');
    else if ('*+?}'.includes(char) && rest.startsWith('+')) return unknown(`${char}+ (possessive)`);
  }
  return open === 0 ? { kind: 'same' } : { kind: 'invalid', why: 'a "(" without its ")"' };
}

/** The index of the `]` of a plain class; -1 when it is not one. */
function classEnd(java: string, start: number): number {
  let at = java[start + 1] === '^' ? start + 2 : start + 1;
  // A first `]` is the end in Java, but a member in RE2.
  if (java[at] === ']') return -1;
  for (; at < java.length; at++) {
    const char = java[at];
    if (char === ']') return at;
    if (char === '[' || java.startsWith('&&', at)) return -1;
    if (char !== '\\') continue;
    const escaped = ESCAPES.exec(java.slice(at + 1))?.[0];
    if (escaped === undefined || /^[bBA]/.test(escaped)) return -1;
    at += escaped.length;
  }
  return -1;
}

function unknown(what: string): Translation {
  return { kind: 'unknown', why: `${what} is not known to RE2, or means something else there` };
}
