/** Converts AWS's list of tags to a map without the keys of a prototype. A tag without a value gets ''. */
export function toTags(
  list: readonly { readonly Key?: string | undefined; readonly Value?: string | undefined }[] | undefined,
): Readonly<Record<string, string>> {
  return Object.fromEntries((list ?? []).flatMap(({ Key, Value }) => (Key === undefined ? [] : [[Key, Value ?? '']])));
}

/** Converts a map of tags to AWS's list. */
export function fromTags(tags: Readonly<Record<string, string>>): { Key: string; Value: string }[] {
  return Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
}
