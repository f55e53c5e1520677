/** The command of a provider that prints the permissions which the provider must grant. */
import type { Place } from '../../core/common/finding.ts';
import type { Listing } from '../../core/policy/listing.ts';
import type { Account, WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import type { EntryRights } from './entry.ts';
import type { Handler } from './handler.ts';

/** One work configuration with everything that is read for it in accounts of the provider; its own may be another's. */
export interface RightsUse {
  readonly wc: WorkConfiguration;
  readonly handler: Handler;
  /** Permissions of the evidence, with the places that need them. */
  readonly evidence: readonly {
    readonly place: Place;
    readonly permissions: readonly string[];
    /** Those of them that are for some resources only. */
    readonly only?: EntryRights['only'];
  }[];
  /** Does it delete, now or once it is live? */
  readonly deletes: boolean;
}

/** The command that prints the permissions that a provider must allow. */
export interface Rights {
  /** `iam-policy` */
  readonly command: string;
  readonly description: string;
  /** The identities whose rights can be printed alone. */
  readonly identities: readonly string[];
  /** For the help text; each is a complete command line. */
  readonly examples: readonly string[];
  /** The values of `--output`; the first is the default. Absent: JSON only. */
  readonly formats?: readonly string[];
  /** Options of this provider. */
  readonly options?: readonly RightsOption[];
  /** Notes about the formats, for the help text; complete lines. */
  readonly explanation?: string;
  /** A location that stands for those that a pattern will find, without a request. Absent: any name does. */
  locationFor?(account: Account, pattern: string): string;
  /** For accounts that the provider finds. Absent: one account at a time. */
  readonly members?: RightsForMembers;
  /** A document with just these permissions, which a look lacked. Absent: there is none. */
  allowing?(permissions: readonly string[]): unknown;
  print(wanted: RightsWanted): RightsPrinted;
}

/** An option that only this provider's command has; {@link RightsWanted} gets its value by name. */
export interface RightsOption {
  /** In the form of commander: `--principal <arn>`. */
  readonly flags: string;
  readonly description: string;
}

/** One document that fits every account that an entry finds, made without a request to the provider. */
export interface RightsForMembers {
  /** Of the option `--members`. */
  readonly description: string;
  /** Accounts that stand for those that the entry will find. @param index of the entry, from 0 */
  listing(entry: unknown, index: number): Listing;
}

/** The wish of the command `rights`, checked against the options of the provider. */
export interface RightsWanted {
  /** Of this provider. */
  readonly uses: readonly RightsUse[];
  /** Entries that stand for the accounts listed by `through`. */
  readonly listed: readonly { readonly through: Account; readonly entry: unknown }[];
  /** One account only. */
  readonly account?: string | undefined;
  /** One of {@link Rights.identities} only. */
  readonly identity?: string | undefined;
  /** One of {@link Rights.formats}; absent: the first. */
  readonly format?: string | undefined;
  /** The given {@link Rights.options}, by name: `principal`, `externalId`. */
  readonly options?: Readonly<Record<string, string>>;
  /** For the accounts of {@link Rights.members}; `account` then names the one in `through`. */
  readonly members?: boolean;
}

/** A document for JSON, a text, or the reason why there is neither. */
export type RightsPrinted = { readonly notes: readonly string[] } & (
  | { readonly document: unknown }
  | { readonly text: string }
  | { readonly problem: string }
);
