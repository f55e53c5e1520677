import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { STYLE } from '../page/style.ts';

/** Allows only our own style sheet, which is in the page: no script, picture, frame or external content. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // The address of an opt-out page is a capability: no other site may learn it.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex, nofollow',
};

export function setSecurityHeaders(reply: FastifyReply): void {
  reply.headers(HEADERS);
}
