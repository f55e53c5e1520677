/** Manifests and configurations of a repository, verified by their digests. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ReadError } from '../../../core/common/errors.ts';
import { TooLongError, type WireAnswer } from '../../http/exchange.ts';
import { isDigest } from '../../images/digest.ts';
import { pushDate } from '../../images/manifest.ts';
import { settingsOf } from '../wire/account.ts';
import type { Call, CallScope } from '../wire/call.ts';
import { call } from '../wire/client.ts';
import { codesOf, malformed, refused } from '../wire/readError.ts';
import { jsonIn } from './catalogApi.ts';

/** Every type of manifest: a registry may answer 404 for one that is not named here. */
const ACCEPT = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.docker.distribution.manifest.v2+json',
  'application/vnd.oci.artifact.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v1+prettyjws;q=0.5',
  'application/vnd.docker.distribution.manifest.v1+json;q=0.5',
  '*/*;q=0.1',
].join(', ');

/** The least size that a registry should take (OCI distribution, "pushing manifests"). */
const MAX_MANIFEST = 4 * 1024 * 1024;
/** Docker's first: the digest does not cover its signatures. */
const SCHEMA_1 = /^application\/vnd\.docker\.distribution\.manifest\.v1\+/;
const MAX_CONFIG = 8 * 1024 * 1024;
/** Codes by which a registry says that there is no such tag, manifest or repository. */
const GONE: ReadonlySet<string> = new Set(['MANIFEST_UNKNOWN', 'NAME_UNKNOWN', 'TAG_UNKNOWN', 'NOT_FOUND']);

/** The digest of a tag now. */
export interface Head {
  readonly digest: string;
  /** When the registry says that it was pushed, ms since the epoch; most do not say. */
  readonly pushedAt?: number;
}

/** What a registry says about a tag, or a digest, now. */
export type TagAnswer =
  | ({ readonly kind: 'found' } & Head)
  /** It knows the digest of the tag, and has no such manifest: `push` again is the only way back. */
  | { readonly kind: 'lost'; readonly digest: string }
  /** The registry itself says that there is none. */
  | { readonly kind: 'gone' };

/** The digest of a tag; `undefined` = the registry itself says that there is none. */
export async function headOf(target: CallScope, repository: string, tag: string): Promise<Head | undefined> {
  const answer = await askFor(target, repository, tag);
  return answer.kind === 'found' ? answer : undefined;
}

/** @throws ReadError */
export async function askFor(target: CallScope, repository: string, tag: string): Promise<TagAnswer> {
  const request = manifest('HEAD', repository, tag);
  const answer = await call(target, request);
  const { url } = settingsOf(target.account);
  // The body says whether the registry or something in front of it answers; a HEAD has none.
  if (answer.status === 404 || answer.status === 405 || answer.headers['docker-content-digest'] === undefined) {
    return askByGet(target, repository, tag);
  }
  if (answer.status !== 200) throw refused(answer, request, url);
  return { kind: 'found', digest: digestIn(answer, request.what, url), ...pushedAt(answer) };
}

async function askByGet(target: CallScope, repository: string, tag: string): Promise<TagAnswer> {
  const request = manifest('GET', repository, tag);
  const answer = await call(target, request);
  const { url } = settingsOf(target.account);
  if (isGone(answer)) return lostIn(answer, tag) ?? { kind: 'gone' };
  if (answer.status !== 200) throw refused(answer, request, url);
  const header = answer.headers['docker-content-digest'];
  const digest = header === undefined ? hashed('sha256', answer.body) : digestIn(answer, request.what, url);
  return { kind: 'found', digest, ...pushedAt(answer) };
}

const lostManifest = z.object({ errors: z.array(z.object({ detail: z.object({ Revision: z.string() }) })).min(1) });

/** distribution names the digest to which the tag still leads (measured on 2.8.2). */
function lostIn({ body }: WireAnswer, tag: string): TagAnswer | undefined {
  const digest = lostManifest.safeParse(jsonIn(body.toString('utf8'))).data?.errors[0]?.detail.Revision;
  return isDigest(digest) && digest !== tag ? { kind: 'lost', digest } : undefined;
}

/** Does the registry itself say that it does not exist? A proxy's 404 says nothing. */
export function isGone(answer: WireAnswer): boolean {
  return answer.status === 404 && codesOf(answer).some((code) => GONE.has(code));
}

/**
 * The bytes of a manifest, or why they cannot be had.
 * @param reference by which it is asked for
 * @throws ReadError unless the reason lies in the manifest
 */
export async function manifestOf(
  target: CallScope,
  repository: string,
  digest: string,
  reference = digest,
): Promise<{ readonly text: string } | { readonly unreadable: string; readonly isAbsent?: true }> {
  const request = manifest('GET', repository, reference);
  try {
    const answer = await call(target, request);
    if (isGone(answer)) return { unreadable: 'the registry does not have it', isAbsent: true };
    if (SCHEMA_1.test(answer.headers['content-type'] ?? '') && !hasDigest(answer, digest))
      return { unreadable: 'it is one of schema 1, whose bytes have another digest' };
    return { text: verified(answer, digest, request, target) };
  } catch (error) {
    if (error instanceof ReadError && error.cause instanceof TooLongError) return { unreadable: error.cause.message };
    throw error;
  }
}

/** The bytes of a small blob. @throws ReadError */
export async function configOf(target: CallScope, repository: string, digest: string): Promise<string> {
  const what = `reading the configuration ${short(digest)} of ${repository}`;
  const scope = `repository:${repository}:pull`;
  const path = `/v2/${repository}/blobs/${digest}`;
  const how = { scope, maxBytes: MAX_CONFIG, isFixed: true } as const;
  const request: Call = { method: 'GET', path, ...how, what, permission: 'registry:GetBlob' };
  const answer = await call(target, request);
  return verified(answer, digest, request, target);
}

function verified(answer: WireAnswer, digest: string, request: Call, { account }: CallScope): string {
  const { url } = settingsOf(account);
  if (answer.status !== 200) throw refused(answer, request, url);
  if (!hasDigest(answer, digest)) throw malformed(request.what, url, 'its digest is another');
  return answer.body.toString('utf8');
}

function hasDigest({ body }: WireAnswer, digest: string): boolean {
  return hashed(digest.slice(0, digest.indexOf(':')), body) === digest;
}

function digestIn({ headers }: WireAnswer, what: string, url: string): string {
  const digest = headers['docker-content-digest'];
  if (isDigest(digest)) return digest;
  throw malformed(what, url, 'its digest cannot be read');
}

function pushedAt({ headers }: WireAnswer): Pick<Head, 'pushedAt'> {
  const at = pushDate(headers['last-modified']);
  return at === undefined ? {} : { pushedAt: at };
}

function manifest(method: 'GET' | 'HEAD', repository: string, reference: string): Call {
  return {
    method,
    path: `/v2/${repository}/manifests/${reference}`,
    scope: `repository:${repository}:pull`,
    accept: ACCEPT,
    maxBytes: MAX_MANIFEST,
    // That it is still there is no content.
    ...(method === 'GET' && reference.includes(':') ? { isFixed: true } : {}),
    what: `reading ${repository}${reference.includes(':') ? `@${short(reference)}` : `:${reference}`}`,
    permission: 'registry:GetManifest',
  };
}

function short(digest: string): string {
  return digest.slice(0, 19);
}

function hashed(algorithm: string, body: Buffer): string {
  return `${algorithm}:${createHash(algorithm).update(body).digest('hex')}`;
}
