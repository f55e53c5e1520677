/** Manifests that refer to another by `subject` (OCI distribution 1.1, "listing referrers"). */
import { DAY_MS } from '../../../core/common/duration.ts';
import { messageOf } from '../../../core/common/errors.ts';
import { settingsOf } from '../wire/account.ts';
import type { Call, CallScope } from '../wire/call.ts';
import { call } from '../wire/client.ts';
import { malformed, refused } from '../wire/readError.ts';

const MAX_BYTES = 4 * 1024 * 1024;
/** A registry that was replaced by one without the API is believed after this. */
const COUNTS_FOR_MS = 30 * DAY_MS;

/**
 * The digests of the first page: more are not needed to know that there are some. A registry without this API answers
 * 404; an image's referrers there have tags by the tag schema. One that has answered before does not lose the API: its
 * 404 comes from another server, such as a proxy, and proves nothing (law 1).
 * @throws ReadError
 */
export async function referrersOf(target: CallScope, repository: string, digest: string): Promise<readonly string[]> {
  const request: Call = {
    method: 'GET',
    path: `/v2/${repository}/referrers/${digest}`,
    scope: `repository:${repository}:pull`,
    accept: 'application/vnd.oci.image.index.v1+json',
    maxBytes: MAX_BYTES,
    what: `listing the referrers of ${repository}@${digest.slice(0, 19)}`,
    permission: 'registry:GetManifest',
  };
  const { url } = settingsOf(target.account);
  const { learnt } = target.io;
  const key = `registry/${url}/referrers`;
  const answer = await call(target, request);
  if (answer.status === 404) {
    if ((await learnt?.get(key)) === undefined) return [];
    throw malformed(request.what, url, 'it answers 404, although it has listed referrers before');
  }
  if (answer.status !== 200) throw refused(answer, request, url);
  const digests = digestsIn(answer.body) ?? fail(request, url);
  if (digests.length === 0 && answer.headers.link !== undefined) {
    throw malformed(request.what, url, 'its first page is empty and names a next one, which may have some');
  }
  try {
    await learnt?.put(key, 'listed', COUNTS_FOR_MS);
  } catch (error) {
    target.io.log.warn({ problem: messageOf(error) }, 'that the registry lists referrers could not be stored');
  }
  return digests;
}

function digestsIn(body: Buffer): readonly string[] | undefined {
  try {
    const { manifests } = JSON.parse(body.toString('utf8')) as { readonly manifests?: unknown };
    return Array.isArray(manifests) ? manifests.map((one) => String((one as { digest?: unknown })?.digest)) : undefined;
  } catch {
    return undefined;
  }
}

function fail({ what }: Call, url: string): never {
  throw malformed(what, url, 'it is no list of manifests');
}
