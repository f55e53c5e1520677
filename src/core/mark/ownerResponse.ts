/**
 * The responses of an owner to a mark other than "keep it": "delete it early", "not mine", and the withdrawal of each.
 * Pure, like `mark.ts`: a store applies the next value only if generation and revision still match.
 */

import { DAY_MS } from '../common/duration.ts';
import type { Nomination } from '../evaluation/nomination.ts';
import { addressesOf } from '../owner/owners.ts';
import { deletesNothingBecause } from '../policy/effects.ts';
import { moveIntoWindow } from '../policy/window.ts';
import type { WorkConfiguration } from '../policy/workConfiguration.ts';
import type { Namespace } from '../resource/namespace.ts';
import { expediteMark, hasValidNotice, type Mark, withoutNotice } from './mark.ts';
import { deletionDate, endOfNotice } from './retention.ts';

/** The values that the buttons of a link's page send. */
export const STATEMENTS = ['deleteEarly', 'notEarly', 'notMine', 'mine'] as const;
/** `notEarly` withdraws `deleteEarly`, `mine` withdraws `notMine`. */
export type Statement = (typeof STATEMENTS)[number];

/** The response of a recipient, through a link in a message. */
export interface OwnerResponse {
  readonly statement: Statement;
  readonly namespace: Namespace;
  readonly id: string;
  /** As the link names it. */
  readonly group?: string;
  /** The address that the link was sent to. */
  readonly owner: string;
  /** Generation of the mark in the link: a response to an earlier mark has no effect. */
  readonly generation: string | undefined;
  readonly reason?: string;
}

/** The outcome of a statement of an owner; expected refusals are values. */
export type ResponseResult =
  /** `mark` is the mark as it is now, or the next value to store. */
  | { readonly kind: 'done'; readonly mark: Mark }
  /** Nothing was changed. */
  | {
      readonly kind: 'nothing';
      readonly because: RejectReason;
      /** Only with `nothingDeleted`: the cause, in English. */
      readonly detail?: string;
    };

/** Why a response changes nothing; the page has a sentence for each, in every language. */
export type RejectReason =
  | 'noMark'
  | 'nothingDeleted'
  | 'begun'
  | 'markedAnew'
  | 'otherOwner'
  | 'noOwner'
  | 'noticeOver'
  | 'dateCome'
  | 'notEarly'
  | 'saidAlready'
  | 'asFallback'
  | 'notSaid'
  | 'othersNotNotified'
  | 'changing';

/**
 * The next value of the mark, or why it does not change.
 * @param idle why nothing happens there on any date (policy/rollout.ts), so that none can come early; absent = something does
 */
export function applyResponse(
  wc: WorkConfiguration | undefined,
  mark: Mark | undefined,
  response: OwnerResponse,
  now: number,
  idle?: string,
): ResponseResult {
  if (!mark) return nothing('noMark');
  const forbidden = wc ? deletesNothingBecause(wc) : 'it is not in the running configuration';
  const why = forbidden ?? (response.statement === 'deleteEarly' ? idle : undefined);
  if (!wc || why !== undefined) return { kind: 'nothing', because: 'nothingDeleted', ...(why ? { detail: why } : {}) };
  if (mark.state === 'deleting') return nothing('begun');
  if (response.generation !== mark.generation) return nothing('markedAnew');
  return RESPONSES[response.statement](wc, mark, response, now);
}

type ResponseRule = (wc: WorkConfiguration, mark: Mark, response: OwnerResponse, now: number) => ResponseResult;

const RESPONSES: Readonly<Record<Statement, ResponseRule>> = {
  deleteEarly(wc, mark, { owner }, now) {
    if (mark.owner !== owner) return nothing('otherOwner');
    // Law 3: only the owner can end retention early, and the fallback is not the owner.
    if (mark.unowned) return nothing('noOwner');
    if (!hasValidNotice(mark, now)) return nothing('noticeOver');
    const notBefore = Math.max(now, earliestExpeditedAt(wc, mark), othersTimeToObject(wc, mark, now));
    const expedited = expediteMark(mark, now, moveIntoWindow(wc.window, notBefore));
    return expedited ? done(expedited) : nothing('dateCome');
  },

  notEarly(wc, mark, { owner }, now) {
    if (mark.owner !== owner) return nothing('otherOwner');
    if (!isExpedited(mark)) return nothing('notEarly');
    const notBefore = endOfNotice(wc, mark, now) ?? deletionDate(wc, now, mark.unowned ?? false);
    const projectedDeletionAt = Math.max(mark.projectedDeletionAt, notBefore, mark.quarantine?.until ?? 0);
    return done(revised(mark, { projectedDeletionAt }));
  },

  notMine(wc, mark, { owner }, now) {
    const { fallback } = wc.notice;
    if (mark.disclaimedBy?.includes(owner)) return nothing('saidAlready');
    if (mark.owner !== owner) return nothing('otherOwner');
    if (mark.unowned) return nothing('asFallback');
    const disclaimedBy = [...(mark.disclaimedBy ?? []), owner];
    const next = toFallback(owner, fallback, disclaimedBy);
    return done(handedOver({ ...mark, disclaimedBy }, next, deletionDate(wc, now, true)));
  },

  mine(wc, mark, { owner }, now) {
    if (!mark.disclaimedBy?.includes(owner)) return nothing('notSaid');
    const { disclaimedBy, unowned: _unowned, ...rest } = mark;
    const others = disclaimedBy.filter((one) => one !== owner);
    const before: Mark = others.length === 0 ? rest : { ...rest, disclaimedBy: others };
    return done(handedOver(before, { owner, ownerVia: 'their own response' }, deletionDate(wc, now, false)));
  },
};

/**
 * Before this instant no response ends retention. Every user with the permission to tag a resource can claim to be its
 * owner; this delay lets others see the coming deletion and keep the resource.
 */
export function earliestExpeditedAt(
  { notice: { expediteNotBeforeMs = DAY_MS } }: WorkConfiguration,
  { notice }: Mark,
): number {
  return notice === undefined ? Number.POSITIVE_INFINITY : notice.acceptedAt + expediteNotBeforeMs;
}

/** Of several people who are its owner, those who did not ask for it are told now, and have as long to keep it. */
function othersTimeToObject(
  { notice: { expediteNotBeforeMs = DAY_MS } }: WorkConfiguration,
  { owner = '' }: Mark,
  now: number,
) {
  return addressesOf(owner).length > 1 ? now + expediteNotBeforeMs : now;
}

/** Is its date earlier than the date in the message, because the owner wanted that? */
export function isExpedited({ notice, quarantine, projectedDeletionAt }: Mark): boolean {
  if (notice === undefined) return false;
  const end = quarantine ? Math.max(quarantine.until, notice.deletionAt ?? 0) : 0;
  return projectedDeletionAt < Math.max(notice.shownAt, end);
}

/** An owner who answered "not mine" is not nominated for the same mark again: the mark stays with the fallback. */
export function respectDisclaimers(
  wc: WorkConfiguration,
  mark: Mark | undefined,
  nomination: Nomination,
  now: number,
): Nomination {
  const { owner, ...rest } = nomination;
  if (owner === undefined || !mark?.disclaimedBy?.includes(owner)) return nomination;
  const projectedDeletionAt = deletionDate(wc, now, true);
  return { ...rest, ...toFallback(owner, wc.notice.fallback, mark.disclaimedBy), projectedDeletionAt };
}

type Ownership = Pick<Mark, 'owner' | 'ownerVia' | 'unowned'>;

/** No owner, where there is no fallback, or where the fallback itself answered "not mine". */
function toFallback(disclaimer: string, fallback: string | undefined, disclaimedBy: readonly string[]): Ownership {
  const hasFallback = fallback !== undefined && !disclaimedBy.includes(fallback);
  const ownerVia = `${hasFallback ? 'notice.fallback' : 'none'}, because ${disclaimer} says that it is not theirs`;
  return hasFallback ? { owner: fallback, ownerVia, unowned: true } : { ownerVia, unowned: true };
}

/** The new owner has no notice yet: the notice is removed, and the date is not earlier than for a new mark. */
function handedOver(mark: Mark, ownership: Ownership, notBefore: number): Mark {
  const { owner: _owner, unowned: _unowned, ...rest } = mark;
  return revised(withoutNotice({ ...rest, ...ownership }, notBefore), {});
}

function revised(mark: Mark, change: Partial<Mark>): Mark {
  return { ...mark, ...change, revision: mark.revision + 1 };
}

function done(mark: Mark): ResponseResult {
  return { kind: 'done', mark };
}

function nothing(because: RejectReason): ResponseResult {
  return { kind: 'nothing', because };
}
