/** The APIs that delete what the OCI API of a registry cannot. */
import type { DeletesThrough } from '../../wire/account.ts';
import type { CallScope } from '../../wire/call.ts';

/** A tag alone, a digest with all its tags, or a manifest that has no tag. */
export interface Deleting {
  readonly repository: string;
  /** Of a tag: the digest that it means, as Holystone has just read. */
  readonly digest: string;
  readonly tag?: string;
  /** The digest is to go only while no tag names it. */
  readonly isUntagged?: true;
  /** Every tag that may go with it. */
  readonly mayGo: readonly string[];
}

/** A request to delete; or why there is none. */
export type Found =
  | { readonly url: URL; readonly headers: Readonly<Record<string, string>> }
  | { readonly absent: true }
  | { readonly refused: string };

/** A manifest of a repository, as the API lists it. */
export interface ListedManifest {
  readonly digest: string;
  readonly tags: readonly string[];
  /** ms since the epoch, as all of them; absent: it does not say. */
  readonly pushedAt?: number;
  /** When a client last pulled it by its digest, or by any of its tags; absent: nobody did, or it does not say. */
  readonly pulledAt?: number;
  /** Why the API says that others need it. */
  readonly needed?: string;
}

/** One such API; of tags and digests it deletes one kind and nothing else. */
export interface DeletionApi {
  readonly name: string;
  readonly deletes: 'tags' | 'digests';
  /** In the words of its documentation. */
  readonly right: string;
  /** May read first. @throws ReadError */
  find(target: CallScope, through: DeletesThrough, wanted: Deleting): Promise<Found>;
  /**
   * Every manifest of a repository that no index names, with tags and without; absent: the API lists only tags. It deletes
   * those without a tag, too.
   * @param digest only this one, or none
   * @throws ReadError unless the list is complete
   */
  manifests?(
    target: CallScope,
    through: DeletesThrough,
    repository: string,
    digest?: string,
  ): AsyncIterable<readonly ListedManifest[]>;
  /** With an index it deletes the parts that nothing else names. */
  readonly takesParts?: true;
  /** It says when a client pulled. */
  readonly datesPulls?: true;
}
