/** Keeps secrets out of all output. */
import { quote } from './quote.ts';
import type { FromVariables, Path, Tree } from './tree.ts';

const HIDDEN = '***';

const SECRET_KEYS: ReadonlySet<PropertyKey> = new Set([
  'authorization',
  'clientSecret',
  'password',
  'secret',
  'signingSecret',
  'token',
]);
/** Sections and keys whose values are in log lines and mails anyway; hiding them would make these unreadable. */
const PUBLIC: readonly RegExp[] = [
  /^(dryRun|log|work|window|definitions)\b/,
  /^owner\.(order|tags|domains)\b/,
  /^accounts\.\d+\.(name|provider|id|alias|locations|owner|window)\b/,
  /^cleanup\.\d+\.(type|accounts|locations|live|actions|window)\b/,
  /^http\.\w+\.(port|bind|url)$/,
  /^http\.operator\.oidc\.(issuer|groupsClaim|scopes|readers|operators)\b/,
  /^mail\.from$/,
  /\bnotice\.fallback$/,
];
/** The URL of a webhook is its password. A header may have a key under any name, but for those that describe the request. */
const SECRET_PATHS: readonly RegExp[] = [
  /^notify\.transports\.\d+\.url$/,
  /(^|\.)(?:env|execEnv)\.\w*(?:key|token|secret|pass|credential|auth)/i,
  /(^|\.)headers\.(?!(accept|accept-language|content-type|user-agent)$)/i,
];
/** Shorter secrets are hidden only in URLs: elsewhere they would match ordinary words. */
const SHORTEST = 6;

/** Replaces the secrets of one configuration, and the credentials of any URL, in a text. */
export type Redact = (text: string) => string;

/** Knows the secrets of a document: values from variables, keys and tokens, passwords in URLs. */
export function redactorFor(tree: Tree): Redact {
  const secrets = new Set<string>();
  const add = (...values: readonly string[]) => {
    for (const value of values.flatMap(spellingsOf)) if (value.length >= SHORTEST) secrets.add(value);
  };
  for (const { path, text } of textsOf(tree.data, [])) {
    // In a URL only the credentials are secret: messages need its address.
    if (!isPublic(path)) add(...(tree.fromVariables(path)?.values ?? []).filter((value) => !URL_START.test(value)));
    if (isSecretPath(path)) add(text);
    const password = passwordOf(text);
    if (password !== undefined) add(password);
  }
  const longestFirst = [...secrets].sort((a, b) => b.length - a.length);
  return (text) => longestFirst.reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), hideUrlPasswords(text));
}

/** The document for display: values from variables, keys, tokens and passwords in URLs are hidden. */
export function shownData(tree: Tree, value: unknown = tree.data, path: Path = []): unknown {
  if (Array.isArray(value)) return value.map((item, index) => shownData(tree, item, [...path, index]));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shownData(tree, item, [...path, key])]));
  }
  if (tree.fromVariables(path) || isSecretPath(path)) return HIDDEN;
  return typeof value === 'string' ? hideUrlPasswords(value) : value;
}

/** One value of the document, for a message. */
export function showValue(value: unknown, path: Path, from: FromVariables | undefined): string {
  if (from) return `the value of ${from.variables.map((name) => `\${${name}}`).join(' and ')}`;
  if (value === undefined || value === null) return 'nothing';
  if (isSecretPath(path) || isBesideSecrets(value, path)) return HIDDEN;
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object') return Object.keys(value).length === 0 ? 'an empty mapping' : 'a mapping';
  if (typeof value !== 'string') return String(value);
  return quote(withoutKeys(hideUrlPasswords(value).replace(NO_SCHEME, `${HIDDEN}@`)));
}

/** A word of a key or a token, wherever somebody put it: so long, and of letters and digits. */
const KEY_WORD = /(?=[\w+=-]*\d)(?=[\w+=-]*[a-z])[\w+=-]{16,}/gi;
/** No key has so few: the id of a resource. */
const ID = /^(?:[a-z]+-)*[0-9a-f]{8,17}$/;
/** The path of such an address is its password. */
const HOOK = /\b(https?:\/\/[^\s/]*(?:hook|slack|office|logic\.azure|discord|telegram)[^\s/]*\/)\S+/gi;

/** Of an address, what follows the question mark. */
const QUERY = /(:\/\/[^\s?#]*\?)\S+/g;
/** The whole text in base64, which also has slashes. */
const BASE64 = /^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])[\w+/=-]{24,}$/;

function withoutKeys(text: string): string {
  if (BASE64.test(text)) return HIDDEN;
  const addresses = text.replace(HOOK, `$1${HIDDEN}`).replace(QUERY, `$1${HIDDEN}`);
  return addresses.replace(KEY_WORD, (word) => (ID.test(word) ? word : HIDDEN));
}

/** `redis.url: user:secret@host`: its scheme was forgotten. */
const NO_SCHEME = /^[^\s/@]*:[^\s@]*@/;
/** A mistake in these sections is often a secret at the place of a mapping, or under a key with another spelling. */
const SECRET_SECTIONS = /pass|secret|token|credential|^keys?$|signing|dkim|auth|private|headers|^env$|execEnv/i;
/** Keys in them whose values are words and names. */
const NO_SECRETS: ReadonlySet<PropertyKey> = new Set(['access', 'accounts', 'name', 'id', 'app', 'owner', 'selector']);

/** A text where the schema wants something else, close to where secrets are. */
function isBesideSecrets(value: unknown, path: Path): boolean {
  const isText = typeof value === 'string' || typeof value === 'number';
  const key = path.findLast((part) => typeof part === 'string');
  return isText && !NO_SECRETS.has(key ?? '') && path.some((part) => SECRET_SECTIONS.test(String(part)));
}

const URL_START = /^[a-z][a-z0-9+.-]*:\/\//i;

/** `redis://:secret@host` → `redis://***@host`. */
function hideUrlPasswords(text: string): string {
  return text.replace(/([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/]{1,500}@/gi, `$1${HIDDEN}@`);
}

function isSecretPath(path: Path): boolean {
  if (SECRET_KEYS.has(path.at(-1) ?? '')) return true;
  const text = path.join('.');
  return SECRET_PATHS.some((pattern) => pattern.test(text));
}

function isPublic(path: Path): boolean {
  const text = path.join('.');
  return PUBLIC.some((pattern) => pattern.test(text));
}

function passwordOf(text: string): string | undefined {
  return /^[a-z][a-z0-9+.-]*:\/\/[^\s/@:]*:([^\s/]+)@/i.exec(text)?.[1];
}

/** The secret as written, as in a URL, and as in JSON. */
function spellingsOf(secret: string): readonly string[] {
  const plain = [secret, decode(secret)];
  return [...plain, encodeURIComponent(secret), ...plain.map((text) => JSON.stringify(text).slice(1, -1))];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function* textsOf(value: unknown, path: Path): Generator<{ path: Path; text: string }> {
  if (typeof value === 'string') yield { path, text: value };
  else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) yield* textsOf(item, [...path, key]);
  }
}
