/** Schemas for texts and lists of texts in the configuration; the providers' own keys use them too. */
import { z } from 'zod';
import { defined } from './defined.ts';

/** For JSON Schemas: text that is not empty when trimmed, without control characters inside. */
const ONE_LINE =
  '^\\s*[^\\s\\u0000-\\u001f\\u007f-\\u009f](?:[^\\u0000-\\u001f\\u007f-\\u009f]*[^\\s\\u0000-\\u001f\\u007f-\\u009f])?\\s*$';

/**
 * A text that `read` parses; `undefined` = not allowed.
 * @param pattern for the JSON Schema: a regular expression that fits every text that `read` parses
 */
export function readText<T>(
  allowed: string,
  read: (text: string) => T | undefined,
  examples: readonly string[] = [],
  pattern?: string,
) {
  return z
    .string({ error: allowed })
    .meta({ ...(examples.length > 0 ? { examples: [...examples] } : {}), ...defined({ pattern }) })
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
    .refine((text) => !/\p{Cc}/u.test(text), { error: `allowed: ${words}` })
    .meta({ pattern: ONE_LINE });
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
    })
    .meta({ uniqueItems: true });
}

/** For JSON Schemas: `http:` and `https:`, as the URL parser takes them. */
export const WEB_URL_PATTERN = '^\\s*[Hh][Tt][Tt][Pp][Ss]?:';

/** Is it a URL of one of these schemes (`https:`), with a host? */
export function hasScheme(text: string, schemes: readonly string[]): boolean {
  return URL.canParse(text) && schemes.includes(new URL(text).protocol) && new URL(text).hostname !== '';
}
