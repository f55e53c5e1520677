/** One namespace may be in one entry only: who asks for it first has it. */
import type { NativeType } from './attributes.ts';
import type { Name, Provider } from './places.ts';

/** Accounts and locations that go together in one entry. */
export interface Share {
  readonly accounts: readonly Name[];
  readonly locations: readonly Name[];
}

export interface Claimed {
  /** What nobody had asked for before, as few entries as can say it. */
  readonly shares: readonly Share[];
  /** Who had asked for the rest before. */
  readonly clashes: ReadonlySet<number>;
}

export class Claims {
  readonly #owners = new Map<string, number>();

  /** @param claimant by whom the clashes of others will name this one */
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
