/**
 * The contract of a provider: its accounts, and the resource types in them. Nothing outside a provider's folder knows
 * more about it than this; `index.ts` lists all providers.
 */
import type { z } from 'zod';
import type { Place } from '../../core/common/finding.ts';
import type { ListedAccount, Listing } from '../../core/policy/listing.ts';
import type { Account, WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import type { DefinitionStore } from '../../core/resource/definition.ts';
import type { Seal } from '../../core/resource/seal.ts';
import type { EntryProblem, Handler, Io, Scope } from './handler.ts';

/** What a provider may use to look for accounts and locations: nothing that deletes or restores. */
export type ListIo = Omit<Io, 'permit' | 'mayRestore'>;

export interface Provider {
  /** In the configuration, and the first part of every namespace: `aws`. */
  readonly name: string;
  /** The resource types, alphabetically. */
  readonly handlers: readonly Handler[];
  /** What an entry of `accounts` says of an account of this provider. */
  readonly account: AccountSchema;
  /**
   * Proves that the place belongs to the account that the configuration names. Every read of evidence from another
   * provider's types waits for it.
   * @throws ReadError: `wrongAccount` where it is another account or cannot be proven, else why it could not be read
   */
  prove(place: Place, scope: Pick<Scope, 'account' | 'accounts'>, io: Io): Promise<void>;
  /**
   * Lists the locations of an account that its entry names by patterns (see core/resource/locationPattern.ts), in pages:
   * at least those that the patterns mean. Called once per account and interval, however many locations there are; a
   * location that appears or vanishes does so while the daemon runs. Absent: an entry names each location.
   * @throws ReadError unless the listing is complete: then the listing before stays
   */
  locations?(account: Account, patterns: readonly string[], io: ListIo): AsyncIterable<readonly string[]>;
  /** Finds accounts that no entry names. Absent: the configuration names them all. */
  readonly discovery?: Discovery;
  /** Prints what the provider must allow. Absent: the provider has nothing to print. */
  readonly rights?: Rights;
  /** A store of the provider for definitions of what is about to be deleted. */
  readonly definitions?: DefinitionPlace;
  /** Variables for the provider's own libraries, which the process sets at its start unless they are set. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Do these variables send every request of this provider to this machine? Only there may an unfinished type be live. */
  isSandbox(environment: Readonly<Record<string, string | undefined>>): boolean;
}

export interface AccountSchema {
  /** The form of an account's `id`. */
  readonly id: z.ZodType<string>;
  /** The provider's own keys beside the general ones; what they say becomes `Account.settings`. */
  readonly own: Readonly<Record<string, z.ZodType>>;
  /** What a location is, for the documentation: `Regions to look at.` */
  readonly locations: string;
}

/** An entry of `accounts` that stands for all accounts a provider finds, as its schema read it. */
export interface DiscoveryEntry {
  /** {@link Discovery.from} */
  readonly from: string;
  /** The name of the account that is asked. */
  readonly through: string;
  /** A word or patterns: the locations of each account are listed too. */
  readonly locations: 'enabled' | readonly string[];
}

/** How accounts are found. `E` is an entry with the provider's own keys. */
export interface Discovery<E extends DiscoveryEntry = DiscoveryEntry> {
  /** The value of `from` in an entry of `accounts`. */
  readonly from: string;
  /** Who is asked, in messages: `AWS Organizations`. */
  readonly title: string;
  /** The entry's own keys beside `from`, `through`, `owner`, `locations`, `rollout`, `refresh` and `window`. */
  readonly own: Readonly<Record<string, z.ZodType>>;
  /** What an entry must not say, though each of its values is allowed. The entry is plain data that may be invalid. */
  problemsOf?(entry: Readonly<Record<string, unknown>>): readonly EntryProblem[];
  /** Can an account have this name that no listing has named yet? */
  mayName(text: string): boolean;
  /** All that the answer depends on, beside the account that is asked; JSON. The same question has one stored answer. */
  questionOf(entry: E): object;
  /**
   * `Account.settings` of an account that was listed; `undefined` = the entry leaves the account out.
   */
  settingsOf(entry: E, account: ListedAccount): object | undefined;
  /**
   * The complete listing.
   * @param before the listing before this one
   * @throws ReadError unless it is complete: then the listing before stays
   */
  list(entry: E, through: Account, before: Listing | undefined, io: ListIo): Promise<Listing>;
}

/** One work configuration with all that is read for it. */
export interface RightsUse {
  readonly wc: WorkConfiguration;
  readonly handler: Handler;
  /** Permissions of the evidence, with the places they are needed in. */
  readonly evidence: readonly { readonly place: Place; readonly permissions: readonly string[] }[];
  /** Does it delete, now or as soon as it is live? */
  readonly deletes: boolean;
}

/** The command that prints what a provider must allow. */
export interface Rights {
  /** `iam-policy` */
  readonly command: string;
  readonly description: string;
  /** Whose rights can be printed alone. */
  readonly identities: readonly string[];
  /** For the help text, each a whole command line. */
  readonly examples: readonly string[];
  print(wanted: RightsWanted): RightsPrinted;
}

export interface RightsWanted {
  /** Of this provider. */
  readonly uses: readonly RightsUse[];
  /** Entries that stand for the accounts which `through` lists. */
  readonly listed: readonly { readonly through: Account; readonly entry: unknown }[];
  /** One account only. */
  readonly account?: string | undefined;
  /** One of {@link Rights.identities} only. */
  readonly identity?: string | undefined;
}

/** A document for JSON, or why there is none. */
export type RightsPrinted = { readonly notes: readonly string[] } & (
  | { readonly document: unknown }
  | { readonly problem: string }
);

/** A key of `definitions` in the configuration, and the store it opens. `S` is what its schema reads. */
export interface DefinitionPlace<S = unknown> {
  /** `s3` */
  readonly key: string;
  /** What it is, in messages: `a bucket`. */
  readonly title: string;
  /** For the documentation: `An S3 bucket, in place of the folder.` */
  readonly description: string;
  readonly schema: z.ZodType<S>;
  /** What values say that contradict each other. The value is plain data that may be invalid. */
  problemsOf?(value: unknown): readonly EntryProblem[];
  open(settings: S, seal: Seal): { readonly store: DefinitionStore; close(): void };
}
