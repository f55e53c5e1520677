import type { Account } from '../policy/workConfiguration.ts';

/**
 * The names that accounts had in the configuration. A namespace has the name of its account, so decisions about the same
 * resources are also in the namespaces of earlier names. Rejects with `StoreError` when the store cannot be reached.
 */
export interface AccountNames {
  /** All names that the account with this id ever had, in lower case; empty for an account without id. */
  of(account: Pick<Account, 'provider' | 'id'>): Promise<readonly string[]>;
  /** Remembers the name; an account without id has nothing by which it could be found again. */
  remember(account: Pick<Account, 'provider' | 'id' | 'name'>): Promise<void>;
}
