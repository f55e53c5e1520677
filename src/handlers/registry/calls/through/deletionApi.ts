/** The APIs that delete what the OCI API of a registry cannot. */
import type { DeletesThrough } from '../../wire/account.ts';
import type { CallScope } from '../../wire/call.ts';

/** A tag alone, or a digest with all its tags. */
export interface Deleting {
  readonly repository: string;
  /** Of a tag: the digest that it means, as Holystone has just read. */
  readonly digest: string;
  readonly tag?: string;
  /** Every tag that may go with it. */
  readonly mayGo: readonly string[];
}

/** A request to delete; or why there is none. */
export type Found =
  | { readonly url: URL; readonly headers: Readonly<Record<string, string>> }
  | { readonly absent: true }
  | { readonly refused: string };

/** One such API; it deletes one kind of thing and nothing else. */
export interface DeletionApi {
  readonly name: string;
  readonly deletes: 'tags' | 'digests';
  /** In the words of its documentation. */
  readonly right: string;
  /** May read first. @throws ReadError */
  find(target: CallScope, through: DeletesThrough, wanted: Deleting): Promise<Found>;
}
