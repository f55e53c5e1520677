/** The accounts of the file as plain data, and the choice of accounts for an entry. */
import { isLocationPattern } from '../../core/resource/locationPattern.ts';
import type { Handler } from '../../handlers/contract/handler.ts';
import type { Provider } from '../../handlers/contract/provider.ts';
import { didYouMean } from '../yaml/nearest.ts';
import { listAt, textsAt, valueAt } from '../yaml/plain.ts';
import { quote } from '../yaml/quote.ts';
import type { Reporter } from '../yaml/report.ts';
import type { Path } from '../yaml/tree.ts';

/** An entry of `accounts` that names its account, no listing. */
export interface PlainAccount {
  readonly index: number;
  readonly name: string;
  readonly provider: unknown;
  readonly locations: readonly string[];
  /** Patterns for locations that its provider finds; empty = the entry has only names. */
  readonly patterns: readonly string[];
}

/** Every account with a unique name; a name that is given twice is reported at both places. */
export function plainAccounts(
  data: unknown,
  providers: readonly Provider[],
  reporter: Reporter,
): readonly PlainAccount[] {
  const seen = new Map<string, number>();
  return listAt(data, 'accounts').flatMap((account, index) => {
    const name = valueAt(account, ['name']);
    if (typeof name !== 'string') return [];
    const first = seen.get(name.trim().toLowerCase());
    if (first !== undefined) {
      const what = `the account name ${quote(name)} is given twice (names are compared without case)`;
      reporter.report(['accounts', first, 'name'], `${what}; also in accounts[${index}]`);
      reporter.report(['accounts', index, 'name'], `${what}; already in accounts[${first}]`);
      return [];
    }
    seen.set(name.trim().toLowerCase(), index);
    const provider = valueAt(account, ['provider']);
    const { named, patterns } = splitLocations(textOf(account, 'locations'), provider, providers);
    return [
      { index, name: name.trim(), provider, locations: named, patterns: [...patterns, ...textOf(account, 'patterns')] },
    ];
  });
}

function textOf(account: unknown, key: string): readonly string[] {
  return textsAt(account, key).map(({ text }) => text);
}

/** The names of locations, and the patterns for locations that the provider must find. */
export function splitLocations(
  locations: readonly string[],
  provider: unknown,
  providers: readonly Provider[],
): { readonly named: readonly string[]; readonly patterns: readonly string[] } {
  const finds = providers.some(({ name, locations: find }) => name === provider && find !== undefined);
  if (!finds) return { named: locations, patterns: [] };
  return {
    named: locations.filter((text) => !isLocationPattern(text)),
    patterns: locations.filter(isLocationPattern),
  };
}

/** May this be the name of an account whose own entry has a fault, which is reported there? */
export function mayBeFaulty(data: unknown, providers: readonly Provider[], text: string): boolean {
  const accounts = listAt(data, 'accounts');
  const isFaulty = (account: unknown) => {
    const name = valueAt(account, ['name']);
    if (typeof name !== 'string' || name.trim() === '') return true;
    return name.trim() === text && !providers.some((provider) => provider.name === valueAt(account, ['provider']));
  };
  return accounts.length === 0 || accounts.some(isFaulty);
}

/** The accounts that an entry names, else all accounts of its provider. */
export function chooseAccounts(
  entry: unknown,
  path: Path,
  handler: Handler,
  accounts: readonly PlainAccount[],
  reporter: Reporter,
  mayBeListed: (name: string) => boolean,
): readonly PlainAccount[] {
  const usable = accounts.filter(({ provider }) => provider === handler.provider);
  const names = usable.map(({ name }) => name);
  checkEvidence(
    entry,
    path,
    accounts.map(({ name }) => name),
    reporter,
    mayBeListed,
  );
  if (valueAt(entry, ['accounts']) === undefined) return usable;
  return textsAt(entry, 'accounts').flatMap(({ text, index }) => {
    const account = usable.find(({ name }) => name === text);
    if (account) return [account];
    if (mayBeListed(text)) return [];
    reporter.report([...path, 'accounts', index], noSuchAccount(text, names));
    return [];
  });
}

/** The accounts in `evidence` must be accounts of the file, or the setting would have no effect. */
function checkEvidence(
  entry: unknown,
  path: Path,
  names: readonly string[],
  reporter: Reporter,
  mayBeListed: (name: string) => boolean,
): void {
  for (const key of ['acceptUnread', 'off']) {
    listAt(valueAt(entry, ['evidence']), key).forEach((given, position) => {
      for (const { text, index } of textsAt(given, 'accounts')) {
        if (names.includes(text) || mayBeListed(text)) continue;
        reporter.report([...path, 'evidence', key, position, 'accounts', index], noSuchAccount(text, names));
      }
    });
  }
}

function noSuchAccount(found: string, names: readonly string[]): string {
  const allowed = `${didYouMean(found, names)}allowed: ${names.join(', ')}`;
  return `found ${quote(found)}, which is not an account of this file for this type; ${allowed}`;
}
