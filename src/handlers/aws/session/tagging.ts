import type { Read } from '../../../core/resource/resource.ts';
import type { Call } from '../calls/call.ts';
import { readById } from '../wire/readById.ts';
import type { CallScope } from '../wire/target.ts';
import type { TagWriter } from './protecting.ts';
import { toTags } from './tags.ts';

export type Tags = Readonly<Record<string, string>>;

/** How the tags of a type are written. */
export interface Tagging<R extends { readonly id: string } = { readonly id: string }> {
  readonly calls: { readonly add: Call; readonly remove: Call };
  writer(target: CallScope, resource: R): TagWriter;
  /** Absent: the listing has them. */
  readonly listing?: TagListing;
}

/** How tags are read that no listing has. */
export interface TagListing {
  readonly call: Call;
  /** How many ids one call takes. */
  readonly most: number;
  /** @param ids at most {@link most} @throws the SDK's own errors: one missing id fails the whole call */
  read(target: CallScope, ids: readonly string[]): Promise<readonly TagList[]>;
}

interface TagList {
  readonly id?: string | undefined;
  readonly tags: Parameters<typeof toTags>[0];
}

/**
 * The tags by id. `gone` is NotFound for exactly that id; an id that AWS leaves out is `unknown`, because a tag that was
 * not read may keep the resource.
 * @throws ReadError when a call fails for a reason other than an id
 */
export function readTags(
  target: CallScope,
  { call, most, read }: TagListing,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Read<{ readonly tags: Tags }>>> {
  return readById(
    target,
    {
      api: call.api,
      noun: 'tag list',
      most,
      idOf: ({ id }: TagList) => id,
      fetch: read,
      toRead: (_target, _id, { tags }) => ({ kind: 'found', resource: { tags: toTags(tags) } }),
    },
    ids,
  );
}
