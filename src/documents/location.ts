import { z } from 'zod';
import { isLoopbackHost, isSafeAddress } from '../core/text/loopback.ts';

const ALLOWED = 'a file, or a URL that begins with https:// (http:// only to this machine)';

/** The location of a document that other people maintain. */
export const documentLocation = z
  .string({ error: ALLOWED })
  .min(1, { error: ALLOWED })
  .refine(isAllowed, { error: ALLOWED })
  .meta({ pattern: '^(?:[Hh][Tt][Tt][Pp][Ss]?://|(?![A-Za-z][A-Za-z0-9+.-]*://)[\\s\\S])' })
  .refine((from) => !hasCredentials(from), { error: 'a URL without user and password; put them into `headers`' })
  .describe(
    `${ALLOWED.charAt(0).toUpperCase()}${ALLOWED.slice(1)}; the path of a file is relative to the working directory of Holystone.`,
  );

/** Sent to this URL only. */
export const documentHeaders = z
  .record(z.string().min(1), z.string())
  .default({})
  .describe('HTTP headers for a URL, such as `authorization`.');

/** Has it a scheme with `://`? Everything else is the path of a file. */
export function isUrl(from: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(from);
}

/** For a message: a URL without the parts that may be secret. */
export function shown(from: string): string {
  if (!isUrl(from) || !URL.canParse(from)) return from;
  const { origin, pathname } = new URL(from);
  return `${origin}${pathname}`;
}

/** Credentials in the URL would appear in every message about it. */
function hasCredentials(from: string): boolean {
  if (!isUrl(from) || !URL.canParse(from)) return false;
  const { username, password } = new URL(from);
  return username !== '' || password !== '';
}

/** A file, or a URL of this machine: another instance of the fleet may read a different document there. */
export function isOfThisMachine(from: string): boolean {
  if (!isUrl(from)) return true;
  return URL.canParse(from) && isLoopbackHost(new URL(from).hostname);
}

function isAllowed(from: string): boolean {
  if (!isUrl(from)) return true;
  return URL.canParse(from) && isSafeAddress(new URL(from));
}
