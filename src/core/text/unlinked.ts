/**
 * What a mail program or a chat turns into a link by itself: an address with a scheme, `www.…`, and a host before a path
 * or a port; in a name also a bare host, if its end is one of a domain: most names with a dot are files and versions. Each
 * pattern begins at one place of a word only, so that a long word takes no longer than its length.
 */
const ADDRESS =
  /(?:(?<=[a-z\d+.-]):\/\/|(?<![a-z])(?:mailto|tel|sms|sip|callto|skype|news|file):(?=\S)|www[.。．｡]|(?<!\\)\\\\(?=[^\s\\]))[^\s<>|"]*/giu;
const HOST = /(?<![\p{L}\p{N}.。．｡-])[\p{L}\p{N}.。．｡-]+(?::\d+|(?=[/?#]))/gu;
/** The general ends, and those of countries that are no ends of files; an address of mail stays one. */
const BARE_HOST =
  /(?<![\p{L}\p{N}.。．｡@_-])[\p{L}\p{N}.。．｡-]+[.。．｡](?:com|net|org|info|biz|io|co|dev|app|page|xyz|top|online|site|website|store|shop|club|cloud|link|click|live|icu|vip|pro|me|tv|(?!sh|md|py|rs|pl|so|ps|cc|ml|mk|tf|gs|gz|xz|js|ts|go|kt|db|cs|rb|ui)[a-z]{2})(?![\p{L}\p{N}_-]|[.。．｡][\p{L}\p{N}])/giu;
const HAS_DOMAIN = /[\p{L}\p{N}-][.。．｡]\p{L}{2,}(?::\d+)?$/u;

/**
 * A text of strangers in which nothing becomes a link: `http[:]//evil[.]example/x`, as people write a dangerous address.
 * An invisible character would do the same, but could not be seen, and would be copied too.
 */
export function unlinked(text: string): string {
  return unlinkedId(text).replace(HOST, (host) => (HAS_DOMAIN.test(host) ? broken(host) : host));
}

/** The same for a name, which is the largest text of a message, and its subject. */
export function unlinkedName(text: string): string {
  return unlinked(text).replace(BARE_HOST, (host) => (HAS_DOMAIN.test(host) ? broken(host) : host));
}

/** The same for an id, which people copy: only what has a scheme or begins with `www.`. */
export function unlinkedId(text: string): string {
  return text.replace(ADDRESS, broken);
}

function broken(address: string): string {
  return address.replace(/:(?=\/\/)|(?<=^[a-z]+):|:(?=\d)|^\\\\|[.。．｡]/giu, (mark) => `[${mark}]`);
}
