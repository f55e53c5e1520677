/**
 * The namespaces of the entries of `cleanup`. Works on the plain data and skips values that the schema rejects, so that
 * one run finds both kinds of problems.
 */

import { isLocationPattern, meansLocation } from '../../core/resource/locationPattern.ts';
import { type Namespace, namespaceOf } from '../../core/resource/namespace.ts';
import type { Handler } from '../../handlers/contract/handler.ts';
import type { Known } from '../../handlers/contract/known.ts';
import { namesOf } from '../../handlers/contract/types.ts';
import { chooseAccounts, mayBeFaulty, type PlainAccount, plainAccounts } from '../schema/accounts.ts';
import { didYouMean } from '../yaml/nearest.ts';
import { listAt, type PlainText, textsAt, valueAt } from '../yaml/plain.ts';
import { quote } from '../yaml/quote.ts';
import type { Ignored, Reporter } from '../yaml/report.ts';
import type { Path } from '../yaml/tree.ts';
import { mayBeListed } from './discoveredAccounts.ts';

/** A message names at most so many locations. */
const SHOWN_LOCATIONS = 50;

/** One namespace of an entry, with the places in the file that made it. */
export interface NamespaceTarget {
  readonly namespace: Namespace;
  /** Index in `cleanup`. */
  readonly entry: number;
  /** Index in `accounts`. */
  readonly account: number;
  /** In the spelling of the account's entry. */
  readonly location: string;
  readonly handler: Handler;
}

/** A name or a pattern in `locations` of an entry that no account of the entry has now. */
export interface UnmatchedLocation {
  readonly path: Path;
  readonly text: string;
}

/**
 * The targets of all entries, each namespace once.
 * @param data with the listed accounts
 * @param given the file's own data
 */
export function expandNamespaces(
  data: unknown,
  given: unknown,
  { handlers, providers }: Known,
  reporter: Reporter,
): { targets: readonly NamespaceTarget[]; ignored: readonly Ignored[]; unmatched: readonly UnmatchedLocation[] } {
  const accounts = plainAccounts(data, providers, reporter);
  const mayName = (name: string) => mayBeListed(given, providers, name) || mayBeFaulty(given, providers, name);
  const ignored: Ignored[] = [];
  const unmatched: UnmatchedLocation[] = [];
  const targets: NamespaceTarget[] = [];
  listAt(data, 'cleanup').forEach((entry, index) => {
    const handler = handlers.find((one) => namesOf(one, handlers)[0] === valueAt(entry, ['type']));
    if (!handler) return;
    const own = targetsOf(entry, index, handler, accounts, reporter, ignored, mayName);
    targets.push(...own);
    unmatched.push(...unmatchedIn(entry, index, own));
  });
  for (const { index, name, locations } of accounts) {
    const named = targets.some((target) => target.account === index);
    if (!named && locations.length > 0) ignored.push({ what: `account ${name}`, why: 'no entry of cleanup covers it' });
  }
  return { targets: withoutCollisions(targets, reporter), ignored, unmatched };
}

function unmatchedIn(entry: unknown, index: number, targets: readonly NamespaceTarget[]): readonly UnmatchedLocation[] {
  const found = new Set(targets.map(({ location }) => location.toLowerCase()));
  const has = locationsOf({ locations: [...found] });
  return textsAt(entry, 'locations')
    .filter(({ text }) => has(text).length === 0)
    .map(({ text, index: at }) => ({ path: ['cleanup', index, 'locations', at], text }));
}

function targetsOf(
  entry: unknown,
  index: number,
  handler: Handler,
  accounts: readonly PlainAccount[],
  reporter: Reporter,
  ignored: Ignored[],
  mayBeListed: (name: string) => boolean,
): readonly NamespaceTarget[] {
  const path: Path = ['cleanup', index];
  const chosen = chooseAccounts(entry, path, handler, accounts, reporter, mayBeListed);
  const wanted = valueAt(entry, ['locations']) === undefined ? undefined : textsAt(entry, 'locations');
  if (wanted === undefined) reportUnfitWhereFound(entry, path, handler, chosen, reporter);
  const targets: NamespaceTarget[] = [];
  const together: string[][] = [];
  const missing: Ignored[] = [];
  for (const account of chosen) {
    const place = (location: string) => ({
      provider: handler.provider,
      account: account.name,
      location,
      resourceType: handler.resourceType,
    });
    const has = locationsOf(account);
    const here: string[] = [];
    together.push(here);
    for (const location of wanted?.map(({ text }) => text) ?? account.locations) {
      const found = has(location);
      if (found.length === 0) {
        missing.push({ what: namespaceOf(place(location)), why: missingBecause(account, location) });
      }
      here.push(...found);
      for (const one of found) {
        targets.push({
          namespace: namespaceOf(place(one)),
          entry: index,
          account: account.index,
          location: one,
          handler,
        });
      }
    }
  }
  reportUnfitTogether(entry, path, handler, together, reporter);
  const mayAppear = wanted?.every(({ text }) => chosen.some(({ patterns }) => mayMean(patterns, text))) ?? false;
  if (targets.length > 0 || mayAppear) ignored.push(...missing);
  else reportNothingLeft(path, wanted, chosen, reporter);
  return unique(targets);
}

/** The locations of an account that a name or a pattern in an entry means. */
function locationsOf({ locations }: Pick<PlainAccount, 'locations'>): (text: string) => readonly string[] {
  // A map, because there may be tens of thousands of locations.
  const own = new Map(locations.map((location) => [location.toLowerCase(), location]));
  return (text) => {
    if (isLocationPattern(text)) return locations.filter((location) => meansLocation([text], location));
    const one = own.get(text.toLowerCase());
    return one === undefined ? [] : [one];
  };
}

/** Can a later listing bring such a location? */
function mayMean(patterns: readonly string[], text: string): boolean {
  return isLocationPattern(text) ? patterns.length > 0 : meansLocation(patterns, text);
}

/** Also before the first listing: the settings of an entry for locations that the configuration does not name. */
function reportUnfitWhereFound(
  entry: unknown,
  path: Path,
  { problemsWhereFound }: Handler,
  accounts: readonly PlainAccount[],
  reporter: Reporter,
): void {
  if (typeof entry !== 'object' || entry === null) return;
  const given = entry as Readonly<Record<string, unknown>>;
  const problems = accounts
    .filter(({ patterns }) => patterns.length > 0)
    .flatMap(({ locations, patterns }) => problemsWhereFound?.(given, [...locations, ...patterns]) ?? []);
  for (const { path: at, message } of problems) reporter.report([...path, ...at], message);
}

function reportUnfitTogether(
  entry: unknown,
  path: Path,
  { problemsTogether }: Handler,
  together: readonly (readonly string[])[],
  reporter: Reporter,
): void {
  if (typeof entry !== 'object' || entry === null || !problemsTogether) return;
  for (const locations of together) {
    const problems = problemsTogether(entry as Readonly<Record<string, unknown>>, locations);
    for (const { path: at, message } of problems) reporter.report([...path, ...at], message);
  }
}

function missingBecause({ name, locations, patterns }: PlainAccount, location: string): string {
  const not = `account "${name}" does not have the location "${location}"`;
  if (meansLocation(patterns, location)) return `${not}: no listing shows it now`;
  return `${not}; it has ${firstOf(locations)}`;
}

function firstOf(locations: readonly string[]): string {
  const more = locations.length - SHOWN_LOCATIONS;
  return `${locations.slice(0, SHOWN_LOCATIONS).join(', ')}${more > 0 ? `, and ${more} more` : ''}`;
}

/** None of the entry's accounts has any of its locations: certainly a mistake. */
function reportNothingLeft(
  path: Path,
  wanted: readonly PlainText[] | undefined,
  accounts: readonly PlainAccount[],
  reporter: Reporter,
): void {
  const known = [...new Set(accounts.flatMap(({ locations }) => locations))];
  if (known.length === 0) return;
  for (const { text, index } of wanted ?? []) {
    const names = accounts.map(({ name }) => `"${name}"`).join(', ');
    const allowed = `${didYouMean(text, known)}allowed: ${firstOf(known)}`;
    reporter.report(
      [...path, 'locations', index],
      `found ${quote(text)}, a location that ${names} does not have; ${allowed}`,
    );
  }
}

/** Two entries with one namespace contradict each other; reports both places, once per pair of entries. */
function withoutCollisions(targets: readonly NamespaceTarget[], reporter: Reporter): readonly NamespaceTarget[] {
  const owners = new Map<Namespace, number>();
  const pairs = new Map<string, { first: number; second: number; namespaces: Namespace[] }>();
  for (const { namespace, entry } of targets) {
    const first = owners.get(namespace);
    if (first === undefined) owners.set(namespace, entry);
    else {
      const pair = pairs.get(`${first}:${entry}`) ?? { first, second: entry, namespaces: [] };
      pair.namespaces.push(namespace);
      pairs.set(`${first}:${entry}`, pair);
    }
  }
  for (const { first, second, namespaces } of pairs.values()) {
    const what = `only one entry may cover a namespace: ${namespaces.join(', ')}`;
    reporter.report(['cleanup', first, 'type'], `${what}; also in cleanup[${second}]`);
    reporter.report(['cleanup', second, 'type'], `${what}; already in cleanup[${first}]`);
  }
  return targets;
}

function unique(targets: readonly NamespaceTarget[]): readonly NamespaceTarget[] {
  return [...new Map(targets.map((target) => [target.namespace, target])).values()];
}
