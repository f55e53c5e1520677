/** Is a request from Slack? https://docs.slack.dev/authentication/verifying-requests-from-slack */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** A recorded request is worth nothing after it; until then it only says once more what it said. */
const WINDOW_MS = 5 * 60_000;

/**
 * Compares in constant time, over the bytes as they came: a body that was read and written again has another signature.
 * @param nowMs ms since the epoch
 * @returns when Slack signed it, ms since the epoch; `undefined` = Slack did not, or too long ago
 */
export function signedAt(
  secret: string,
  headers: IncomingHttpHeaders,
  body: Buffer,
  nowMs: number,
): number | undefined {
  const { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': signature } = headers;
  if (typeof timestamp !== 'string' || typeof signature !== 'string') return undefined;
  if (!/^\d{1,12}$/.test(timestamp) || !/^v0=[0-9a-f]{64}$/.test(signature)) return undefined;
  const at = Number(timestamp) * 1000;
  if (Math.abs(nowMs - at) > WINDOW_MS) return undefined;
  const expected = createHmac('sha256', secret).update(`v0:${timestamp}:`).update(body).digest();
  return timingSafeEqual(expected, Buffer.from(signature.slice('v0='.length), 'hex')) ? at : undefined;
}
