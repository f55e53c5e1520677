/**
 * What a mail program or a chat turns into a link by itself: an address with a scheme, `www.…`, and a host before a path
 * or a port. A bare `evil.example` is left: most names with a dot are files and versions. Each pattern begins at one
 * place of a word only, so that a long word takes no longer than its length.
 */
const ADDRESS = /(?:(?<=[a-z\d+.-]):\/\/|mailto:|www[.。．｡])[^\s<>|"]*/giu;
const HOST = /(?<![\p{L}\p{N}.。．｡-])[\p{L}\p{N}.。．｡-]+(?::\d+|(?=[/?#]))/gu;
const HAS_DOMAIN = /[\p{L}\p{N}-][.。．｡]\p{L}{2,}(?::\d+)?$/u;

/**
 * A text of strangers in which nothing becomes a link: `http[:]//evil[.]example/x`, as people write a dangerous address.
 * An invisible character would do the same, but could not be seen, and would be copied too.
 */
export function unlinked(text: string): string {
  return unlinkedId(text).replace(HOST, (host) => (HAS_DOMAIN.test(host) ? broken(host) : host));
}

/** The same for an id, which people copy: only what has a scheme or begins with `www.`. */
export function unlinkedId(text: string): string {
  return text.replace(ADDRESS, broken);
}

function broken(address: string): string {
  return address.replace(/:(?=\/\/)|(?<=^mailto):|:(?=\d)|[.。．｡]/giu, (mark) => `[${mark}]`);
}
