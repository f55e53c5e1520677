/**
 * Names by their value: in what people write (variables, options, flags, files) any value may be the name of a resource, whatever
 * stands before it. Resources have their names among their aliases in the same form (`nameAlias`). Pure.
 */
import { nameAlias } from '../resources/nameAlias.ts';
import { forEachMatch } from './matches.ts';
import type { Tell } from './mention.ts';
import { NAMED, type TellName } from './nameWords.ts';
import { tellAsEnd } from './openArns.ts';

/** What such a key has is a secret and no name. Of a table or a group there is none. */
const SECRETS = '(?:pass(?:word|wd|phrase)?|pwd|secret|token|auth|credentials?|_key|signature|dsn)';
const SECRET = new RegExp(`${SECRETS}$`);
/** The same in a text. */
const SECRET_VALUE = new RegExp(`(?<=${SECRETS}["'\`]?\\s{0,9}[=: ]\\s{0,9}["'\`]?)[^\\s"'\`]{1,255}`, 'gi');
/** Of an address, what stands before its host. */
const USER = /(?<=:\/\/)[^\s"'`/@]{1,255}@/g;
const NO_SECRET = /table|ddb|dynamo|group|log/;
/** Longer ones have no word in them that somebody wrote. */
const LONGEST_KEY = 255;
/** The characters of names; a connection string, which may have a password, has others. */
const MAY_BE_NAME = /^[\w.#/:()+ -]{2,255}$/;
/** A number, a version, a date or a time is no name. */
const NO_NAME = /^[\d.:/+ -]*$|^(?:true|false|null|none|yes|no)$/i;
/** What has an id is known by it. */
const ID = /^[a-z]{1,8}-[\da-f]{8,17}$/i;
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

/** Does a person keep a secret behind this key? */
export function isSecret(key: string): boolean {
  const words = plain(key.slice(-LONGEST_KEY));
  return SECRET.test(words) && !NO_SECRET.test(words);
}

/** Tells whatever is called like the value of a person's. */
export const anyName: TellName = (value, tell) => {
  if (ID.test(value) || NO_NAME.test(value)) return;
  const [, of, pair = ''] = PAIR.exec(value) ?? [];
  if (of !== undefined) {
    if (isSecret(of)) return;
    anyName(of, tell);
    anyName(pair, tell);
  }
  if (!MAY_BE_NAME.test(value)) return;
  tell('name', nameAlias(value));
  tellAsEnd(value, tell);
  if (IN_CLUSTER.test(value)) NAMED['ecs service'](value, tell);
};

const orService: TellName = (value, tell) => {
  anyName(value, tell);
  if (MAY_BE_NAME.test(value) && !ID.test(value)) NAMED['ecs service'](value, tell);
};

/** What the value of a person's key may be the name of; nothing, if it is a secret. */
export function saidBy(key: string): TellName | undefined {
  if (isSecret(key)) return undefined;
  return OF_SERVICE.test(plain(key.slice(-LONGEST_KEY))) ? orService : anyName;
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
/** Parts of a path, and of a host its first. */
const PARTS = /[\w.#+-]{2,255}/g;

/** Tells whatever is called like a word of a program's text, or like something in quotes. */
export function tellWords(written: string, tell: Tell): void {
  const text = written.replace(USER, '').replace(SECRET_VALUE, ' ');
  forEachMatch(QUOTED, text, ([, , value = '']) => anyName(value, tell));
  forEachMatch(WORD, text, ([found]) => {
    if (!IS_WRITTEN.test(found) || ELSEWHERE.test(found)) return;
    const [path = '', scheme] = found
      .replace(/[.:]+$/, '')
      .split('://')
      .toReversed();
    if (scheme === undefined) anyName(path, tell);
    if (scheme === undefined && !/[/.]/.test(path)) return;
    for (const [part] of path.matchAll(PARTS)) {
      const [label = ''] = part.split('.');
      for (const name of new Set([part, label])) if (scheme !== undefined || IS_WRITTEN.test(name)) anyName(name, tell);
    }
  });
}
