/** The document of `plan --output json`, from the whole to its parts. */

import type { Reason } from '../../core/common/reason.ts';
import type { Verdict } from '../../core/evaluation/verdict.ts';
import type { Stage } from '../../core/policy/stage.ts';
import type { Trip } from '../../core/policy/trip.ts';
import type { LookedFor } from '../../core/resource/lookedFor.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import type { EvidenceRow } from '../evidence/evidenceRows.ts';
import type { OwnerCounts } from '../survey/owners.ts';
import type { MissingPermission, UnreadCause } from '../survey/unread.ts';
import type { KeepEntry } from './keepWatch.ts';
import type { NotJudged } from './notJudged.ts';

/** The document of `plan --output json`; scripts rely on it. Instants as ISO 8601, UTC. */
export interface Plan {
  readonly generatedAt: string;
  /**
   * Made by `--quick`, without evidence that costs a call per candidate: everything counted or added up for the
   * candidates is an upper limit, and the count of kept ones a lower one. Absent otherwise.
   */
  readonly quick?: boolean;
  /** Only with `--resume`: when the interrupted plan began, whose results are in this one. */
  readonly resumedFrom?: string;
  /** Of all namespaces together, the one that blocks most first. */
  readonly missingPermissions: readonly MissingPermission[];
  /** The monthly cost of all planned deletions at list price, in the `currency` of the namespaces' `prices`. */
  readonly monthlyCost: CostsPlan;
  /** Users that no source reads yet, of each type with something to delete; absent = none. */
  readonly cannotSee?: readonly CannotSee[];
  /** Entries of `keep`, and patterns of other keys that keep, that matched no resource in any namespace, though all of them were read; absent = none. */
  readonly keptNothing?: readonly KeptNothing[];
  /** What the accounts have of kinds that this version never judges, once per account and location; absent = nothing to say. */
  readonly notJudged?: readonly NotJudged[];
  readonly namespaces: readonly NamespacePlan[];
}

/** Users of a type that this version does not find. */
export interface CannotSee {
  readonly resourceType: string;
  /** `clusters of a cache` */
  readonly users: readonly string[];
}

/** What was looked for in one namespace. */
export interface Looked {
  /** The names and patterns of the entry, and whether this place has them; null: nothing could be listed. */
  readonly names: readonly LookedFor[] | null;
  /** The entries of `keep` and of other keys that keep, and whether each matched a resource here, whatever else keeps it. */
  readonly keep: readonly KeepEntry[];
}

/** An entry of `keep`, or a pattern of another key that keeps, that kept nothing. */
export interface KeptNothing {
  /** `keep`, `nameRegexKeep`, … */
  readonly key: string;
  /** `tag team=infra` */
  readonly entry: string;
  /** Those that have the entry. */
  readonly namespaces: readonly Namespace[];
}

/** The plan of one namespace. */
export interface NamespacePlan extends PlanFrame {
  readonly status: 'complete' | 'incomplete' | 'blocked';
  readonly problem: string | null;
  /** The tripwires in `problem` as values; absent = it is not blocked. */
  readonly trips?: readonly Trip[];
  /** The failed read and its remedy, without the places: equal for namespaces that have the same cause. */
  readonly explanation: string | null;
  /** Evidence that the configuration left out. */
  readonly waivedEvidence: readonly string[];
  /** Each source, its place, time and number of findings; failed reads are not in it. */
  readonly evidence: readonly EvidenceRow[];
  /** Failed reads and open decisions, each cause once and whatever it blocks, the one that blocks most first. */
  readonly unread: readonly UnreadCause[];
  /** Permissions needed before everything here can be decided, the one that blocks most first. */
  readonly missingPermissions: readonly MissingPermission[];
  readonly counts: {
    readonly listed: number;
    readonly candidate: number;
    /** Deleted after others, in addition to `candidate`; absent = none. */
    readonly held?: number;
    readonly keep: number;
    readonly unknown: number;
    /** Among `keep`: kept by a safeguard, an exclusion or an opt-out; absent = none. */
    readonly protected?: number;
    /** Among `keep`: no date of theirs is known; absent = none. */
    readonly undated?: number;
  };
  /** People review the new marks by families of names; absent = nobody does, or no Redis was read. */
  readonly review?: ReviewPlan;
  /** Of the candidates; absent where their deletion frees none, or no size is known. */
  readonly freesBytes?: number;
  /** Of the candidates, at list price. */
  readonly monthlyCost: TotalPlan;
  /** Of the candidates. */
  readonly owners: OwnerCounts;
  /** Why some owners are uncertain: the application registry could not be read. */
  readonly ownersProblem: string | null;
  /** Not in the document: `problem` and `keptNothing` say what came of it. */
  readonly looked?: Looked;
  readonly resources: readonly ResourcePlan[];
}

/** The plan of one resource. */
export interface ResourcePlan {
  readonly id: string;
  readonly name: string;
  readonly verdict: Verdict['kind'];
  readonly reasons: readonly string[];
  /** Why rules select it, as values; absent = nothing selects it, or something keeps it. */
  readonly because?: readonly Reason[];
  /** Evidence that the configuration left out. */
  readonly waivedEvidence: readonly string[];
  /** Only with `--quick`: the kinds of evidence that the whole plan would read for it, and this one did not. */
  readonly notAsked?: readonly string[];
  /** `kind` is the evidence source. */
  readonly usedBy: readonly { readonly kind: string; readonly by: string }[];
  readonly owner: string | null;
  /** The source of that address: `tag Owner`, `account test`, `notice.fallback`, `nobody`. */
  readonly ownerVia: string;
  /** It has no owner: the fallback gets the notice, and retention is `unownedRetention`. */
  readonly unowned: boolean;
  /** Places that named an owner without a valid address, in the words of `ownerVia`. */
  readonly invalidOwners: readonly string[];
  readonly createdAt: string | null;
  /** Bytes that its deletion frees, or up to so many; absent where a deletion frees none, or the size is unknown. */
  readonly freesBytes?: number;
  /** At list price; null = unknown. */
  readonly monthlyCost: CostPlan | null;
  /** The date of an existing mark, else the date that a mark made now would get; null if not a candidate, or `review`. */
  readonly wouldDeleteAt: string | null;
  /** People review its namespace, and nobody has approved its family: no mark pass marks it. */
  readonly review?: true;
  /** Only with the verdict `held`: the users that are deleted first, in words. */
  readonly after?: readonly string[];
  /** Only with the verdict `held`: it follows one of these, where their entry says so (`withSnapshots`). */
  readonly follows?: { readonly namespace: Namespace; readonly ids: readonly string[] };
  /** Ids of what follows it; their cost is in its own. */
  readonly followers?: readonly string[];
  /** The id of the one that it follows, whose row has its cost. */
  readonly toldIn?: string;
  /** Only where its deletion was refused because something uses it: the answer, since when, and the next attempt. */
  readonly refused?: string;
}

/** A review of the new marks of a namespace: no mark pass marks what nobody approved. */
export interface ReviewPlan {
  /** The pass to approve; null = the next mark pass names one. */
  readonly passId: string | null;
  /** So many of the candidates have no mark, and get none until somebody approves them. */
  readonly held: number;
  /** The largest of their families. */
  readonly families: readonly { readonly name: string; readonly size: number }[];
}

/** The part of a namespace's plan that needs no read of its resources. */
export interface PlanFrame {
  readonly namespace: Namespace;
  readonly account: AccountPlan;
  /** When the reading of its resources began; `evidence` has the older parts. */
  readonly readAt: string;
  /** No Redis was read: opt-outs that are not on the resource, and when Holystone first and last saw a resource, are unknown. */
  readonly stateless: boolean;
  readonly live: boolean;
  readonly notLiveBecause: string | null;
  /** Why nothing of it is deleted even when live: it is only marked, and its owners may be notified. */
  readonly neverDeletesBecause: string | null;
  /** The stage where it starts; `holystone stage` shows a stage that an operator set later. */
  readonly startStage: Stage;
  readonly missingEvidence: readonly string[];
  /** The source of the figures; null = the price table does not have the location. */
  readonly prices: PricesPlan | null;
}

interface AccountPlan {
  readonly name: string;
  /** Its display name, if it differs from `name`. */
  readonly title: string | null;
  /** `configuration` = the account is written there; else `from` of the entry that includes it. */
  readonly from: string;
}

/** The format in `plan --output json`. */
export interface CostPlan {
  /** 0 = the resource itself costs nothing. */
  readonly amount: number;
  /** The real cost may be lower. */
  readonly upTo: boolean;
  /** The cost of its snapshots, which stay when this is deleted; never added to other figures. */
  readonly stays: boolean;
}

/** Of all planned deletions. */
export interface TotalPlan {
  /** Null = no figure at all; 0 = the resources themselves cost nothing. */
  readonly amount: number | null;
  readonly upTo: boolean;
  /** Upper limit of the cost of snapshots, which stay; not in `amount`. */
  readonly staying: number | null;
  /** How many of them have an unknown cost. */
  readonly unpriced: number;
}

/** The prices behind the figures of a namespace. */
export interface PricesPlan {
  readonly currency: string;
  readonly date: string;
  readonly source: string;
  /** They are older than the configuration accepts. */
  readonly old: boolean;
}

/** Each list with the costliest first. */
export interface CostsPlan {
  readonly total: TotalPlan;
  readonly accounts: readonly (TotalPlan & { readonly account: string })[];
  /** `null` = no owner. */
  readonly owners: readonly (TotalPlan & { readonly owner: string | null })[];
}

/** How many resources a plan deletes, those that wait for others included. */
export function toDelete({ candidate, held = 0 }: NamespacePlan['counts']): number {
  return candidate + held;
}
