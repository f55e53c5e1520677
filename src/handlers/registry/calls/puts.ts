/** Puts a manifest under a tag, for `holystone restore` alone. */
import { settingsOf } from '../wire/account.ts';
import type { Call, CallScope } from '../wire/call.ts';
import { call } from '../wire/client.ts';
import { codesOf, refused } from '../wire/readError.ts';

/** A registry's answer to a manifest that is put back. */
export type Put =
  | { readonly kind: 'done'; readonly requestId: string }
  /** The registry no longer has a blob or manifest that the manifest names. */
  | { readonly kind: 'incomplete'; readonly why: string }
  | { readonly kind: 'refused'; readonly why: string };

const INCOMPLETE: ReadonlySet<string> = new Set(['BLOB_UNKNOWN', 'MANIFEST_BLOB_UNKNOWN', 'MANIFEST_UNKNOWN']);
const MAX_BYTES = 64 * 1024;

/** @throws PermitError when it was not sent; ReadError when its answer is lost */
export async function putManifest(
  target: CallScope,
  repository: string,
  tag: string,
  content: { readonly type: string; readonly body: string },
): Promise<Put> {
  const request: Call = {
    method: 'PUT',
    path: `/v2/${repository}/manifests/${tag}`,
    scope: `repository:${repository}:pull,push`,
    maxBytes: MAX_BYTES,
    what: `putting ${repository}:${tag} back`,
    permission: 'registry:PutManifest',
    content,
  };
  const answer = await call(target, request);
  const { status, headers } = answer;
  if (status >= 200 && status < 300)
    return { kind: 'done', requestId: `${headers['x-request-id'] ?? `status ${status}`}` };
  const codes = codesOf(answer);
  if (codes.some((code) => INCOMPLETE.has(code))) return { kind: 'incomplete', why: codes.join(', ') };
  return { kind: 'refused', why: refused(answer, request, settingsOf(target.account).url).message };
}
