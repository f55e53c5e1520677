/** Harbor's patterns of tags (`github.com/bmatcuk/doublestar`); a tag has no slash. Pure. */
import { wholeRegex } from '../../../src/core/evaluation/pattern.ts';
import { literal } from '../regex.ts';

/** As a regex of the whole name; `undefined`: it has a sign that is not translated. */
export function doublestar(pattern: string): string | undefined {
  if (/[\\[\]]/.test(pattern)) return undefined;
  let depth = 0;
  const parts = [...pattern].map((sign) => {
    if (sign === '{') depth++;
    if (sign === '}') depth--;
    if (sign === '{') return '(?:';
    if (sign === '}') return ')';
    if (sign === ',' && depth > 0) return '|';
    if (sign === '*') return '[^/]*';
    return sign === '?' ? '[^/]' : literal(sign);
  });
  const regex = parts.join('');
  return depth === 0 && wholeRegex.safeParse(regex).success ? regex : undefined;
}

/** Is it certain that no name matches both? By what stands before the first sign of a pattern. */
export function namesApart(left: string, right: string): boolean {
  const [a, b] = [left, right].map((one) => /^[^*?{]*/.exec(one)?.[0] ?? '') as [string, string];
  return !a.startsWith(b) && !b.startsWith(a);
}
