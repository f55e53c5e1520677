/** Manifests that refer to another by `subject` (OCI distribution 1.1, "listing referrers"). */
import { settingsOf } from '../wire/account.ts';
import type { Call, Target } from '../wire/call.ts';
import { call } from '../wire/client.ts';
import { malformed, refused } from '../wire/readError.ts';

const MAX_BYTES = 4 * 1024 * 1024;

/**
 * The digests of the first page: more are not needed to know that there are some. A registry without this API answers
 * 404; what refers to an image there has a tag by the tag schema.
 * @throws ReadError
 */
export async function referrersOf(target: Target, repository: string, digest: string): Promise<readonly string[]> {
  const asked: Call = {
    method: 'GET',
    path: `/v2/${repository}/referrers/${digest}`,
    scope: `repository:${repository}:pull`,
    accept: 'application/vnd.oci.image.index.v1+json',
    maxBytes: MAX_BYTES,
    what: `listing the referrers of ${repository}@${digest.slice(0, 19)}`,
    permission: 'registry:GetManifest',
  };
  const answer = await call(target, asked);
  if (answer.status === 404) return [];
  const { url } = settingsOf(target.account);
  if (answer.status !== 200) throw refused(answer, asked, url);
  return digestsIn(answer.body) ?? fail(asked, url);
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
