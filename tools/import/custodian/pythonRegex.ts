/** Regexes of Python (`re`) that RE2 reads alike: https://docs.python.org/3/library/re.html and https://github.com/google/re2/wiki/Syntax. */

export interface PythonRegex {
  /** RE2 matches no text that Python does not match; in a `not` the other way round. */
  readonly isAlike: boolean;
  /** In a `not`: characters of texts that Python may match and RE2 does not. */
  readonly unsure: string;
}

/** No person writes a longer pattern, and RE2 takes none here. */
const LONGEST = 1000;
const PARTS = /\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|\(\?(?:P<\w+>|[a-z]*[:)])?|\{[^}]*\}|[\s\S]/g;
const UNLIKE: PythonRegex = { isAlike: false, unsure: '' };

/**
 * @param ignoresCase whether Python is told to
 * @param isNot whether it selects what does not match
 */
export function readPython(regex: string, ignoresCase: boolean, isNot: boolean): PythonRegex {
  if (regex.length > LONGEST) return UNLIKE;
  const folds = ignoresCase || /\(\?[a-z]*i/.test(regex);
  // Each of the two has its own table of pairs beyond ASCII.
  if (folds && /[^\0-\x7f]/.test(regex)) return UNLIKE;
  const parts: readonly string[] = regex.match(PARTS) ?? [];
  const isAlike = parts.every((part, index) => isKnown(part, index === 0, { folds, isNot }));
  // Python's `$` matches before a line break at the end, too, and its `i` is `İ` and `ı` as well.
  const ends = parts.includes('$') ? '\\n' : '';
  const turkish = folds && /[i[]/i.test(regex) ? '\\x{130}\\x{131}' : '';
  return { isAlike, unsure: isNot ? `${ends}${turkish}` : '' };
}

interface Reading {
  readonly folds: boolean;
  readonly isNot: boolean;
}

function isKnown(part: string, isFirst: boolean, { folds, isNot }: Reading): boolean {
  if (part.startsWith('\\')) return isEscape(part, isNot ? 'Anrtf' : 'Anrtfdws');
  if (part.length > 1 && part.startsWith('[')) {
    const isOther = part.startsWith('[^');
    const inside = part.slice(isOther ? 2 : 1, -1);
    // Python has no named classes, and knows more letters and digits than RE2: what is none of them is less there.
    if (inside === '' || inside.includes('[:') || (isOther && folds && /[a-z]/i.test(inside))) return false;
    return (inside.match(/\\[\s\S]/g) ?? []).every((one) => isEscape(one, isNot || isOther ? 'nrtf' : 'nrtfdws'));
  }
  if (part.startsWith('(?')) return /^\(\?(?:i?:|P<)/.test(part) || (isFirst && /^\(\?[is]{1,2}\)$/.test(part));
  return part.startsWith('{') ? /^\{\d+(?:,\d*)?\}$/.test(part) : true;
}

/** Signs are themselves after a backslash, in both. */
function isEscape([, sign = '']: string, letters: string): boolean {
  return letters.includes(sign) || /[!-/:-@[-`{-~]/.test(sign);
}
