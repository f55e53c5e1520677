import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { Problem } from './problem.ts';

/** Methods that change nothing. */
export function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}

/**
 * A browser sends its stored password, or connects to a loopback listener, also for a page of another site. Such a
 * request shows that (`Sec-Fetch-Site`, `Origin`), or is a plain form, which cannot send JSON or a bearer token: a form
 * counts only when the browser itself reports that it is on one of our own pages.
 */
export function refuseCrossSite(method: string, headers: IncomingHttpHeaders): void {
  if (!isSameSite(headers)) throw new Problem('crossSite', 'A page of another site sent this request.');
  // A browser sends PUT and DELETE to another site only after a preflight, and gets no permission here.
  if (method !== 'POST') return;
  const json = /^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '');
  const bearer = /^bearer /i.test(headers.authorization ?? '');
  const ownForm = headers['sec-fetch-site'] === 'same-origin';
  if (!json && !bearer && !ownForm) {
    throw new Problem('crossSite', 'A change needs "Content-Type: application/json" or a bearer token.');
  }
}

function isSameSite({ 'sec-fetch-site': site, origin, host }: IncomingHttpHeaders): boolean {
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === host?.toLowerCase();
}

/** Is this `Host` header one that only this machine has? An absent one is not. */
export function isLoopbackHost(host: string | undefined): boolean {
  const name = /^(\[[^\]]+\]|[^:]*)(:\d+)?$/.exec(host ?? '')?.[1] ?? '';
  return name.toLowerCase() === 'localhost' || isLoopbackAddress(name.replace(/^\[|\]$/g, ''));
}

/** 127.0.0.0/8, its form mapped into IPv6, and ::1. */
export function isLoopbackAddress(address: string | undefined): boolean {
  const plain = (address ?? '').replace(/^::ffff:/i, '');
  return plain === '::1' || (isIP(plain) === 4 && plain.startsWith('127.'));
}
