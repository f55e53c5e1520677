/** Schemas for texts and lists of texts in the configuration; the providers' own keys use them too. */
import { z } from 'zod';

/** A text that `read` parses; `undefined` = not allowed. */
export function readText<T>(allowed: string, read: (text: string) => T | undefined, examples: readonly string[] = []) {
  return z
    .string({ error: allowed })
    .meta(examples.length > 0 ? { examples: [...examples] } : {})
    .transform((text, context): T => {
      const value = read(text);
      if (value !== undefined) return value;
      context.addIssue({ code: 'custom', message: `allowed: ${allowed}` });
      return z.NEVER;
    });
}

/** A non-empty text without line breaks. */
export function name(what: string) {
  const words = `${what}, not empty, on one line`;
  return z
    .string({ error: words })
    .trim()
    .min(1, { error: words })
    .max(2048, { error: `${what} of at most 2048 characters` })
    .refine((text) => !/\p{Cc}/u.test(text), { error: `allowed: ${words}` });
}

/** A non-empty list without duplicates. */
export function uniqueList<T extends z.ZodType>(item: T, what: string) {
  const words = `a list of ${what}, at least one`;
  return z
    .array(item, { error: words })
    .min(1, { error: words })
    .superRefine((items, context) => {
      items.forEach((value, index) => {
        if (items.indexOf(value) < index)
          context.addIssue({ code: 'custom', path: [index], message: 'it is listed twice' });
      });
    });
}

/** Is it a URL of one of these schemes (`https:`), with a host? */
export function hasScheme(text: string, schemes: readonly string[]): boolean {
  return URL.canParse(text) && schemes.includes(new URL(text).protocol) && new URL(text).hostname !== '';
}
