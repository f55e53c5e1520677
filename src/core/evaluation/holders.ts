/**
 * The users of a resource that must be deleted before it (docs/architecture.md, "Holds"). Pure. A resource is held only
 * while all its users are such holders; any other use keeps it, and a missing read never makes a holder of a user.
 */
import { isFromFuture } from '../common/clock.ts';
import type { Place, SourcedFinding } from '../common/finding.ts';
import type { Resource } from '../resource/resource.ts';

/** As its own mark or plan has it. */
export interface HolderOwner {
  readonly owner: string;
  readonly unowned: boolean;
}

/** The standing of a user that may be a holder. */
export type HolderState =
  /**
   * `dueAt`: its deletion date or next attempt, ms since the epoch; `problem`: why its deletion is late. `isBegun`: its
   * deletion was requested, and has not ended. `owner`: who decides about it, if anybody.
   */
  | {
      readonly kind: 'marked';
      readonly dueAt: number;
      readonly problem?: string;
      readonly isBegun?: true;
      readonly owner?: HolderOwner;
    }
  /** Holystone's own record says that it deleted the user at that instant, ms since the epoch. */
  | { readonly kind: 'deleted'; readonly at: number }
  | { readonly kind: 'unreadable'; readonly why: string }
  /** Neither marks nor a plan of its type are known. */
  | { readonly kind: 'unplanned' };

/** The holders of one namespace; only for types with `Handler.after`. */
export interface Holders {
  /** The place of the namespace: only findings that were read there name holders. */
  readonly place: Place;
  /** The type of the namespace. */
  readonly ownType: string;
  /** The types that must be deleted first. */
  readonly types: readonly string[];
  /** Users of the own type get their verdicts in the same evaluation, and {@link resolvingHolds} decides about them. */
  readonly isOwnTypeJudged: boolean;
  stateOf(type: string, id: string): HolderState | undefined;
  /** `source@account/location` → findings about marked resources that ended when Holystone deleted the user. */
  readonly ended: Readonly<Record<string, number>>;
  /** Does the present mark of this very resource say that it was held? Then its owner knows about the earlier use. */
  wasHeld(resource: Pick<Resource, 'id' | 'identity'>): boolean;
}

/** A user that must be deleted first. */
export interface Wait {
  readonly type: string;
  readonly id: string;
  /** The user in the words of the finding. */
  readonly by: string;
  /** Source → the number of its findings about this use, which end with the user. */
  readonly findings: Readonly<Record<string, number>>;
  /** When its deletion is due; absent: its verdict is made in the same evaluation, or it is deleted already. */
  readonly dueAt?: number;
  /** Why the wait is longer than that. */
  readonly why?: string;
  /** Holystone's own record says that it is deleted, and the evidence still names it. */
  readonly isDeleted?: true;
  readonly owner?: HolderOwner;
}

/**
 * How long a finding may name a user after Holystone deleted it. Listings are eventually consistent, and the interfaces
 * of a network load balancer stay for up to an hour. After that the finding is an ordinary use.
 */
const LINGERS_FOR_MS = 6 * 3_600_000;

/** The uses of one resource, by their effect on it. */
export interface SortedUses {
  /** Ordinary uses: they keep it. */
  readonly keepers: readonly { readonly finding: SourcedFinding; readonly note: string }[];
  /** Uses that end with a deletion that comes first. */
  readonly waits: readonly Wait[];
  /** Why it is not known whether a user goes first. */
  readonly unsure: readonly string[];
  /** The findings of `waits` and `unsure`: all other steps evaluate the resource as if these users were gone. */
  readonly ending: ReadonlySet<SourcedFinding>;
}

/** @param now business time, ms since the epoch */
export function sortUses(uses: readonly SourcedFinding[], holders: Holders | undefined, now: number): SortedUses {
  if (uses.length === 0) return NO_USES;
  const keepers: { finding: SourcedFinding; note: string }[] = [];
  const waits = new Map<string, Wait>();
  const unsure = new Set<string>();
  const ending = new Set<SourcedFinding>();
  for (const finding of uses) {
    const answer = holders && answerOf(finding, holders, now);
    if (answer === undefined || answer.kind === 'keeps') keepers.push({ finding, note: answer?.note ?? '' });
    else {
      ending.add(finding);
      if (answer.kind === 'unsure') unsure.add(answer.why);
      else addTo(waits, answer.wait);
    }
  }
  return { keepers, waits: [...waits.values()], unsure: [...unsure], ending };
}

const NO_USES: SortedUses = { keepers: [], waits: [], unsure: [], ending: new Set() };

/** Several findings about one user are one wait. */
function addTo(waits: Map<string, Wait>, wait: Wait): void {
  const key = JSON.stringify([wait.type, wait.id]);
  const findings = { ...waits.get(key)?.findings };
  for (const [source, count] of Object.entries(wait.findings)) findings[source] = (findings[source] ?? 0) + count;
  waits.set(key, { ...wait, findings });
}

type Answer =
  | { readonly kind: 'keeps'; readonly note: string }
  | { readonly kind: 'waits'; readonly wait: Wait }
  | { readonly kind: 'unsure'; readonly why: string };

function answerOf(finding: SourcedFinding, holders: Holders, now: number): Answer {
  const type = holderType(finding, holders);
  if (type === undefined) return { kind: 'keeps', note: '' };
  const { by, source } = finding;
  const id = finding.byId as string;
  const wait = { type, id, by, findings: { [source]: 1 } };
  const state = holders.stateOf(type, id);
  if (holders.isOwnTypeJudged && type === holders.ownType && state?.kind !== 'deleted') return { kind: 'waits', wait };
  switch (state?.kind) {
    case 'marked':
      return { kind: 'waits', wait: { ...wait, ...dueOf(state) } };
    case 'deleted':
      return deletedOne(wait, state.at, now);
    case 'unreadable':
      return { kind: 'unsure', why: `it is not known whether ${by} is deleted first: ${state.why}` };
    case 'unplanned':
      return { kind: 'keeps', note: `, an ordinary use here: there are no marks and no plan of its type, ${type}` };
    case undefined:
      return { kind: 'keeps', note: '' };
  }
}

function dueOf({ dueAt, problem, owner }: Extract<HolderState, { kind: 'marked' }>): Partial<Wait> {
  return { dueAt, ...(problem ? { why: problem } : {}), ...(owner ? { owner } : {}) };
}

/** Only evidence shows that a user is gone: our own record of its deletion makes it a holder for a while, no more. */
function deletedOne(wait: Wait, at: number, now: number): Answer {
  const deleted = `Holystone deleted it at ${new Date(at).toISOString()}`;
  if (isFromFuture(at, now)) return { kind: 'keeps', note: '' };
  if (now - at >= LINGERS_FOR_MS) return { kind: 'keeps', note: `, although ${deleted}` };
  return { kind: 'waits', wait: { ...wait, why: `${deleted}, and the evidence still names it`, isDeleted: true } };
}

/** The type of the user that the finding names, if users of that type in that place may be holders. */
export function holderType({ says, byId, byType, place }: SourcedFinding, holders: Holders): string | undefined {
  const { types, place: own } = holders;
  const isHere = place.account === own.account && place.location.toLowerCase() === own.location.toLowerCase();
  if (says !== 'used' || byId === undefined || !isHere) return undefined;
  if (byType === undefined) return types.length === 1 ? types[0] : undefined;
  return types.find((type) => type.toLowerCase() === byType.toLowerCase());
}

/** A resource that names itself, such as a group of rules that lets its own members in, has no user in that. */
export function isSelfReference(finding: SourcedFinding, id: string, holders: Holders | undefined): boolean {
  return holders !== undefined && finding.byId === id && holderType(finding, holders) === holders.ownType;
}

/** `after load balancer shop`, and why it takes longer. Without dates: they would make each new date a new reason. */
export function waitWords({ by, why }: Pick<Wait, 'by' | 'why'>): string {
  return why === undefined ? `after ${by}` : `after ${by} (${why})`;
}

/** The part of a wait that a mark stores. */
export function waitedOf({ type, id, by, findings }: Wait): Waited {
  return { type, id, by, findings };
}

/** A user that must be deleted before the resource, as a mark stores it. */
export type Waited = Pick<Wait, 'type' | 'id' | 'by' | 'findings'>;

/** The key of the record of the last use by a possible holder; it counts only for resources that were not held. */
export function endedUseKey(alias: string): string {
  return `after:${alias}`;
}
