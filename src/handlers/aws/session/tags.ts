/** Converts AWS's list of tags to a map without the keys of a prototype. A tag without a value gets ''; answers in JSON may have null. */
export function toTags(
  list: readonly { readonly Key?: string | undefined; readonly Value?: string | undefined }[] | undefined,
): Readonly<Record<string, string>> {
  const tags: Record<string, string> = {};
  // A tenth of the time of `Object.fromEntries`: it is called for every resource of a survey.
  for (const { Key, Value } of list ?? []) {
    if (Key === '__proto__') Object.defineProperty(tags, Key, { value: Value ?? '', enumerable: true });
    else if (Key !== undefined) tags[Key] = Value ?? '';
  }
  return tags;
}

/** Converts a map of tags to AWS's list. */
export function fromTags(tags: Readonly<Record<string, string>>): { Key: string; Value: string }[] {
  return Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
}
