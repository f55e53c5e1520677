/**
 * What a mail program or a chat turns into a link by itself: an address with a scheme, `www.…`, and a host before a path
 * or a port; in a name also a bare host, if its end is one of a domain: most names with a dot are files and versions. Each
 * pattern begins at one place of a word only, so that a long word takes no longer than its length.
 */
const ADDRESS =
  /(?:(?<=[a-z\d+.-]):\/\/|(?<![a-z])(?:mailto|tel|sms|sips?|xmpp|callto|skype|facetime(?:-audio)?|webcal|magnet|onenote|outlook|news|file):(?=\S)|www[.。．｡]|(?<!\\)\\\\(?=[^\s\\]))[^\s<>|"]*/giu;
const HOST = /(?<![\p{L}\p{N}.。．｡-])[\p{L}\p{N}.。．｡-]+(?::\d+|(?=[/?#]))/gu;
/**
 * Ends of domains that are no ends of files: general ones that strangers use, those of countries, and those in other
 * letters than ours.
 */
const ENDS = [
  'com|net|org|edu|gov|mil|int|info|biz|mobi|asia|pro|dev|app|page|site|website|online|cloud|digital|agency|email|link|click',
  'live|xyz|top|icu|vip|club|shop|store|space|fun|today|world|life|zip|mov|support|help|tech|wiki|blog|news|win|bid|loan|date',
  'men|stream|download|review|trade|party|science|racing|accountant|faith|cricket|rest|cyou|cfd|sbs|bond|monster|lol|quest',
  'buzz|best|bar|bet|casino|finance|bank|money|credit|legal|expert|guru|global|ltd|company|center|chat|social|solutions',
  'studio|team|tips|works|rocks|ninja',
  '(?!sh|md|py|rs|pl|so|ps|cc|ml|mk|tf|gs|gz|xz|js|ts|go|kt|db|cs|rb|ui)[a-z]{2}',
  'xn--[a-z\\d-]+',
  '(?=\\p{L}*[^\\p{ASCII}])\\p{L}{2,}',
].join('|');
/** An address of mail stays one. */
const BARE_HOST = new RegExp(
  `(?<![\\p{L}\\p{N}.。．｡@_-])[\\p{L}\\p{N}.。．｡-]+[.。．｡](?:${ENDS})(?![\\p{L}\\p{N}_-]|[.。．｡][\\p{L}\\p{N}])`,
  'giu',
);
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
  return unlinked(text).replace(BARE_HOST, broken);
}

/** The same for an id, which people copy: only what has a scheme or begins with `www.`. */
export function unlinkedId(text: string): string {
  return text.replace(ADDRESS, broken);
}

function broken(address: string): string {
  return address.replace(/:(?=\/\/)|(?<=^[a-z]+):|:(?=\d)|^\\\\|[.。．｡]/giu, (mark) => `[${mark}]`);
}
