import type { Duration } from '../common/duration.ts';
import type { Namespace } from '../resource/namespace.ts';
import type { PriceList } from '../resource/prices.ts';
import type { Stage } from './stage.ts';
import type { Window } from './window.ts';

export const ACTIONS = ['mark', 'notify', 'delete'] as const;
export type Action = (typeof ACTIONS)[number];

/** One place with credentials of its own, of any provider: a cloud account, a registry, a cluster. */
export interface Account {
  /** Unique in the configuration; the part of a namespace; keeps its case. */
  readonly name: string;
  /** The provider that the account belongs to; only this provider proves the account and reads in it. */
  readonly provider: string;
  /** What people call it, where it is not named so. */
  readonly title?: string;
  /** Who listed it (`from` of the entry that stands for it); absent = an entry of `accounts` names it. */
  readonly from?: string;
  /** The provider's own id of it. Without it nothing is ever deleted from the account. */
  readonly id?: string;
  /** The owner of each resource in it that has no other owner. */
  readonly owner?: string;
  /** No type starts further than this in it. */
  readonly rollout?: Stage;
  /** Where it is worked on. */
  readonly locations: readonly string[];
  /** Where it may use something, if not in `locations`: users are looked for in an account that is not worked on, too. */
  readonly usedIn?: readonly string[];
  /** Nobody could read which regions it has: it may use something in any of them. */
  readonly regionsUnread?: true;
  /** What the provider's own keys say, in the provider's own type; only the provider reads it. */
  readonly settings?: object;
}

/** A value somebody wrote: `/regex/` (RE2, anchored as written), `*` = any, else equality. */
export type ValuePattern = string | number | boolean;

/** One entry of `keep` or `only`; all that is named in one entry must match. */
export interface Matcher {
  readonly tag?: Readonly<Record<string, ValuePattern>>;
  readonly name?: ValuePattern;
  readonly id?: ValuePattern;
  readonly owner?: ValuePattern;
  readonly account?: ValuePattern;
  readonly attribute?: Readonly<Record<string, ValuePattern>>;
}

/** One entry of `when`: a rule with its parameters, or a list that must match as a whole. */
export type When = RuleUse | { readonly all: readonly RuleUse[] };
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
  /** Over how long the batches of one pass are spread; absent = one after the other. */
  readonly spreadMs?: number;
}

export interface NoticeSettings {
  /** Off: no message, retention runs from the mark. */
  readonly enabled: boolean;
  /** Where a resource without owner goes; absent = such a resource is never deletable. */
  readonly fallback?: string;
  readonly itemsPerMessage: number;
  readonly per: 'item' | 'group';
  /** A notice older than its date + this counts for nothing. */
  readonly validForMs: number;
  /** How long before the deletion the owner is reminded; absent = not at all. */
  readonly remindBeforeMs?: number;
  /** "Delete it early" ends retention no sooner than this after the notice was accepted; absent = a day. */
  readonly hastenNotBeforeMs?: number;
}

/** Evidence that cannot be read and is accepted so, by name and until a date. */
export interface AcceptUnread {
  readonly kind: string;
  readonly accounts: readonly string[];
  readonly untilAt: number;
  readonly reason: string;
}

/** A kind of evidence that is done without; in these accounts, or in all. */
export interface SwitchedOff {
  readonly kind: string;
  readonly accounts?: readonly string[] | undefined;
}

/** Is this kind of evidence done without in this account? */
export function isOff(off: readonly SwitchedOff[], kind: string, account: string): boolean {
  return off.some((entry) => entry.kind === kind && (entry.accounts?.includes(account) ?? true));
}

export interface EvidenceSettings {
  /** Kinds of evidence switched off; every verdict says so. */
  readonly off: readonly SwitchedOff[];
  /** Kinds that are only read where they are asked for. */
  readonly on: readonly string[];
  readonly acceptUnread: readonly AcceptUnread[];
}

/** Where an owner may be named. */
export const OWNER_STRATEGIES = ['tags', 'registry', 'account', 'fallback'] as const;
export type OwnerStrategy = (typeof OWNER_STRATEGIES)[number];

export interface OwnerSettings {
  /** Asked one after the other; what is not in it is not asked. */
  readonly order: readonly OwnerStrategy[];
  /** Tag keys that name an owner, first found wins. */
  readonly tags: readonly string[];
  /** Domains that tags and the registry may name, in lower case: `example.com`, `*.example.com`. Absent = any. */
  readonly domains?: readonly string[];
  /** Absent: the strategy `registry` names nobody. */
  readonly registry?: RegistrySettings;
}

/** Where applications and their owners are written down. */
export interface RegistrySettings {
  /** A path or a URL. */
  readonly from: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What an entry calls its application and its owner. */
  readonly keys: { readonly app: string; readonly owner: string };
  /** Tag keys that name a resource's application. */
  readonly tags: readonly string[];
  /** How often it is read, ms. */
  readonly refresh: number;
  /** How long what was read counts while it cannot be read again, and how old it may say to be, ms. */
  readonly maxAge: number;
}

/** Everything one namespace needs, flattened out of the YAML. Deeply readonly; compared by `hash`. */
export interface WorkConfiguration {
  readonly namespace: Namespace;
  readonly account: Account;
  /** All accounts: evidence may have to be read in them. */
  readonly accounts: readonly Account[];
  /** In its own case. */
  readonly location: string;
  /** The handler's spelling: `autoScalingGroup`. */
  readonly resourceType: string;
  /** Both switches are on, and nothing about the type or the account forbids it. */
  readonly live: boolean;
  /** Why it is not live, for people; absent when it is. */
  readonly notLiveBecause?: string;
  /** Why nothing of it is deleted even when it is live: it is planned and marked only. For people; absent = it may be. */
  readonly neverDeletesBecause?: string;
  /** How far it has come as long as nobody says otherwise; see stage.ts. */
  readonly startStage: Stage;
  readonly actions: readonly Action[];
  readonly everyMs: Readonly<Record<Action, number>>;
  readonly window?: Window;
  readonly minimumAgeMs: number;
  readonly unusedForMs?: number;
  readonly retention: Duration;
  /** Retention of what goes to `notice.fallback` because nobody owns it. */
  readonly unownedRetention: Duration;
  /** How long it is out of use before it is deleted; absent = it is deleted at once. */
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
  readonly evidence: EvidenceSettings;
  /** The handler's own keys (`keepNewest`, `evidence.sharing`, …), as its zod schema parsed them. */
  readonly parameters: unknown;
  /** SHA-256 of all of the above, hex. */
  readonly hash: string;
  /** What things cost there; absent = nobody knows. Decides nothing, so it is no part of the hash. */
  readonly prices?: PriceList;
  /** Nothing of the type costs anything of its own, so no figure is missing. Decides nothing either. */
  readonly costsNothing?: true;
}

/** Why the configuration lets nothing be deleted there, nobody be told and nothing be tagged; `undefined` = it does. */
export function deletesNothingBecause(
  wc: Pick<WorkConfiguration, 'live' | 'notLiveBecause' | 'neverDeletesBecause'>,
): string | undefined {
  return wc.live ? wc.neverDeletesBecause : (wc.notLiveBecause ?? 'it is not live');
}
