/**
 * Keeps the listed accounts and locations of providers known, over the fleet and over restarts.
 *
 *   every look      takes over the stored listing: all instances come to run the same (until then drift blocks deletes)
 *   too old         one instance lists anew and stores it; on failure the old one stays, however old (laws 1, 2)
 */
import type { Clock } from '../core/common/clock.ts';
import { messageOf } from '../core/common/errors.ts';
import type { Logger } from '../core/common/logger.ts';
import type { Listing, ListingRequest, ListingStore, Listings } from '../core/policy/listing.ts';
import { providers } from '../handlers/index.ts';
import { listAt } from '../handlers/listing.ts';
import type { Wired } from './parts.ts';

/** `openAccountListings` passes these: the listings in Redis, and the reading calls of the providers. */
export interface AccountListingsDeps {
  readonly store: ListingStore;
  /** `true` for the first instance that claims this name and instant (ms since the epoch): it alone lists anew. */
  readonly claimSlot: (name: string, at: number) => Promise<boolean>;
  /** Asks the provider; complete, or it rejects. `before` is the listing that the new one replaces. */
  readonly list: (request: ListingRequest, before: Listing | undefined) => Promise<Listing>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** How often a failed listing is tried again. */
const RETRY_MS = 5 * 60_000;

export class AccountListings {
  readonly #deps: AccountListingsDeps;
  readonly #known = new Map<string, Listing>();
  readonly #problems = new Map<string, string>();
  /** The last slot in which this instance listed, by the key of the request. */
  readonly #tried = new Map<string, number>();

  /** The keys of the requests of the configuration in force. */
  #inForce: ReadonlySet<string> = new Set();

  constructor(deps: AccountListingsDeps) {
    this.#deps = deps;
  }

  get listings(): Listings {
    return this.#known;
  }

  /** Why the listings may be old, and what they lack, for people. */
  get problems(): readonly string[] {
    const chosen = [...this.#known].filter(([key]) => this.#inForce.has(key));
    return [...this.#problems.values(), ...chosen.flatMap(([, listing]) => unknownIn(listing))];
  }

  /** One look; never rejects. @returns whether the known accounts changed */
  async look(entries: readonly ListingRequest[]): Promise<boolean> {
    let isChanged = false;
    this.#inForce = new Set(entries.map(({ key }) => key));
    for (const entry of entries) {
      try {
        // The listing that another instance stored counts, also where a new listing fails.
        const stored = await this.#deps.store.get(entry.key);
        if (stored && this.#take(entry, stored)) isChanged = true;
        if (await this.#refresh(entry, stored !== undefined)) isChanged = true;
        this.#problems.delete(entry.key);
      } catch (error) {
        this.#report(entry, messageOf(error));
      }
    }
    return isChanged;
  }

  async #refresh(entry: ListingRequest, isStored: boolean): Promise<boolean> {
    const { store, claimSlot, list, clock, log } = this.#deps;
    const { key, refreshMs, through, subject } = entry;
    const before = this.#known.get(key);
    const now = clock.now();
    if (before && now - before.at < refreshMs && isStored) return false;
    const everyMs = Math.min(RETRY_MS, refreshMs);
    // If only this process knows it, it is written back; else one instance lists, and the others find the stored
    // result.
    const slot = Math.floor(now / everyMs) * everyMs;
    const isMine = await claimSlot(`accounts:${key}`, slot);
    if (!isMine && !this.#isOverdue(entry, slot)) return false;
    this.#tried.set(key, slot);
    const listing = await list(entry, before);
    await store.put(key, listing);
    log.debug({ through: through.name, listed: subject }, 'listed');
    return this.#take(entry, listing);
  }

  /** Nobody listed in time, whoever has claimed the slot: this instance lists for itself, once per slot. */
  #isOverdue({ key, refreshMs }: ListingRequest, slot: number): boolean {
    const before = this.#known.get(key);
    const isOld = before !== undefined && this.#deps.clock.now() - before.at >= 2 * refreshMs;
    return isOld && this.#tried.get(key) !== slot;
  }

  #take({ key, through, title, wanted }: ListingRequest, listing: Listing): boolean {
    const before = this.#known.get(key);
    // The store returns the same object as long as nothing else is stored.
    if (before === listing || (before && before.at > listing.at)) return false;
    this.#known.set(key, listing);
    const isSame = before !== undefined && JSON.stringify(before.accounts) === JSON.stringify(listing.accounts);
    if (isSame) return false;
    const fields = wanted.kind === 'accounts' ? changes(before, listing) : locationChanges(before, listing);
    this.#deps.log.info({ through: through.name, ...fields }, `${wanted.kind} of ${title}`);
    return true;
  }

  #report({ key, through, subject, wanted }: ListingRequest, problem: string): void {
    const isKnown = this.#known.has(key);
    const what = isKnown ? 'the last listing stays in effect' : 'nothing is live until a listing succeeds';
    if (this.#problems.get(key) === undefined) {
      this.#deps.log.warn({ through: through.name, problem }, `the ${wanted.kind} cannot be listed, ${what}`);
    }
    this.#problems.set(key, `${subject} cannot be listed, ${what}: ${problem}`);
  }
}

function unknownIn({ unknownIds = [] }: Listing): readonly string[] {
  return unknownIds.map((id) => `no listed account has the id ${id} of \`exclude\`: correct it, or remove it`);
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

/** How many locations are named in one line of the log. */
const NAMED = 20;

function locationChanges(before: Listing | undefined, { accounts: [now] }: Listing) {
  const old = before?.accounts[0];
  const news = (is: readonly string[] = [], was: readonly string[] = []) => {
    const known = new Set(was);
    const fresh = is.filter((location) => !known.has(location));
    return fresh.length > NAMED ? [...fresh.slice(0, NAMED), `and ${fresh.length - NAMED} more`] : fresh;
  };
  return {
    locations: now?.regions?.length ?? 0,
    appeared: news(now?.regions, old?.regions),
    left: news(Object.keys(now?.leftRegions ?? {}), Object.keys(old?.leftRegions ?? {})),
  };
}

/** On the wired parts; lists by the same clients, and at the same gentle rate, as everything else. */
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

/** Looks from here on, one look at a time; a change is applied like a reload. @returns a function that ends it */
export function followAccounts(
  accounts: AccountListings,
  requests: () => readonly ListingRequest[],
  apply: (actor: string) => Promise<unknown>,
): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const look = async (): Promise<void> => {
    const chosen = requests();
    const titles = [...new Set(chosen.map(({ title }) => title))];
    if (await accounts.look(chosen)) await apply(titles.join(', '));
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
