/** Puts a deleted tag back: its manifest is in the stored definition, its layers are in the registry until it collects them. */
import type { StoredDefinition } from '../../../../core/resource/definition.ts';
import type { NotRestored, Restored, RestoreStep, Restoring } from '../../../../core/resource/restoring.ts';
import { headOf } from '../../calls/manifests.ts';
import { putManifest } from '../../calls/puts.ts';
import { settingsOf } from '../../wire/account.ts';
import type { CallScope } from '../../wire/call.ts';
import { isTagName } from './names.ts';

/** The record of a deletion. */
export const RESTORABLE =
  'space is freed only by the garbage collection of the registry; until then `holystone restore` puts the tag back';

interface Definition {
  readonly tag: string;
  readonly digest: string;
  readonly manifest: string;
}

/** @throws ReadError */
export async function restore(target: CallScope, repository: string, stored: StoredDefinition): Promise<Restoring> {
  const wanted = definitionIn(stored);
  if (!wanted) return { kind: 'byHand', why: 'its stored definition has no manifest', steps: [] };
  const { tag, digest, manifest } = wanted;
  const now = await headOf(target, repository, tag);
  if (now?.digest === digest) return { kind: 'restored', id: tag, afterwards: [] };
  if (now) return { kind: 'refused', why: `the tag ${tag} names another image now: ${now.digest}`, steps: [] };
  const type = mediaTypeOf(manifest);
  const { url } = settingsOf(target.account);
  const step: RestoreStep = {
    says: `puts the manifest of ${repository}:${tag} back; its layers must still be in the registry`,
    command: `curl -sS -X PUT -H 'Content-Type: ${type}' --data-binary ${quoted(manifest)} '${new URL(`/v2/${repository}/manifests/${tag}`, url)}'`,
  };
  const run = async (): Promise<Restored | NotRestored> => {
    const answer = await putManifest(target, repository, tag, { type, body: manifest });
    if (answer.kind === 'incomplete')
      return { kind: 'expired', why: `the registry no longer has all parts of it: ${answer.why}`, steps: [] };
    if (answer.kind === 'refused') return { kind: 'refused', why: answer.why, steps: [step] };
    const after = await headOf(target, repository, tag);
    if (after?.digest === digest) return { kind: 'restored', id: tag, requestId: answer.requestId, afterwards: [] };
    return { kind: 'refused', why: 'the registry accepted the manifest, and the tag names another image', steps: [] };
  };
  return { kind: 'ready', id: tag, steps: [step], afterwards: [], run };
}

function definitionIn({ id, definition }: StoredDefinition): Definition | undefined {
  const { digest, manifest } = (definition ?? {}) as Partial<Definition>;
  const isWhole = typeof digest === 'string' && typeof manifest === 'string' && (isTagName(id) || id === digest);
  return isWhole ? { tag: id, digest, manifest } : undefined;
}

/** OCI allows a manifest without `mediaType`. */
function mediaTypeOf(manifest: string): string {
  const { mediaType, manifests } = JSON.parse(manifest) as {
    readonly mediaType?: unknown;
    readonly manifests?: unknown;
  };
  if (typeof mediaType === 'string' && /^[\w.+/-]+$/.test(mediaType)) return mediaType;
  return `application/vnd.oci.image.${Array.isArray(manifests) ? 'index' : 'manifest'}.v1+json`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
