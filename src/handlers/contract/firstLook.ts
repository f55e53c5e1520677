/** The provider's part of `holystone look`: the account behind the credentials of the shell, and what others would take. */
import type { ListIo } from './handler.ts';

/** What a person asks to look at. */
export interface LookWanted {
  /** The value of the provider's own option: a context, an address. Absent: what the shell's credentials reach. */
  readonly target?: string;
  /** The locations to look at; empty: all that the account has. */
  readonly locations: readonly string[];
}

/** The account that credentials without a configuration belong to. */
export interface AccountHere {
  /** The provider's own id of the account. */
  readonly id: string;
  /** Its name, if it has one that may be read; else the id. */
  readonly name: string;
  /** The locations to look at, at least one. */
  readonly locations: readonly string[];
  /** The other keys of its entry in `accounts`: YAML lines without indentation. */
  readonly lines: readonly string[];
}

/** What people write in other tools to find what is unused: it looks only at what a resource says about itself. */
export interface PlainFilter {
  /** In words: `state = available`. */
  readonly words: string;
  /** The evidence sources whose users it sees; a user that only another source finds is hidden from it. */
  readonly sees: readonly string[];
}

/** Words for people about a look at an account of one provider. */
export interface LookWords {
  readonly account: string;
  readonly location: string;
  readonly locations: string;
  /** What it finds, after `12 things`: `that nothing uses`. */
  readonly found: string;
  /** A sentence about users that a look cannot ask, though a configuration can; absent: it asks all that there are. */
  readonly unseen?: string;
}

/** A first look needs no configuration: the provider says what is there. */
export interface FirstLook {
  readonly called: LookWords;
  /**
   * Asks whose credentials these are, and which locations the account has.
   * @param environment where the shell says which credentials and files it uses
   * @throws ReadError
   */
  here(wanted: LookWanted, environment: Readonly<Record<string, string | undefined>>, io: ListIo): Promise<AccountHere>;
  /** How a type selects, in place of `when: [{ rule: unused }]`: YAML lines without indentation. */
  entryLines(resourceType: string): readonly string[] | undefined;
  /** By resource type; a type without one has nothing that only looks unused. */
  readonly filters: Readonly<Record<string, PlainFilter>>;
  /** Types that a look may be limited to, by the name of the option: `cdk`. */
  readonly families?: Readonly<Record<string, readonly string[]>>;
}
