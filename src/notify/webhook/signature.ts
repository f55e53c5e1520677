import { createHmac } from 'node:crypto';

/** For HMAC-SHA256 over the time and the body. */
export interface SigningKey {
  /** Identifies the key in the request, so that keys can be rotated. */
  readonly id: string;
  readonly secret: string;
}

/**
 * HMAC-SHA256 over `timestamp.body`, hex. A receiver computes the same with the key of that id, compares in constant
 * time, and refuses timestamps more than five minutes from its own time: this prevents replays.
 * @param nowMs ms since the epoch; the header has seconds
 */
export function signatureHeaders(body: string, { id, secret }: SigningKey, nowMs: number): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1000));
  const digest = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return {
    'holystone-timestamp': timestamp,
    'holystone-key-id': id,
    'holystone-signature': `v1=${digest}`,
  };
}
