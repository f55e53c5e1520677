/** Reads that a registry sends on to another address. */
import { ReadError } from '../../../core/common/errors.ts';
import type { WireAnswer, WireRequest } from '../../http/exchange.ts';

const MAX_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Blobs often lie elsewhere. Credentials are only for the registry: another host never gets them, and what it says about
 * signing in, or about what exists, is not said by the registry.
 */
export async function redirected(
  request: WireRequest,
  once: (request: WireRequest) => Promise<WireAnswer>,
): Promise<WireAnswer> {
  let at = request;
  for (let hops = 0; ; hops++) {
    const answer = await once(at);
    const { location } = answer.headers;
    if (at.url.origin !== request.url.origin) refuseForeign(answer, at.url);
    if (
      !REDIRECTS.has(answer.status) ||
      location === undefined ||
      !(request.method === 'GET' || request.method === 'HEAD')
    )
      return answer;
    if (hops === MAX_REDIRECTS) throw new ReadError('it redirects too often', { problem: 'malformed' });
    const url = new URL(location, at.url);
    const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && at.url.protocol === 'http:');
    if (!isSafe) throw new ReadError('it redirects to an unencrypted address', { problem: 'malformed' });
    const { authorization: _kept, ...headers } = at.headers;
    at = { ...at, url, headers: url.origin === request.url.origin ? request.headers : headers };
  }
}

/** A host that is busy may be asked again; every other refusal of it is an error, as it is none of the registry. */
function refuseForeign({ status }: WireAnswer, { origin, hostname }: URL): void {
  if (status < 400 || status === 429 || status >= 500) return;
  const why = `it redirects to ${origin}, which answers ${status}`;
  const advice = `Holystone signs in to the registry alone; if ${hostname} is the registry, make it the \`url\` of the account`;
  if (status === 401) throw new ReadError(`${why}: ${advice}`, { problem: 'credentials' });
  throw new ReadError(why, { problem: 'failed' });
}
