/** The provider's part of `holystone look`: the account behind the credentials of the shell, and what others would take. */
import type { ListIo } from './handler.ts';

/** The account that credentials without a configuration belong to. */
export interface AccountHere {
  /** The provider's own id of the account. */
  readonly id: string;
  /** Its name, if it has one that may be read; else the id. */
  readonly name: string;
  /** The locations to look at. */
  readonly locations: readonly string[];
}

/** What people write in other tools to find what is unused: it looks only at what a resource says about itself. */
export interface PlainFilter {
  /** In words: `state = available`. */
  readonly words: string;
  /** The evidence sources whose users it sees; a user that only another source finds is hidden from it. */
  readonly sees: readonly string[];
}

/** A first look needs no configuration: the provider says what is there. */
export interface FirstLook {
  /**
   * Asks whose credentials these are, and which locations the account has.
   * @param wanted the locations to look at; empty: all that the account has
   * @param environment where a location may be named that answers the first question
   * @throws ReadError
   */
  here(
    wanted: readonly string[],
    environment: Readonly<Record<string, string | undefined>>,
    io: ListIo,
  ): Promise<AccountHere>;
  /** By resource type; a type without one has nothing that only looks unused. */
  readonly filters: Readonly<Record<string, PlainFilter>>;
}
