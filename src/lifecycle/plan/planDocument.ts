/** The document of `plan --format json`, from the whole to its parts. */

import type { Verdict } from '../../core/evaluation/verdict.ts';
import type { Stage } from '../../core/policy/stage.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import type { EvidenceRow } from '../evidence/evidenceRows.ts';
import type { OwnerCounts } from '../survey/owners.ts';
import type { MissingPermission, UnreadCause } from '../survey/unread.ts';

/** The document of `plan --format json`; scripts rely on it. Instants as ISO 8601, UTC. */
export interface Plan {
  readonly generatedAt: string;
  /** Of all namespaces together, the one that blocks most first. */
  readonly missingPermissions: readonly MissingPermission[];
  /** What all that would be deleted costs a month at list price, in the `currency` of the namespaces' `prices`. */
  readonly monthlyCost: CostsPlan;
  readonly namespaces: readonly NamespacePlan[];
}

/** What a plan says of one namespace. */
export interface NamespacePlan extends PlanFrame {
  readonly status: 'complete' | 'incomplete' | 'blocked';
  readonly problem: string | null;
  /** Evidence that the configuration decided to do without. */
  readonly madeWithout: readonly string[];
  /** What was read where, when, and how much it found; what could not be read is not in it. */
  readonly evidence: readonly EvidenceRow[];
  /** What could not be read, or decided, each cause once and whatever it blocks, the one that blocks most first. */
  readonly unread: readonly UnreadCause[];
  /** What must be allowed before everything here can be decided, the one that blocks most first. */
  readonly missingPermissions: readonly MissingPermission[];
  readonly counts: {
    readonly listed: number;
    readonly candidate: number;
    readonly keep: number;
    readonly unknown: number;
  };
  /** Of the candidates, at list price. */
  readonly monthlyCost: TotalPlan;
  /** Of the candidates. */
  readonly owners: OwnerCounts;
  /** Why nobody can be sure of some owners: the application registry could not be read. */
  readonly ownersProblem: string | null;
  readonly resources: readonly ResourcePlan[];
}

/** What a plan says of one resource. */
export interface ResourcePlan {
  readonly id: string;
  readonly name: string;
  readonly verdict: Verdict['kind'];
  readonly reasons: readonly string[];
  /** Evidence that the configuration decided to do without. */
  readonly madeWithout: readonly string[];
  /** `kind` is the evidence source. */
  readonly usedBy: readonly { readonly kind: string; readonly by: string }[];
  readonly owner: string | null;
  /** Where that address came from: `tag Owner`, `account test`, `notice.fallback`, `nobody`. */
  readonly ownerVia: string;
  /** Nobody owns it: the fallback is told, and retention is `unownedRetention`. */
  readonly unowned: boolean;
  /** Places that named an owner without a valid address, in the words of `ownerVia`. */
  readonly invalidOwners: readonly string[];
  readonly createdAt: string | null;
  /** At list price; null = nobody can say. */
  readonly monthlyCost: CostPlan | null;
  /** The date of an existing mark, else what a mark made now would get; null for what is not a candidate. */
  readonly wouldDeleteAt: string | null;
}

/** What a plan says of a namespace before Holystone reads anything of it. */
export interface PlanFrame {
  readonly namespace: Namespace;
  readonly account: AccountPlan;
  /** No Redis was read: opt-outs that are not on the resource and our own first and last sights are not known. */
  readonly stateless: boolean;
  readonly live: boolean;
  readonly notLiveBecause: string | null;
  /** Why nothing of it is deleted however live: it is marked only. */
  readonly neverDeletesBecause: string | null;
  /** Where it starts; where somebody moved it, `holystone stage` says. */
  readonly startStage: Stage;
  readonly notReadYet: readonly string[];
  /** Where the figures come from; null = the price table does not have the location. */
  readonly prices: PricesPlan | null;
}

interface AccountPlan {
  readonly name: string;
  /** What people call it, where it is not named so. */
  readonly title: string | null;
  /** `configuration` = it is written there; else `from` of the entry that stands for it. */
  readonly from: string;
}

/** As `plan --format json` has it. */
export interface CostPlan {
  /** 0 = it costs nothing of its own. */
  readonly amount: number;
  /** It may be less. */
  readonly upTo: boolean;
  /** It is that of its snapshots, which stay when this is deleted; in no sum with other figures. */
  readonly stays: boolean;
}

/** Of all that would be deleted. */
export interface TotalPlan {
  /** Null = no figure at all; 0 = they cost nothing of their own. */
  readonly amount: number | null;
  readonly upTo: boolean;
  /** Up to so much in snapshots, which stay; not in `amount`. */
  readonly staying: number | null;
  /** Of how many of them nobody knows what they cost. */
  readonly unpriced: number;
}

/** The prices that the figures of a namespace rest on. */
export interface PricesPlan {
  readonly currency: string;
  readonly date: string;
  readonly source: string;
  /** They are older than the configuration believes. */
  readonly old: boolean;
}

/** Each list with the costliest first. */
export interface CostsPlan {
  readonly total: TotalPlan;
  readonly accounts: readonly (TotalPlan & { readonly account: string })[];
  /** `null` = nobody. */
  readonly owners: readonly (TotalPlan & { readonly owner: string | null })[];
}
