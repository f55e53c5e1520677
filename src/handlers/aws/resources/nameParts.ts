/**
 * The keys by which a text names all resources of a kind whose names begin or end so: a variable `TABLE_PREFIX` or `TABLE_SUFFIX`, an ARN
 * with a star, or a name that a program puts together (`prod-${STAGE}-orders`, `${STAGE}-orders`). A beginning ends, and an ending begins, at
 * a sign, a capital or a number. Pure.
 */

/** A program that says more of a name is known by the last of these. */
const MOST_PARTS = 6;
const PART = /(?<=[A-Za-z\d])(?=[-_./:])|(?<=[a-z])(?=[A-Z\d])/;
const FEWEST_LETTERS = /[A-Za-z].*[A-Za-z]/;
/** So many letters of a word of which a part stays open. */
export const FEW = 2;
/** As of the longest name of AWS. */
const LONGEST = 512;

/** The key of a kind's alias of a beginning: no resource is called so. */
export function beginsAlias(alias: string): string {
  return `${alias}#begins`;
}

/** The same of an ending. */
export function endsAlias(alias: string): string {
  return `${alias}#ends`;
}

/** The same of two letters with which a name begins: who writes `ord*` means `orders`, too. */
export function startsAlias(alias: string): string {
  return `${alias}#starts`;
}

/** The same of two letters with which a name ends. */
export function stopsAlias(alias: string): string {
  return `${alias}#stops`;
}

/** The same of a word within a name. */
export function hasAlias(alias: string): string {
  return `${alias}#has`;
}

/** The keys of each beginning and ending of a resource's name, and of the words between. @param aliasOf of its kind */
export function partAliases(aliasOf: (name: string) => string, name: string): readonly string[] {
  return [
    ...beginningsOf(name).map((beginning) => beginsAlias(aliasOf(beginning))),
    ...endingsOf(name).map((ending) => endsAlias(aliasOf(ending))),
    ...wordsIn(name.split(PART).slice(1, -1).slice(0, MOST_PARTS)).map((word) => hasAlias(aliasOf(word))),
    startsAlias(aliasOf(name.slice(0, FEW))),
    stopsAlias(aliasOf(name.slice(-FEW))),
  ];
}

/** What resources have keys of, of a value with which names begin; `undefined`: it has no two letters, so any name may be meant or none. */
export function beginningIn(value: string): string | undefined {
  const known = value.slice(0, LONGEST).replace(/(?<![-_./:])[-_./:]{1,20}$/, '');
  return beginningsOf(known).at(-1);
}

/** The same of a value with which names end. */
export function endingIn(value: string): string | undefined {
  return endingsOf(value.slice(-LONGEST)).at(-1);
}

/** The longest word of what is known between parts that stay open. */
export function wordIn(literals: readonly string[]): string | undefined {
  const words = wordsIn(literals.flatMap((one) => one.slice(0, LONGEST).split(PART)));
  return words.toSorted((a, b) => b.length - a.length)[0];
}

/** Without the signs before them. */
function wordsIn(parts: readonly string[]): readonly string[] {
  const words = parts.map((part) => part.replace(/^[-_./:]{1,20}/, ''));
  return [...new Set(words)].filter((one) => FEWEST_LETTERS.test(one));
}

function beginningsOf(name: string): readonly string[] {
  const parts = name.split(PART).slice(0, MOST_PARTS);
  return parts.map((_, last) => parts.slice(0, last + 1).join('')).filter((one) => FEWEST_LETTERS.test(one));
}

/** From the last part to the whole of them, each without the sign before it. */
function endingsOf(name: string): readonly string[] {
  const parts = name.split(PART).slice(-MOST_PARTS);
  const endings = parts.map((_, at) =>
    parts
      .slice(-1 - at)
      .join('')
      .replace(/^[-_./:]{1,20}/, ''),
  );
  return endings.filter((one) => FEWEST_LETTERS.test(one));
}
