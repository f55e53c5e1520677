/**
 * Names by their value: in what people write (variables, options, flags, files) any value may be the name of a resource, whatever
 * stands before it. Resources have their names among their aliases in the same form (`nameAlias`). Pure.
 */
import { nameAlias } from '../resources/nameAlias.ts';
import { isIdOfKind } from './forms.ts';
import { tellOpenImages } from './imageNames.ts';
import { tellImagesApart } from './imagesApart.ts';
import { forEachMatch } from './matches.ts';
import type { Tell, TellName } from './mention.ts';
import { NAMED } from './nameWords.ts';
import { tellAsEnd } from './openArns.ts';

/** What such a key has is a secret and no name. Of a table or a group there is none. */
const SURE = '(?:(?<!by|com|over|sur|tres|under)pass|pass(?:word|wd|phrase)|pwd|secret)';
/** A program chose what is behind these, if it is a secret; a person names by them what signs people in, or sorts by a key. */
const MAYBE = '(?:token|auth|credentials?|_key|signature)';
const SECRET = new RegExp(`(?:(${SURE})|${MAYBE})$`);
/** Words with dashes, a number or a date behind them: what a program chose at random has a digit within a word, or a long number. */
const READS_AS_NAME =
  /^(?:[a-z]{2,255}|(?:[a-z]{1,40}\d{0,4}|\d{1,8})(?:[-_./#](?:[a-z]{1,40}\d{0,4}|\d{1,8})){1,20})$/i;
/** The same in a text, with what may stand between a key and its value; a blank does, behind a flag or the word alone. */
const SECRET_VALUE = new RegExp(
  `(?<=(?:${SURE}|${MAYBE.replace('_', '[_-]')})["'\`]?\\s{0,9}[=: ]\\s{0,9}["'\`]?)[^\\s"'\`]{1,255}`,
  'gi',
);
const KEY = /(?<![\w.-])(-{0,2})([\w.-]{1,80})["'`]?(\s{0,9}[=:]\s{0,9}|\s{1,9})["'`]?$/;
const WORD_ALONE = /^(?:require)?pass(?:word|wd|phrase)$/i;
/** Of an address, what stands before its host. */
const USER = /(?<=:\/\/)[^\s"'`/@]{1,255}@/g;
/** The same without `//`, behind the name of the user; a digest has a tag there. */
const PASSWORD = /(?<=(?:^|[\s"'`/=,])[^\s"'`/=@:,]{0,255}:)[^\s"'`/@]{1,255}@(?!sha256:)/g;
const withoutUsers = (text: string) => text.replace(USER, '').replace(PASSWORD, '');
const NO_SECRET = /table|ddb|dynamo|group|log/;
/** Longer ones have no word in them that somebody wrote. */
const LONGEST_KEY = 255;
/** The characters of names; a connection string, which may have a password, has others. */
const MAY_BE_NAME = /^[\w.#/:()+ -]{2,255}$/;
/** A number, a version, a date or a time is no name. */
const NO_NAME = /^[\d.:/+ -]*$|^(?:true|false|null|none|yes|no)$/i;
/** A service that is told with its cluster: `shop/web`. */
const IN_CLUSTER = /^[\w-]{1,255}\/[\w-]{1,255}$/;
/** One of several: `orders:prod-orders`, `orders=prod-orders`; also what is in a log group. */
const PAIR = /^([\w./#-]{1,255})[:=]([\w.*-]{0,255})$/;
/** Its own name stands in the variables of each program of ECS: a service counts by such a word only. */
const OF_SERVICE = /service|svc|ecs|fargate/;

const plain = (key: string) =>
  key
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/[.-]/g, '_')
    .toLowerCase();

/** What a person keeps behind a key: a secret (`sure`), a secret or a name (`maybe`), or none. */
export type Secrecy = 'sure' | 'maybe' | undefined;

export function secrecyOf(key: string): Secrecy {
  const words = plain(key.slice(-LONGEST_KEY));
  const [found, sure] = SECRET.exec(words) ?? [];
  if (found === undefined || NO_SECRET.test(words)) return undefined;
  return sure === undefined ? 'maybe' : 'sure';
}

/** Is this value behind such a key a secret? */
export function hides(secrecy: Secrecy, value: unknown): boolean {
  if (secrecy === undefined) return false;
  return secrecy === 'sure' || typeof value !== 'string' || !READS_AS_NAME.test(value);
}

/** Tells what is called like the whole value, or one of a pair. */
const wholeName: TellName = (value, tell) => {
  if (NO_NAME.test(value) || isIdOfKind(value)) return;
  const [, of, pair = ''] = PAIR.exec(value) ?? [];
  if (of !== undefined) {
    if (hides(secrecyOf(of), pair)) return;
    wholeName(of, tell);
    wholeName(pair, tell);
  }
  if (!MAY_BE_NAME.test(value)) return;
  tell('name', nameAlias(value));
  tellAsEnd(value, tell);
  if (IN_CLUSTER.test(value)) NAMED['ecs service'](value, tell);
};

/** Tells whatever is called like the value of a person's, or like a part of it: `${TABLE:orders}`, `[orders]`, `orders@eu-west-1`. */
export const anyName: TellName = (value, tell) => {
  tellOpenImages(value, tell);
  wholeName(value, tell);
  for (const part of partsOf(value)) wholeName(part, tell);
};

const orService: TellName = (value, tell) => {
  anyName(value, tell);
  for (const one of [value, ...partsOf(value)])
    if (MAY_BE_NAME.test(one) && !isIdOfKind(one)) NAMED['ecs service'](one, tell);
};

/** Between signs that no name has, each also without what is behind its first dot; not what a key of a secret stands before. */
function partsOf(value: string): readonly string[] {
  if (ONE_PART.test(value) || ELSEWHERE.test(value) || IS_TEXT.test(value)) return [];
  const parts = new Set<string>();
  let secrecy: Secrecy;
  for (const [, found = '', sign = ''] of withoutUsers(decoded(value)).matchAll(PART)) {
    const part = found.replace(AT_ENDS, '');
    if (!hides(secrecy, part)) for (const one of [part, part.split('.', 1)[0] ?? '']) parts.add(one);
    secrecy = /^["'`]?\s{0,9}[:=]/.test(sign) ? secrecyOf(part) : undefined;
  }
  parts.delete(value);
  return [...parts];
}

const ONE_PART = /^\w(?:[\w-]*\w)?$/;
/** Words and JSON are looked through in their own ways. */
const IS_TEXT = /\s|^[[{].*"/s;
const PART = /([\w.-]{2,255})([^\w.-]{0,20})/g;
/** No name begins or ends so. */
const AT_ENDS = /^[.-]+|[.-]+$/g;

/** As a program reads an address (`sync%3Aorders`) or JSON (`\u0022orders`). */
function decoded(value: string): string {
  if (!value.includes('%') && !value.includes('\\u00')) return value;
  return value.replace(/(?:%|\\u00)([2-7][\da-f])/gi, (_all, code) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** What the value of a person's key may be the name of; nothing, if it is a secret. */
export function saidBy(key: string): TellName | undefined {
  const secrecy = secrecyOf(key);
  const named = OF_SERVICE.test(plain(key.slice(-LONGEST_KEY))) ? orService : anyName;
  if (secrecy === undefined) return named;
  return secrecy === 'sure' ? undefined : (value, tell) => hides(secrecy, value) || named(value, tell);
}

/** Tells all that each of them tells. */
export function allOf(...named: readonly (TellName | undefined)[]): TellName | undefined {
  const known = [...new Set(named.filter((one) => one !== undefined))];
  if (known.length < 2) return known[0];
  return (name, tell) => {
    for (const one of known) one(name, tell);
  };
}

/** In a program: `Table("orders")`, `['orders']`. */
const QUOTED = /(["'`])([\w.#/:+-]{2,255})\1/g;
/** A word with what prose has not: a digit, a dash, a line, a path, a capital inside. */
const WORD = /(?<![\w.#/:+-])[\w/.#-][\w./#:+-]{1,254}/g;
const IS_WRITTEN = /[\d_/]|\w-\w|[a-z][A-Z]/;
/** An ARN and a host of AWS say of themselves what they name, and in which account. */
const ELSEWHERE = /^arn:|\.amazonaws\.com/;

/** The host of a share of Windows, in as many texts in texts: `\\files.example.com\home`. */
const SHARE = /\\{2,8}([a-z0-9][\w.-]{1,254})/gi;

/** Tells whatever is called like the host of a share. @param text with its backslashes: in `\\nas` is no new line */
export function tellShares(text: string, tell: Tell): void {
  forEachMatch(SHARE, text, ([, host = '']) => {
    for (const one of new Set([host, host.split('.', 1)[0] ?? host])) wholeName(one, tell);
  });
}

/** Tells whatever is called like a word of a program's text, or like something in quotes. */
export function tellWords(written: string, tell: Tell): void {
  tellOpenImages(written, tell);
  tellImagesApart(written, tell);
  const text = withoutUsers(decoded(written)).replace(SECRET_VALUE, withoutSecret);
  forEachMatch(QUOTED, text, ([, , value = '']) => anyName(value, tell));
  forEachMatch(WORD, text, ([found]) => {
    if (!IS_WRITTEN.test(found) || ELSEWHERE.test(found)) return;
    const [path = '', scheme] = found
      .replace(/[.:]+$/, '')
      .split('://')
      .toReversed();
    if (scheme === undefined) wholeName(path, tell);
    for (const part of partsOf(path)) if (scheme !== undefined || IS_WRITTEN.test(part)) wholeName(part, tell);
  });
}

/** A word that only ends like the key of a secret hides nothing behind a mere blank: `./rotate-token orders`. */
function withoutSecret(value: string, at: number, text: string): string {
  const [, dashes = '', key = '', sign = ''] = KEY.exec(text.slice(Math.max(0, at - LONGEST_BEFORE), at)) ?? [];
  const isBehind = /[=:]/.test(sign) || dashes !== '' || WORD_ALONE.test(key);
  return isBehind && hides(secrecyOf(key), value) ? ' ' : value;
}

const LONGEST_BEFORE = 120;
