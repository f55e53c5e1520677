/** Patterns of other programs as regexes of RE2 between slashes. */
import { compilePattern } from '../../src/core/evaluation/pattern.ts';

/** A text as a part of a regex. */
export function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** A regex between slashes; `undefined` if RE2 does not have it. */
export function slashed(regex: string, flags: '' | 'i' = ''): string | undefined {
  const written = `/${regex}/${flags}`;
  return compilePattern(written).kind === 'pattern' ? written : undefined;
}

/** `*`, `?` and `[abc]` of a shell's pattern, as a regex of the whole text; `undefined` for others. */
export function ofGlob(glob: string): string | undefined {
  if (/[\\{}]/.test(glob)) return undefined;
  const parts: readonly string[] = glob.match(/\[!?[\w .,:@+-]+\]|[\s\S]/g) ?? [];
  // What other signs mean there differs: `^` negates a class in a shell, and is a sign of it in Python.
  if (parts.includes('[')) return undefined;
  const regex = parts.map((part) => {
    if (part === '*') return '[\\s\\S]*';
    if (part === '?') return '[\\s\\S]';
    return part.length > 1 ? part.replace(/^\[!/, '[^') : literal(part);
  });
  return `^${regex.join('')}$`;
}

/** A pattern that only this value matches; a text that may be taken for another kind of pattern becomes a regex. */
export function exactly(value: string): string;
export function exactly(value: unknown): unknown;
export function exactly(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const isPlain = /^[A-Za-z][\w .:@-]*$/.test(value) && !/^(?:true|false)$/i.test(value);
  return isPlain ? value : (slashed(`^${literal(value)}$`) ?? value);
}
