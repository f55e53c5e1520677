/** The document of `look.json`: what a first look found, in the order in which people read it. */
import type { LookWords } from '../../handlers/contract/firstLook.ts';
import type { NotJudged } from '../../lifecycle/index.ts';
import type { Says, Step } from './steps.ts';

/** Instants as ISO 8601, UTC; amounts a month at list price. */
export interface Look {
  /** The form of this document. */
  readonly look: 1;
  readonly generatedAt: string;
  /** Of the program. */
  readonly version: string;
  readonly account: { readonly provider: string; readonly id: string; readonly name: string };
  readonly called: LookWords;
  readonly locations: readonly string[];
  /** Places (a type in a location) that were not looked at, because a person stopped the look; 0 = all were. */
  readonly notLookedAt: number;
  /** Requests that left for the provider, those that were tried again included; none of them changes anything. */
  readonly calls: number;
  /** Absent: no place has a price list. */
  readonly prices?: { readonly currency: string; readonly date: string };
  /** How many resources were listed. */
  readonly listed: number;
  /** Nothing uses these, the costliest first. */
  readonly wasted: readonly Wasted[];
  /** A plain filter would take these; something uses each. */
  readonly inUse: readonly InUse[];
  /** How many resources are unknown, because something could not be read. */
  readonly unknown: number;
  /** Each cause once, the one that leaves most unknown first. */
  readonly unread: readonly Unread[];
  /** Rights that the credentials lack, the one that leaves most unknown first. */
  readonly missingRights: readonly string[];
  /** The command that prints them as a policy, with `--from` and this document; absent: the provider has none. */
  readonly rightsCommand?: string;
  /** Can `init` make a configuration of it? */
  readonly isStartable: boolean;
  /** The mails that owners would get, those with the highest cost first; some may be left out. */
  readonly mails: readonly Mail[];
  /** Users that no source of this version finds, of each type with something wasted. */
  readonly cannotSee: readonly { readonly called: string; readonly users: readonly string[] }[];
  /** What the account has of kinds that this version never judges; absent = nothing to say. */
  readonly notJudged?: readonly NotJudged[];
}

/** One resource, as every list of a look shows it. */
interface Found {
  readonly id: string;
  readonly name: string;
  /** The resource type as in a namespace, and as people call it. */
  readonly type: string;
  readonly called: string;
  readonly location: string;
  /** `null` = no tag names one. */
  readonly owner: string | null;
  /** `null` = the provider does not say. */
  readonly createdAt: string | null;
  /** `null` = unknown. */
  readonly monthlyCost: Cost | null;
}

/** A cost a month. */
export interface Cost {
  readonly amount: number;
  /** The real cost may be lower. */
  readonly upTo: boolean;
  /** It ends only when what stays behind (the snapshots of an image) is deleted too. */
  readonly stays?: true;
}

/** A resource that nothing uses. */
export interface Wasted extends Found {
  readonly reasons: readonly string[];
  readonly steps: readonly { readonly step: Step; readonly says: Says; readonly reasons: readonly string[] }[];
  /** It goes only after these, in words; absent: it waits for nothing. */
  readonly after?: readonly string[];
}

/** A resource that only looks unused. */
export interface InUse extends Found {
  /** What a plain filter asks: `state available`. */
  readonly filter: string;
  readonly usedBy: readonly string[];
}

/** Something that could not be read. */
export interface Unread {
  readonly why: string;
  /** How many resources it leaves unknown; `null`: nothing could be listed there. */
  readonly unknown: number | null;
  /** How many places have it. */
  readonly places: number;
}

/** What one owner would be sent, were the marks of today its first. */
export interface Mail {
  /** `null` = resources without an owner: the fallback of the configuration gets it. */
  readonly owner: string | null;
  readonly resources: number;
  readonly subject: string;
  readonly text: string;
}
