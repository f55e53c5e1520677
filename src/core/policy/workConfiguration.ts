import type { Duration } from '../common/duration.ts';
import type { TrafficLimits } from '../measured/trafficLimits.ts';
import type { ExpirySettings } from '../resource/expiry.ts';
import type { Namespace } from '../resource/namespace.ts';
import type { PriceList } from '../resource/prices.ts';
import type { TypeName } from '../resource/typeName.ts';
import type { Condition } from './condition.ts';
import type { OwnerSettings } from './ownerSettings.ts';
import type { Stage } from './stage.ts';
import type { Window } from './window.ts';

/** In the order in which a resource meets them. */
export const ACTIONS = ['mark', 'notify', 'delete'] as const;
/** A pass performs one action on one namespace; each action has a cadence of its own (`everyMs`). */
export type Action = (typeof ACTIONS)[number];

/** In `actions` of an entry, in place of `delete`: what it finds is stopped, and stays. */
export const STOP = 'stop';

/** A place with its own credentials, of any provider: a cloud account, a registry, a cluster. */
export interface Account {
  /** Unique in the configuration; a part of the namespace; keeps its case. */
  readonly name: string;
  /** Only this provider proves the account and reads in it. */
  readonly provider: string;
  /** Display name, where it differs from `name`. */
  readonly title?: string;
  /** The source that listed it (`from` of its entry); absent = an entry of `accounts` names it. */
  readonly from?: string;
  /** The provider's own id of the account. Without it Holystone never deletes from the account. */
  readonly id?: string;
  /** The owner of each resource in the account that has no other owner. */
  readonly owner?: string;
  /** The owner that its unit has in `unitOwners`. */
  readonly unitOwner?: { readonly unit: string; readonly owner: string };
  /** The address of its root user in its organisation. */
  readonly mail?: string;
  /** The latest start stage of all types in the account. */
  readonly rollout?: Stage;
  /** The locations in which Holystone works. */
  readonly locations: readonly string[];
  /** The patterns for which the provider found locations; absent = all `locations` were named. */
  readonly patterns?: readonly string[];
  /** Where the account may have users; absent = in `locations`. Holystone reads users also where it does not work. */
  readonly usedIn?: readonly string[];
  /** The list of its regions could not be read: it may have users in any region. */
  readonly regionsUnread?: true;
  /** The values of the provider's own keys, in the provider's own type; only the provider reads them. */
  readonly settings?: object;
}

/** One entry of `keep` or `only`; all its fields must match. */
export interface Matcher {
  readonly tag?: Readonly<Record<string, Condition>>;
  readonly name?: Condition;
  readonly id?: Condition;
  readonly owner?: Condition;
  readonly account?: Condition;
  readonly attribute?: Readonly<Record<string, Condition>>;
}

/** One entry of `when`: a rule with its parameters, or a list of rules that must all match. */
export type When = RuleUse | { readonly all: readonly RuleUse[] };

/** The rules of one entry, which must all match. */
export function rulesIn(entry: When): readonly RuleUse[] {
  return 'all' in entry ? entry.all : [entry];
}

/** The names of the rules, by entry. */
export function ruleNamesOf(when: readonly When[]): readonly (readonly string[])[] {
  return when.map((entry) => rulesIn(entry).map(({ rule }) => rule));
}
/** A rule of an entry's `when`; the rule's own schema has checked the parameters. */
export interface RuleUse {
  readonly rule: string;
  readonly parameters: unknown;
}

/** Stops a pass before its first write. Shares are fractions, 0–1. */
export interface TripwireSettings {
  readonly newMarks: number;
  readonly markedShare: number;
  readonly unmarkedShare: number;
  readonly dueShare: number;
  readonly shrunkBy: number;
  readonly sharesFrom: number;
}

/** Slows a pass; never blocks it. */
export interface PaceSettings {
  readonly deletesPerPass: number;
  readonly deletesPerDay: number;
  readonly batch: number;
  /** The time over which the batches of one pass are spread; absent = one after the other. */
  readonly spreadMs?: number;
}

/** The messages of one namespace; times in ms. */
export interface NoticeSettings {
  /** `false`: no messages, retention starts with the mark. */
  readonly enabled: boolean;
  /** Address for the notices of resources without owner; absent = such a resource is never deletable. */
  readonly fallback?: string;
  readonly itemsPerMessage: number;
  readonly per: 'item' | 'group';
  /** A notice is not valid after its date + this. */
  readonly validForMs: number;
  /** How long before the deletion the reminder is due; absent = no reminder. */
  readonly remindBeforeMs?: number;
  /** "Delete it early" ends retention at the earliest this long after the notice was accepted; absent = a day. */
  readonly expediteNotBeforeMs?: number;
}

/** Evidence that the configuration accepts as unread, by name and until a date. */
export interface AcceptUnread {
  readonly kind: string;
  readonly accounts: readonly string[];
  readonly untilAt: number;
  readonly reason: string;
}

/** A kind of evidence that is switched off, in these accounts or in all. */
export interface SwitchedOff {
  readonly kind: string;
  readonly accounts?: readonly string[] | undefined;
}

/** The exceptions that the configuration makes for evidence; every verdict names those in force. */
export interface EvidenceSettings {
  /** Kinds of evidence switched off; every verdict names them. */
  readonly off: readonly SwitchedOff[];
  /** Kinds that are off by default and that the configuration switches on. */
  readonly on: readonly string[];
  readonly acceptUnread: readonly AcceptUnread[];
  /** For a type with users that no source can list: the entry accepts that until this instant. */
  readonly acceptIncomplete?: Acceptance;
}

/** `untilAt` in ms since the epoch; after it the entry accepts nothing. */
export interface Acceptance {
  readonly untilAt: number;
  readonly reason: string;
}

/** All settings of one namespace, flattened from the YAML. Deeply readonly; compared by `hash`. */
export interface WorkConfiguration {
  readonly namespace: Namespace;
  readonly account: Account;
  /** All accounts: evidence may have to be read in them. */
  readonly accounts: readonly Account[];
  /** In its original case. */
  readonly location: string;
  /** The handler's spelling: `autoScalingGroup`. */
  readonly resourceType: string;
  /** Both switches are on, and neither the type nor the account forbids it. */
  readonly live: boolean;
  /** Why it is not live, for people; absent when it is. */
  readonly notLiveBecause?: string;
  /**
   * It is live, and its stage or an acceptance that has ended forbids whatever is new: what was put out of use before is
   * still given back to whoever keeps it or asks for it.
   */
  readonly isGivingBack?: true;
  /** Why Holystone only plans and marks here and never deletes, even when live. For people; absent = it may delete. */
  readonly neverDeletesBecause?: string;
  /** The stage as long as no operator sets one; see stage.ts. */
  readonly startStage: Stage;
  readonly actions: readonly Action[];
  readonly everyMs: Readonly<Record<Action, number>>;
  readonly window?: Window;
  readonly minimumAgeMs: number;
  readonly unusedForMs?: number;
  /** How much traffic is a use, where the type measures it; absent: any. `off`: it is not read. */
  readonly traffic?: TrafficLimits | 'off';
  readonly retention: Duration;
  /** Retention of resources without owner, whose notices go to `notice.fallback`. */
  readonly unownedRetention: Duration;
  /** How long a resource is out of use before the deletion; absent = no quarantine. */
  readonly quarantineMs?: number;
  readonly maxEvidenceAgeMs: number;
  readonly notice: NoticeSettings;
  readonly owner: OwnerSettings;
  readonly tripwires: TripwireSettings;
  readonly pace: PaceSettings;
  readonly when: readonly When[];
  readonly keep: readonly Matcher[];
  /** Allowlist: absent = everything; present and matching nothing = keep everything. */
  readonly only?: readonly Matcher[];
  /** The tags that say when a resource ends; absent: the built-in ones. */
  readonly expiry?: ExpirySettings;
  readonly evidence: EvidenceSettings;
  /** For a type of which nothing brings back what was deleted: the entry accepts that until this instant. */
  readonly acceptFinal?: Acceptance;
  /** The handler's own keys (`keepNewest`, `evidence.sharing`, …), as its zod schema parsed them. */
  readonly parameters: unknown;
  /**
   * Several entries, or one for a part of the resources, in their order. The fields above are then those of all together:
   * every `when`, what all of them `keep`, the longest `unusedForMs`, every key of `expiry`. Absent: one entry judges
   * everything.
   */
  readonly entries?: readonly EntryRules[];
  /** SHA-256 of all of the above, hex. */
  readonly hash: string;
  /** The prices there; absent = not known. They decide nothing, so they are no part of the hash. */
  readonly prices?: PriceList;
  /** Resources of the type have no cost of their own, so no figure is missing. Decides nothing either. */
  readonly costsNothing?: true;
  /** Deletions free the bytes of the resources, or up to so many. Decides nothing either. */
  readonly freesBytes?: true;
  /** What Holystone calls a deletion is a stop there, for texts. Decides nothing either. */
  readonly stops?: true;
  /** The type as people call it. Decides nothing either. */
  readonly called?: TypeName;
  /** The key by which a person keeps a resource on the resource itself; absent: `holystone:keep`; null: it can carry none. */
  readonly keepKey?: string | null;
  /** Namespaces whose resources are deleted before those here. `follows`: one of them, in whose rows these are told. `isFollowed`: others may follow those here, for texts. */
  readonly after?: readonly Namespace[];
  readonly follows?: Namespace;
  readonly isFollowed?: true;
  /** The types whose resources go with those here, in the same place, by their own entries or else by the defaults. Absent: none. */
  readonly parts?: readonly WorkConfiguration[];
  /** The same of types to which links lead, in each account. */
  readonly linked?: readonly WorkConfiguration[];
}

/** How one entry of `cleanup` judges the resources that it matches; all else is the same for the whole namespace. */
export interface EntryRules
  extends Pick<WorkConfiguration, 'when' | 'keep' | 'only' | 'minimumAgeMs' | 'unusedForMs' | 'expiry' | 'parameters'> {
  /** The words of its `among` and `match`, which name it in verdicts and marks; absent without both. */
  readonly label?: string;
  /** Absent: those of all. */
  readonly among?: Among;
  /** Absent: it matches every resource of these. */
  readonly match?: Matcher;
}

/** The part of a namespace that an entry is about, by a list of its own such as `repositories`, as that of `locations`. */
export interface Among {
  /** The attribute that the patterns mean: `repository`. */
  readonly attribute: string;
  readonly patterns: readonly string[];
}

/** The entries that judge a namespace; one, where a single entry judges everything. */
export function entriesOf(wc: WorkConfiguration): readonly EntryRules[] {
  return wc.entries ?? [wc];
}
