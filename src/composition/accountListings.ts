/**
 * Keeps the accounts that providers list known, over the fleet and over restarts.
 *
 *   every look      what is stored is taken over: all instances come to run with the same (until then drift holds deletes)
 *   too old         one instance lists anew and stores it; where that fails, what was known stays, however old (laws 1, 2)
 */
import type { Clock } from '../core/common/clock.ts';
import { messageOf } from '../core/common/errors.ts';
import type { Logger } from '../core/common/logger.ts';
import type { Listing, ListingRequest, ListingStore, Listings } from '../core/policy/listing.ts';
import { providers } from '../handlers/index.ts';
import { listAt } from '../handlers/listing.ts';
import type { Wired } from './parts.ts';

export interface AccountListingsDeps {
  readonly store: ListingStore;
  readonly claimSlot: (name: string, at: number) => Promise<boolean>;
  readonly list: (request: ListingRequest, before: Listing | undefined) => Promise<Listing>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** How often one that failed is tried again. */
const RETRY_MS = 5 * 60_000;

export class AccountListings {
  readonly #deps: AccountListingsDeps;
  readonly #known = new Map<string, Listing>();
  readonly #problems = new Map<string, string>();

  constructor(deps: AccountListingsDeps) {
    this.#deps = deps;
  }

  get listings(): Listings {
    return this.#known;
  }

  /** Why what is known may be old, for people. */
  get problems(): readonly string[] {
    return [...this.#problems.values()];
  }

  /** One look; never rejects. @returns whether other accounts are known than before */
  async look(entries: readonly ListingRequest[]): Promise<boolean> {
    let isChanged = false;
    for (const entry of entries) {
      try {
        isChanged = (await this.#lookAt(entry)) || isChanged;
        this.#problems.delete(entry.key);
      } catch (error) {
        this.#tell(entry, messageOf(error));
      }
    }
    return isChanged;
  }

  async #lookAt(entry: ListingRequest): Promise<boolean> {
    const { store, claimSlot, list, clock, log } = this.#deps;
    const { key, refreshMs, through } = entry;
    const stored = await store.get(key);
    const isTaken = stored !== undefined && this.#take(entry, stored);
    const before = this.#known.get(key);
    const now = clock.now();
    if (before && now - before.at < refreshMs && stored) return isTaken;
    const everyMs = Math.min(RETRY_MS, refreshMs);
    // Known to this process alone, it is put back; else one instance asks, and the others find what it stores.
    const slot = Math.floor(now / everyMs) * everyMs;
    if (!(await claimSlot(`accounts:${key}`, slot))) return isTaken;
    const listing = await list(entry, before);
    await store.put(key, listing);
    log.debug({ through: through.name, accounts: listing.accounts.length }, 'accounts listed');
    return this.#take(entry, listing) || isTaken;
  }

  #take({ key, through, title }: ListingRequest, listing: Listing): boolean {
    const before = this.#known.get(key);
    if (before && before.at > listing.at) return false;
    this.#known.set(key, listing);
    const isSame = before !== undefined && JSON.stringify(before.accounts) === JSON.stringify(listing.accounts);
    if (!isSame) this.#deps.log.info({ through: through.name, ...changes(before, listing) }, `accounts of ${title}`);
    return !isSame;
  }

  #tell({ key, through, title }: ListingRequest, problem: string): void {
    const isKnown = this.#known.has(key);
    const what = isKnown ? 'those known before stay' : 'nothing is live until they are known';
    if (this.#problems.get(key) === undefined) {
      this.#deps.log.warn({ through: through.name, problem }, `the accounts cannot be listed, ${what}`);
    }
    this.#problems.set(
      key,
      `the accounts of ${title} (through "${through.name}") cannot be listed, ${what}: ${problem}`,
    );
  }
}

/** Ids. */
function changes(before: Listing | undefined, { accounts }: Listing) {
  const ids = new Set(accounts.map(({ id }) => id));
  const old = new Set(before?.accounts.map(({ id }) => id));
  const idle = accounts.filter(({ state }) => state !== 'ACTIVE').map(({ id, state }) => `${id} ${state}`);
  const unread = accounts.filter(({ problem }) => problem !== undefined).map(({ id, problem }) => `${id}: ${problem}`);
  return {
    accounts: ids.size,
    appeared: [...ids].filter((id) => !old.has(id)),
    left: accounts.filter(({ leftAt }) => leftAt !== undefined).map(({ id }) => id),
    forgotten: [...old].filter((id) => !ids.has(id)),
    ...(idle.length === 0 ? {} : { notWorkedOn: idle }),
    ...(unread.length === 0 ? {} : { regionsUnread: unread }),
  };
}

/** On the parts that are wired; lists by the same clients, and at the same gentle rate, as everything else. */
export function openAccountListings({ parts, deps }: Wired, signal: AbortSignal): AccountListings {
  const { clock, pacer, log, clients } = deps;
  return new AccountListings({
    store: parts.listings,
    claimSlot: parts.claimSlot,
    list: (request, before) => listAt(providers, request, before, { signal, log, clock, pacer, clients }),
    clock,
    log,
  });
}

const LOOK_MS = 15_000;

/** Looks from here on, one look at a time; whatever changed is applied like a reload. @returns what ends it */
export function followAccounts(
  accounts: AccountListings,
  requests: () => readonly ListingRequest[],
  apply: (actor: string) => Promise<unknown>,
): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const look = async (): Promise<void> => {
    const asked = requests();
    const titles = [...new Set(asked.map(({ title }) => title))];
    if (await accounts.look(asked)) await apply(titles.join(', '));
    if (!isOver) timer = setTimeout(begin, LOOK_MS).unref();
  };
  let looking = look();
  function begin(): void {
    looking = look();
  }
  return async () => {
    isOver = true;
    clearTimeout(timer);
    await looking;
  };
}
