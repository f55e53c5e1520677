/** Changes by a session come from our own pages: each shows the session's token, and the browser says where it is from. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { isSafe } from '../../app/origin.ts';
import { Problem } from '../../app/problem.ts';
import type { App } from '../../app/validation.ts';

/** The field of a form; scripts send it as a header. */
const FIELD = 'csrf';
const HEADER = 'x-csrf-token';

/** Checks each change by a session, whatever its route. Tokens and loopback know no cookie and are not concerned. */
export function guardForms(app: App, origin: string): void {
  // The body is read, and no schema has seen it yet.
  app.addHook('preValidation', async (request) => {
    const { identity, method, headers } = request;
    if (identity?.by !== 'session' || isSafe(method)) return;
    requireOwnOrigin(headers, origin);
    if (!isSame(takeToken(request), identity.csrf ?? '')) {
      throw new Problem('crossSite', 'The page is of another session. Open it again and repeat the change.');
    }
  });
}

/** A browser sends at least one of both headers with every change; a cookie without either is no browser of ours. */
function requireOwnOrigin({ origin: from, 'sec-fetch-site': site }: IncomingHttpHeaders, origin: string): void {
  const isOwn = (from ?? origin) === origin && (site ?? 'same-origin') === 'same-origin';
  if (isOwn && (from !== undefined || site !== undefined)) return;
  throw new Problem('crossSite', 'A page of another site sent this request.');
}

/** Takes the token out of the body, whose schema does not know it. */
function takeToken({ headers, body }: FastifyRequest): string {
  const header = headers[HEADER];
  if (typeof header === 'string') return header;
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, FIELD)) return '';
  const fields = body as Record<string, unknown>;
  const given = fields[FIELD];
  delete fields[FIELD];
  return typeof given === 'string' ? given : '';
}

/** Compares digests, so that the time shows nothing. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return expected !== '' && timingSafeEqual(digest(given), digest(expected));
}
