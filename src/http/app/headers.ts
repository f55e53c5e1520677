import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { STYLE } from '../page/style.ts';

const OWN_STYLE = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;
const REST = ["form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'"];

/** Allows only our own style sheet, which is in the page: no script, picture, frame or external content. */
const PAGES_WITHOUT_FILES = ["default-src 'none'", `style-src ${OWN_STYLE}`, ...REST].join('; ');

/** Allows our own files as well; never a script or a style in an attribute or in the page. */
const PAGES_WITH_FILES = [
  "default-src 'none'",
  `style-src 'self' ${OWN_STYLE}`,
  "script-src 'self'",
  "connect-src 'self'",
  ...REST,
].join('; ');

const HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // The address of an opt-out page is a capability: no other site may learn it.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex, nofollow',
};

/** @param hasFiles the app serves files that its pages load */
export function setSecurityHeaders(reply: FastifyReply, hasFiles = false): void {
  reply.headers({ 'content-security-policy': hasFiles ? PAGES_WITH_FILES : PAGES_WITHOUT_FILES, ...HEADERS });
}
