/**
 * The namespaces of the entries of `cleanup`. Works on the plain data and skips values that the schema rejects, so that
 * one run finds both kinds of problems.
 */

import { isLocationPattern, meansLocation } from '../../core/resource/locationPattern.ts';
import { namespaceOf } from '../../core/resource/namespace.ts';
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
import { inOrder } from './entryOrder.ts';
import type { JudgedNamespace, NamespaceTarget } from './namespaceTarget.ts';

/** A message names at most so many locations. */
const SHOWN_LOCATIONS = 50;

/** A name or a pattern in `locations` of an entry that no account of the entry has now. */
export interface UnmatchedLocation {
  readonly path: Path;
  readonly text: string;
}

/**
 * The namespaces of all entries, each once with the entries that judge it.
 * @param data with the listed accounts
 * @param given the file's own data
 */
export function expandNamespaces(
  data: unknown,
  given: unknown,
  { handlers, providers }: Known,
  reporter: Reporter,
): { targets: readonly JudgedNamespace[]; ignored: readonly Ignored[]; unmatched: readonly UnmatchedLocation[] } {
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
  const { judged, ignored: hidden } = inOrder(targets, listAt(data, 'cleanup'), reporter);
  return { targets: judged, ignored: [...ignored, ...hidden], unmatched };
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
          accountName: account.name,
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

function unique(targets: readonly NamespaceTarget[]): readonly NamespaceTarget[] {
  return [...new Map(targets.map((target) => [target.namespace, target])).values()];
}
