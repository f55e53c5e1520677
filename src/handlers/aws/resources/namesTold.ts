import type { Finding } from '../../../core/common/finding.ts';
import { isNameAlias } from './nameAlias.ts';

/** A name that more resources of ours have in their texts is used, whichever of them goes. */
const MOST_USERS = 3;

/**
 * The values of people for which a read has users. They are many, and most are no names: one user of each is enough, and so are a few
 * that are resources of ours themselves, which Holystone may delete first, or whose own name it is.
 */
export class NamesTold {
  readonly #used = new Set<string>();
  readonly #users = new Map<string, Set<string>>();

  /** Has it a user already that is enough? Of what is no value it never has. */
  isKnown(alias: string): boolean {
    if (!isNameAlias(alias)) return false;
    if (this.#used.has(alias)) return true;
    this.#used.add(alias);
    return false;
  }

  /** @returns what the use adds to those that are known: itself, a use by nobody who may go first, or nothing */
  added(use: Finding): Finding | undefined {
    const { alias, says, by, byId, except } = use;
    const user = byId ?? except;
    if (user === undefined || !isNameAlias(alias)) return this.isKnown(alias) ? undefined : use;
    if (this.#used.has(alias)) return undefined;
    const users = this.#users.get(alias) ?? new Set();
    this.#users.set(alias, users);
    if (users.has(user)) return undefined;
    users.add(user);
    if (users.size <= MOST_USERS) return use;
    this.#used.add(alias);
    return { alias, says, by };
  }
}
