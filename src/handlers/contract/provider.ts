/**
 * The contract of a provider: its accounts, and the resource types in them. Code outside a provider's folder uses only
 * this contract; `index.ts` lists all providers.
 */
import type { z } from 'zod';
import type { Place } from '../../core/common/finding.ts';
import type { ListedAccount, Listing } from '../../core/policy/listing.ts';
import type { Account } from '../../core/policy/workConfiguration.ts';
import type { DefinitionStore } from '../../core/resource/definition.ts';
import type { Seal } from '../../core/resource/seal.ts';
import type { EntryProblem } from './entry.ts';
import type { FirstLook } from './firstLook.ts';
import type { Handler, Io, ListIo, Scope } from './handler.ts';
import type { NotJudgedKind } from './notJudged.ts';
import type { Rights } from './rights.ts';
import type { DiffSource } from './sourceDiff.ts';
import type { Starter } from './starter.ts';

/** A plug-in with all resource types of one provider; its words stay in its folder. */
export interface Provider {
  /** Used in the configuration, and as the first part of every namespace: `aws`. */
  readonly name: string;
  /** The resource types, alphabetically. */
  readonly handlers: readonly Handler[];
  /** The keys of an `accounts` entry of this provider. */
  readonly account: AccountSchema;
  /**
   * Proves that the place belongs to the account that the configuration names. Every read of evidence from another
   * provider's types first awaits it.
   * @throws ReadError: `wrongAccount` if it is another account or cannot be proven, otherwise the reason of the failed
   *   read
   */
  prove(place: Place, scope: Pick<Scope, 'account' | 'accounts'>, io: Io): Promise<void>;
  /**
   * Lists, in pages, the locations of an account whose entry has patterns (see core/resource/locationPattern.ts): at
   * least all that match. Called once per account and interval, however many locations there are; locations may appear
   * or vanish while the daemon runs. Absent: an entry names each location.
   * @throws ReadError unless the listing is complete: then the previous listing stays
   */
  locations?(account: Account, patterns: readonly string[], io: ListIo): AsyncIterable<readonly string[]>;
  /** Finds accounts that no entry names. Absent: the configuration names all accounts. */
  readonly discovery?: Discovery;
  /** Prints the permissions that the provider must allow. Absent: nothing to print. */
  readonly rights?: Rights;
  /** Compares a location with its source, for `holystone diff`. Absent: its locations have none. */
  readonly diff?: DiffSource;
  /** The provider's part of a first configuration. Absent: `holystone init` cannot write one. */
  readonly starter?: Starter;
  /** The provider's part of `holystone look`. Absent: it looks at nothing without a configuration. */
  readonly firstLook?: FirstLook;
  /** What `plan` and `look` list beside the resource types, once per account and location. Absent: nothing. */
  readonly notJudged?: readonly NotJudgedKind[];
  /** The provider's store for the definitions of resources before their deletion. */
  readonly definitions?: DefinitionPlace;
  /** Environment variables for the provider's libraries; the process sets them at its start unless they are set. */
  readonly variables?: Readonly<Record<string, string>>;
  /**
   * Do these variables direct every request of this provider to this machine? Only then may an unfinished type be live.
   */
  isSandbox(environment: Readonly<Record<string, string | undefined>>): boolean;
}

/** The keys of `accounts` that the provider adds, for the loader and for the documentation. */
export interface AccountSchema {
  /** The form of an account's `id`. */
  readonly id: z.ZodType<string>;
  /** One spelling for all ids that name the same account. Absent: an id has one spelling. */
  sameId?(id: string): string;
  /** The provider's own keys in addition to the general ones; their values become `Account.settings`. */
  readonly own: Readonly<Record<string, z.ZodType>>;
  /** Describes a location, for the documentation: `Regions to look at.` */
  readonly locations: string;
  /** May an entry have no locations? Then the account is only read for the evidence of other types. */
  readonly isReadWithoutLocations?: true;
  /** Checks the name of a location, without a request. Absent: any name may be a location. */
  problemOfLocation?(location: string): LocationProblem | undefined;
  /**
   * The settings that decide, beside the `id`, which locations are listed; JSON, without secrets. Equal questions share
   * one stored listing. Absent: the `id` alone decides.
   */
  listedBy?(settings: object): object;
  /**
   * Finds values of an entry that the provider would contradict; each becomes a warning. The entry is plain data that
   * may be invalid.
   */
  warningsOf?(entry: Readonly<Record<string, unknown>>): readonly EntryProblem[];
}

/** Reads as `found "us-east1", <why>; did you mean "us-east-1"? <advice>`. */
export interface LocationProblem {
  /** `error`: no such location can exist; `warning`: perhaps it is newer than this version. */
  readonly severity: 'error' | 'warning';
  readonly why: string;
  readonly advice: string;
  /** The names to choose the suggestion from. */
  readonly known: readonly string[];
}

/** An `accounts` entry that stands for all accounts that a provider finds, as its schema read it. */
export interface DiscoveryEntry {
  /** {@link Discovery.from} */
  readonly from: string;
  /** The name of the account that lists the others. */
  readonly through: string;
  /** A word or patterns: the locations of each account are listed too. */
  readonly locations: 'enabled' | readonly string[];
}

/** Finds accounts. `E` is an entry with the provider's own keys. */
export interface Discovery<E extends DiscoveryEntry = DiscoveryEntry> {
  /** The value of `from` in an entry of `accounts`. */
  readonly from: string;
  /** The listing service, in messages: `AWS Organizations`. */
  readonly title: string;
  /** The entry's own keys beside `from`, `through`, `owner`, `locations`, `rollout`, `refresh` and `window`. */
  readonly own: Readonly<Record<string, z.ZodType>>;
  /**
   * Combinations that an entry must not have, though each value is allowed. The entry is plain data that may be
   * invalid.
   */
  problemsOf?(entry: Readonly<Record<string, unknown>>): readonly EntryProblem[];
  /** Could this be the name of an account that no listing has found yet? */
  mayName(text: string): boolean;
  /** All inputs of the answer except the listing account; JSON. Equal questions share one stored answer. */
  questionOf(entry: E): object;
  /** `Account.settings` of a listed account; `undefined` = the entry excludes the account. */
  settingsOf(entry: E, account: ListedAccount): object | undefined;
  /** The owner that the entry names for the unit of an account. */
  unitOwnerOf?(entry: E, account: ListedAccount): { readonly unit: string; readonly owner: string } | undefined;
  /**
   * The complete listing.
   * @param before the previous listing
   * @throws ReadError unless it is complete: then the previous listing stays
   */
  list(entry: E, through: Account, before: Listing | undefined, io: ListIo): Promise<Listing>;
}

/** A key of `definitions` in the configuration, and the store it opens. `S` is the output type of its schema. */
export interface DefinitionPlace<S = unknown> {
  /** `s3` */
  readonly key: string;
  /** Its noun in messages: `a bucket`. */
  readonly title: string;
  /** For the documentation: `An S3 bucket, in place of the folder.` */
  readonly description: string;
  readonly schema: z.ZodType<S>;
  /** Finds values that contradict each other. The value is plain data that may be invalid. */
  problemsOf?(value: unknown): readonly EntryProblem[];
  open(settings: S, seal: Seal): { readonly store: DefinitionStore; close(): void };
}
