/** Mail addresses: a library parses them, then they must satisfy the rules that every mail server accepts. */
import emailAddresses from 'email-addresses';
import { hasUnseen } from './visible.ts';

/** RFC 5321 §4.5.3.1: a path has at most 256 octets, angle brackets included; the part before the `@` 64. */
const MAX_ADDRESS_LENGTH = 254;
const MAX_LOCAL_LENGTH = 64;
/** No real list of addresses is longer; the parser's time grows with the square of the length. */
const MAX_TEXT_LENGTH = 1000;
/** A dot-atom without quotes (RFC 5321 §4.1.2), and DNS labels, of which the last is not all digits. */
const LOCAL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]+$/;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?=[0-9-]*[a-z])[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])$/;
/**
 * The part before the `@` where a stranger wrote it. Mail servers take other characters as a route to another machine:
 * `%` and `!` (Postfix `allow_percent_hack`, `swap_bangpath`; Sendmail), `/` (X.400), `=` (lists answer the address in
 * `list-subscribe-eve=evil.example`), a leading `IMCEA` (Exchange unpacks `IMCEASMTP-eve+40evil+2Eexample`); `|`, `` ` ``
 * and a leading `-` begin a command. Exim refuses most of them for the same reason.
 */
const PLAIN_LOCAL = /^(?!IMCEA)[A-Za-z0-9_][A-Za-z0-9_.+'&-]*$/i;
/** Where the domain of one address ends and other text begins: no domain has these characters. */
const AFTER_ADDRESS = /(?<=@[^@:/|+=_&]+)[:/|+=_&]/;
/**
 * `mailto:`, `team:`, `AROAEXAMPLE:`, and `AssumedRole:AROAEXAMPLE:` as AWS writes `aws:createdBy`; the role session, user or
 * federated user of AWS that an address names.
 */
const BEFORE_ADDRESS =
  /^(?:arn:aws[\w-]*:(?:sts|iam)::\d{12}:(?:assumed-role|user|federated-user)\/(?:[^/@]+\/)*|(?:[a-z][\w-]*:)+)/i;
/** What people write behind an address: the number of a cost center, a role. It can be no part of a route. */
const BESIDE_ADDRESS = /^[\w-]+$/;
/** Signs around a word: `(ann@x.org)`, `'ann@x.org'`, `ann@x.org.`. */
const AROUND_WORD = /^[("'<[]+|[)"'>\].]+$/g;
const QUOTED_LOCAL = /"\s*@/;
const SYNTAX = { rejectTLD: true, rfc6532: false, strict: true } as const;

/**
 * One bare address with its domain in lower case; the part before the `@` keeps its case, and comparisons use it (RFC
 * 5321 §2.4), so that two people are never treated as one. `undefined` for any other text, and always if it contains a
 * control character: an owner must never start a header.
 */
export function parseAddress(text: string): string | undefined {
  const bare = text.length > MAX_TEXT_LENGTH ? '' : text.trim();
  const [mailbox, ...more] = mailboxesIn(hasUnseen(text) ? '' : bare);
  return more.length === 0 && mailbox === bare ? usable(mailbox) : undefined;
}

/**
 * `a@x.org, "B, C" <b@x.org>; c@x.org d@x.org`, `a@x.org:b@x.org`, `mailto:a@x.org`: every address in a text of a
 * stranger, such as a tag, in the order of the text. An address that a mail server might send on elsewhere is none.
 */
export function addressesIn(text: string): readonly string[] {
  if (text.length > MAX_TEXT_LENGTH) return [];
  // The cache pays: 100,000 resources have a few hundred owners.
  if (answers.size >= MAX_ANSWERS) answers.clear();
  const known = answers.get(text) ?? readAddresses(text);
  answers.set(text, known);
  return known;
}

const MAX_ANSWERS = 1_000;
const answers = new Map<string, readonly string[]>();

function readAddresses(text: string): readonly string[] {
  if (hasUnseen(text) || QUOTED_LOCAL.test(text)) return [];
  const listed = mailboxesIn(text.trim()).flatMap(plain);
  // People also separate addresses with semicolons or spaces, with other words between: then parse each word alone.
  return listed.length > 0 ? listed : text.split(/[,;\s]+/).flatMap(addressesOfWord);
}

/** `a@x.org:b@x.org`, where commas are not allowed. Each part is an address, or the word is none: it may be a route. */
function addressesOfWord(word: string): readonly string[] {
  const listed = mailboxesIn(word).flatMap(plain);
  if (listed.length > 0) return listed;
  const [first = '', ...more] = word.replace(AROUND_WORD, '').split(AFTER_ADDRESS);
  const parts = [first, ...more.filter((part) => !BESIDE_ADDRESS.test(part))];
  const found = parts.map((part) => plain(part.replace(BEFORE_ADDRESS, '')));
  return found.some((one) => one.length === 0) ? [] : found.flat();
}

function plain(address: string): readonly string[] {
  const read = PLAIN_LOCAL.test(address.slice(0, address.lastIndexOf('@'))) ? parseAddress(address) : undefined;
  return read === undefined ? [] : [read];
}

function mailboxesIn(input: string): readonly string[] {
  if (!input.includes('@')) return [];
  const parsed = emailAddresses.parseAddressList({ input, ...SYNTAX }) ?? [];
  return parsed.flatMap((entry) => (entry.type === 'group' ? entry.addresses : [entry])).map(({ address }) => address);
}

function usable(address: string): string | undefined {
  const at = address.lastIndexOf('@');
  const [local, domain] = [address.slice(0, at), address.slice(at + 1).toLowerCase()];
  if (address.length > MAX_ADDRESS_LENGTH || local.length > MAX_LOCAL_LENGTH) return undefined;
  return LOCAL.test(local) && DOMAIN.test(domain) ? `${local}@${domain}` : undefined;
}
