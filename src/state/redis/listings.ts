import type { Listing, ListingStore } from '../../core/policy/listing.ts';
import type { StateDeps } from './deps.ts';
import { listingKey } from './keys.ts';
import { openJson, sealJson } from './sealedJson.ts';

/**
 * One STRING per question. It never expires: an old listing is better than none, because an absent one is never taken
 * for an empty one. Two instances that write at once have both just listed. One that no holder of a signing key stored
 * there counts as absent.
 */
export class RedisListings implements ListingStore {
  readonly #deps: StateDeps;
  /** The last text read, by question: it may name tens of thousands of locations, and is read every few seconds. */
  readonly #last = new Map<string, { readonly text: string; readonly listing: Listing | undefined }>();

  constructor(deps: StateDeps) {
    this.#deps = deps;
  }

  async get(key: string): Promise<Listing | undefined> {
    const operation = 'reading the list of accounts';
    const text = await this.#deps.connection.command(operation, (client) => client.get(listingKey(key)));
    if (text === null) return undefined;
    const last = this.#last.get(key);
    if (last?.text === text) return last.listing;
    const listing = this.#opened(key, text);
    this.#last.set(key, { text, listing });
    return listing;
  }

  async put(key: string, listing: Listing): Promise<void> {
    const text = sealJson(this.#deps.seal, ['listing', key], JSON.stringify(listing));
    await this.#deps.connection.command('storing the list of accounts', (client) => client.set(listingKey(key), text));
  }

  #opened(key: string, text: string): Listing | undefined {
    const { json, check } = openJson(this.#deps.seal, ['listing', key], text);
    if (check === 'valid') return listingOf(json);
    this.#deps.log.warn({ listing: key, check }, 'a stored list of accounts is not ours, and they are listed again');
    return undefined;
  }
}

/** An unreadable listing counts as absent: the accounts are listed again. */
function listingOf(text: string): Listing | undefined {
  try {
    const { at, accounts } = JSON.parse(text) as Partial<Listing>;
    return typeof at === 'number' && Array.isArray(accounts) ? { at, accounts } : undefined;
  } catch {
    return undefined;
  }
}
