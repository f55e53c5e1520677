/**
 * Which namespaces the entries of `cleanup` yield. Works on the plain data and skips what the schema complains
 * about, so that its own problems are found in the same run.
 */
import { type Namespace, namespaceOf } from '../core/namespace.ts';
import type { Handler } from '../handlers/handler.ts';
import { didYouMean } from './nearest.ts';
import type { Ignored, Reporter } from './report.ts';
import type { Path } from './tree.ts';

export interface Target {
  readonly namespace: Namespace;
  /** Index in `cleanup`. */
  readonly entry: number;
  /** Index in `accounts`. */
  readonly account: number;
  /** In the account's spelling. */
  readonly location: string;
  readonly handler: Handler;
}

interface PlainAccount {
  readonly index: number;
  readonly name: string;
  readonly provider: unknown;
  readonly locations: readonly string[];
}

/** The targets of all entries, each namespace once. */
export function spread(
  data: unknown,
  handlers: readonly Handler[],
  reporter: Reporter,
): { targets: readonly Target[]; ignored: readonly Ignored[] } {
  const accounts = plainAccounts(data, reporter);
  const ignored: Ignored[] = [];
  const targets: Target[] = [];
  listAt(data, 'cleanup').forEach((entry, index) => {
    const handler = handlers.find(({ resourceType }) => resourceType === valueAt(entry, 'type'));
    if (handler) targets.push(...targetsOf(entry, index, handler, accounts, reporter, ignored));
  });
  for (const { index, name } of accounts) {
    const named = targets.some((target) => target.account === index);
    if (!named) ignored.push({ what: `account ${name}`, why: 'no entry of cleanup yields a namespace in it' });
  }
  return { targets: withoutCollisions(targets, reporter), ignored };
}

function targetsOf(
  entry: unknown,
  index: number,
  handler: Handler,
  accounts: readonly PlainAccount[],
  reporter: Reporter,
  ignored: Ignored[],
): readonly Target[] {
  const path: Path = ['cleanup', index];
  const chosen = chooseAccounts(entry, path, handler, accounts, reporter);
  const wanted = valueAt(entry, 'locations') === undefined ? undefined : textsAt(entry, 'locations');
  const targets: Target[] = [];
  const missing: Ignored[] = [];
  for (const account of chosen) {
    const place = (location: string) => ({
      provider: handler.provider,
      account: account.name,
      location,
      resourceType: handler.resourceType,
    });
    for (const location of wanted?.map(({ text }) => text) ?? account.locations) {
      const has = account.locations.find((own) => own.toLowerCase() === location.toLowerCase());
      if (has === undefined) {
        const why = `account "${account.name}" does not have the location "${location}"; it has ${account.locations.join(', ')}`;
        missing.push({ what: namespaceOf(place(location)), why });
      } else {
        targets.push({
          namespace: namespaceOf(place(has)),
          entry: index,
          account: account.index,
          location: has,
          handler,
        });
      }
    }
  }
  if (targets.length > 0) ignored.push(...missing);
  else reportNothingLeft(path, wanted, chosen, reporter);
  return unique(targets);
}

/** All locations that an entry names are unknown to all of its accounts: certainly a mistake. */
function reportNothingLeft(
  path: Path,
  wanted: readonly Text[] | undefined,
  accounts: readonly PlainAccount[],
  reporter: Reporter,
): void {
  const known = [...new Set(accounts.flatMap(({ locations }) => locations))];
  if (known.length === 0) return;
  for (const { text, index } of wanted ?? []) {
    const names = accounts.map(({ name }) => `"${name}"`).join(', ');
    const allowed = `${didYouMean(text, known)}allowed: ${known.join(', ')}`;
    reporter.report(
      [...path, 'locations', index],
      `found ${JSON.stringify(text)}, a location that ${names} does not have; ${allowed}`,
    );
  }
}

function chooseAccounts(
  entry: unknown,
  path: Path,
  handler: Handler,
  accounts: readonly PlainAccount[],
  reporter: Reporter,
): readonly PlainAccount[] {
  const usable = accounts.filter(({ provider }) => provider === handler.provider);
  const names = usable.map(({ name }) => name);
  checkAcceptUnread(entry, path, names, reporter);
  if (valueAt(entry, 'accounts') === undefined) return usable;
  return textsAt(entry, 'accounts').flatMap(({ text, index }) => {
    const account = usable.find(({ name }) => name === text);
    if (account) return [account];
    reporter.report([...path, 'accounts', index], noSuchAccount(text, names));
    return [];
  });
}

/** `evidence.acceptUnread[].accounts` must be accounts of the file, or nothing would be accepted. */
function checkAcceptUnread(entry: unknown, path: Path, names: readonly string[], reporter: Reporter): void {
  listAt(valueAt(entry, 'evidence'), 'acceptUnread').forEach((accepted, position) => {
    for (const { text, index } of textsAt(accepted, 'accounts')) {
      if (names.includes(text)) continue;
      const place = [...path, 'evidence', 'acceptUnread', position, 'accounts', index];
      reporter.report(place, noSuchAccount(text, names));
    }
  });
}

function noSuchAccount(found: string, names: readonly string[]): string {
  const allowed = `${didYouMean(found, names)}allowed: ${names.join(', ')}`;
  return `found ${JSON.stringify(found)}, which is no account of this file for this type; ${allowed}`;
}

/** Two entries with one namespace contradict each other; both places are told, once per pair of entries. */
function withoutCollisions(targets: readonly Target[], reporter: Reporter): readonly Target[] {
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
    const what = `one namespace may be in one entry only: ${namespaces.join(', ')}`;
    reporter.report(['cleanup', first, 'type'], `${what}; also in cleanup[${second}]`);
    reporter.report(['cleanup', second, 'type'], `${what}; already in cleanup[${first}]`);
  }
  return targets;
}

function plainAccounts(data: unknown, reporter: Reporter): readonly PlainAccount[] {
  const seen = new Map<string, number>();
  return listAt(data, 'accounts').flatMap((account, index) => {
    const name = valueAt(account, 'name');
    if (typeof name !== 'string') return [];
    const first = seen.get(name.trim().toLowerCase());
    if (first !== undefined) {
      const what = `the account name ${JSON.stringify(name)} is given twice (names are compared without case)`;
      reporter.report(['accounts', first, 'name'], `${what}; also in accounts[${index}]`);
      reporter.report(['accounts', index, 'name'], `${what}; already in accounts[${first}]`);
      return [];
    }
    seen.set(name.trim().toLowerCase(), index);
    const locations = textsAt(account, 'locations').map(({ text }) => text);
    return [{ index, name: name.trim(), provider: valueAt(account, 'provider'), locations }];
  });
}

function unique(targets: readonly Target[]): readonly Target[] {
  return [...new Map(targets.map((target) => [target.namespace, target])).values()];
}

interface Text {
  readonly text: string;
  readonly index: number;
}

function textsAt(data: unknown, key: string): readonly Text[] {
  return listAt(data, key).flatMap((text, index) =>
    typeof text === 'string' && text.trim() !== '' ? [{ text: text.trim(), index }] : [],
  );
}

function listAt(data: unknown, key: string): readonly unknown[] {
  const value = valueAt(data, key);
  return Array.isArray(value) ? value : [];
}

function valueAt(data: unknown, key: string): unknown {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return undefined;
  return (data as Record<string, unknown>)[key];
}
