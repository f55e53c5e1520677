import type { AttributesOf } from '../../core/resource/attribute.ts';
import type { Resource } from '../../core/resource/resource.ts';

/** A tag of a repository. Its identity is its whole name with its digest: a tag that moved, or of another registry, is another. */
export interface TagResource extends Resource {
  /** Of the registry, as references to its images are compared: {@link imageHost}. */
  readonly host: string;
  readonly repository: string;
  readonly digest: string;
  /** Where its age counts from when Holystone first saw it: when it was pushed, as far as is known. */
  readonly pushedAt?: Date;
  /** In the place of `pushedAt`: when it was built. Absent: the image does not say; `unread`: it could not be read. */
  readonly builtAt?: Date | 'unread';
  /** Kept tags of the same digest; absent: none, or not known in a read by id. */
  readonly sharesWith?: readonly string[];
  /** Tags that belong to its image and go after it; absent: none, they stay, or not known in a read by id. */
  readonly followedBy?: readonly string[];
  /** The digest of the image that it signs, attests to or describes. */
  readonly belongsTo?: string;
  /** No tag names it: its id and its name are its digest. */
  readonly untagged?: true;
  /** Why other manifests need one without a tag; absent: none does, or not known in a read by id. */
  readonly needed?: string;
  /** When a client last pulled the image, as the registry says; absent: nobody did, or it does not say. */
  readonly pulledAt?: Date;
  /** Why its manifest is not understood. */
  readonly unreadable?: string;
  /** The bytes of its manifest, from a read by id. */
  readonly manifest?: string;
}

/** Its attributes; some fields are only known in a listing, others only in a read by id. */
export const TAG_ATTRIBUTES = {
  tags: 'map',
  group: 'text',
  createdAt: 'date',
  pushedAt: 'date',
  builtAt: 'date',
  host: 'internal',
  repository: 'text',
  digest: 'text',
  sharesWith: 'internal',
  followedBy: 'internal',
  belongsTo: 'text',
  untagged: 'boolean',
  needed: 'text',
  pulledAt: 'date',
  unreadable: 'text',
  manifest: 'internal',
} as const satisfies AttributesOf<TagResource>;
