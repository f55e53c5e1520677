/** All accounts and locations, and those of each block in Swabbie's file. */
import { canonical } from './relaxed.ts';
import type { Source } from './source.ts';

/** A name in native form. */
export interface Name {
  readonly native: string;
  /** For comparison: in lower case, with defaults substituted. */
  readonly key: string;
}

/** One block under `providers`. */
export interface Provider {
  readonly source: Source;
  readonly accounts: readonly Name[];
  readonly locations: readonly Name[];
}

/** An account of the native file. */
export interface Account {
  readonly name: Name;
  readonly locations: readonly Name[];
}

/** The blocks that can be imported; the others are reported. */
export function readProviders(swabbie: Source): readonly Provider[] {
  const spellings = new Map<string, string>();
  return swabbie
    .get('providers')
    .items()
    .flatMap((source) => {
      const name = source.get('name').text();
      if (name?.plain === undefined || canonical(name.plain.trim()) !== 'aws') {
        source.lost(`left out: the provider "${name?.plain ?? ''}" is not known to this version`);
        return [];
      }
      const accounts = oneSpelling(namesIn(source.get('accounts')), spellings, source.get('accounts'));
      const locations = unique(namesIn(source.get('locations')));
      if (accounts.length > 0 && locations.length > 0) return [{ source, accounts, locations }];
      source.lost('left out: it has no accounts, or no locations, and so does nothing');
      return [];
    });
}

/** A native file cannot contain two account names that differ only in case: only the first spelling stays. */
function oneSpelling(names: readonly Name[], spellings: Map<string, string>, list: Source): readonly Name[] {
  return unique(
    names.filter(({ native, key }) => {
      const first = spellings.get(key) ?? native;
      spellings.set(key, first);
      if (first !== native)
        list.lost(`left out: "${native}" and "${first}" are one name here, where case does not count`);
      return first === native;
    }),
  );
}

/** All accounts with the locations of every block that names them. */
export function accountsOf(providers: readonly Provider[]): readonly Account[] {
  const accounts = new Map<string, Account>();
  for (const provider of providers) {
    for (const name of provider.accounts) {
      const known = accounts.get(name.key);
      const locations = [...(known?.locations ?? []), ...provider.locations];
      accounts.set(name.key, { name: known?.name ?? name, locations: unique(locations) });
    }
  }
  return [...accounts.values()];
}

const LONGEST = 1024;

function namesIn(list: Source): readonly Name[] {
  return list.items().flatMap((source): Name[] => {
    const text = source.text('text');
    const native = text?.native.trim() ?? '';
    if (text?.plain?.trim() === '') return [];
    if (/\p{Cc}/u.test(native) || native.length > LONGEST) {
      source.lost('left out: such a name cannot be written');
      return [];
    }
    return [{ native, key: (text?.plain ?? native).trim().toLowerCase() }];
  });
}

function unique(names: readonly Name[]): readonly Name[] {
  return [...new Map([...names].reverse().map((name) => [name.key, name])).values()].reverse();
}
