/**
 * The state of a sign-in that has begun, in a cookie of the browser that began it: no other browser can end it, and a
 * stranger stores nothing in Redis. Pure.
 */
import { z } from 'zod';
import type { Challenge } from './oidcProvider.ts';

const PreLogin = z.strictObject({
  state: z.string().min(20).max(200),
  nonce: z.string().min(20).max(200),
  verifier: z.string().min(43).max(128),
  /** The path to return to; checked again before it is used. */
  to: z.string().max(2_000),
  /** ms since the epoch */
  until: z.number(),
});
/** The cookie's content: the secrets of this sign-in, which the provider's answer must match, and its end. */
export type PreLogin = z.output<typeof PreLogin> & Challenge;

export const PRE_LOGIN_MS = 10 * 60_000;

/** For a cookie: base64url of JSON; {@link readPreLogin} checks its form and its end. */
export function writePreLogin(begun: PreLogin): string {
  return Buffer.from(JSON.stringify(begun)).toString('base64url');
}

/** `undefined`: none, not ours, or begun too long ago. */
export function readPreLogin(value: string | undefined, now: number): PreLogin | undefined {
  try {
    const parsed = PreLogin.safeParse(JSON.parse(Buffer.from(value ?? '', 'base64url').toString()));
    return parsed.success && now < parsed.data.until ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
