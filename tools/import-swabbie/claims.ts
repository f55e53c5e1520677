/** A namespace may be in one entry only: the first claim gets it. */
import type { NativeType } from './attributes.ts';
import type { Name, Provider } from './places.ts';

/** Accounts and locations that belong together in one entry. */
export interface Share {
  readonly accounts: readonly Name[];
  readonly locations: readonly Name[];
}

export interface Claimed {
  /** The part that was still free, in as few entries as possible. */
  readonly shares: readonly Share[];
  /** The earlier claimants of the rest. */
  readonly clashes: ReadonlySet<number>;
}

export class Claims {
  readonly #owners = new Map<string, number>();

  /** @param claimant the number that later clashes report for this claim */
  claim(type: NativeType, { accounts, locations }: Provider, claimant: number): Claimed {
    const clashes = new Set<number>();
    const shares = new Map<string, Share>();
    for (const account of accounts) {
      const free = locations.filter((location) => {
        const owner = this.#take(`${account.key}\n${location.key}\n${type}`, claimant);
        if (owner !== claimant) clashes.add(owner);
        return owner === claimant;
      });
      const key = free.map((location) => location.key).join('\n');
      const known = shares.get(key);
      if (free.length > 0) shares.set(key, { accounts: [...(known?.accounts ?? []), account], locations: free });
    }
    return { shares: [...shares.values()], clashes };
  }

  #take(place: string, claimant: number): number {
    const owner = this.#owners.get(place) ?? claimant;
    this.#owners.set(place, owner);
    return owner;
  }
}
