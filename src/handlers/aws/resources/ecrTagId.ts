/** The id of a tag: unique in its account and region. Repositories have no colon, tags neither. */
export function tagId(repository: string, tag: string): string {
  return `${repository}:${tag}`;
}

/** Repository and tag of an id; `undefined` for a text that is none. */
export function partsOfId(id: string): { readonly repository: string; readonly tag: string } | undefined {
  const colon = id.indexOf(':');
  if (colon <= 0 || colon === id.length - 1) return undefined;
  return { repository: id.slice(0, colon), tag: id.slice(colon + 1) };
}
