/** Everything that an operator should look at, worst first, each with the page that helps. Pure. */
import type { Approval, Outcome, PassRecord } from '../../../core/policy/pass.ts';
import { missingNames } from '../../../core/resource/lookedFor.ts';
import type { Namespace } from '../../../core/resource/namespace.ts';
import { relative } from '../../page/dates.tsx';
import type { NamespaceState } from '../api/namespaceState.ts';
import type { DatedNotice } from '../api/waitingNotices.ts';
import { blockedTexts } from '../texts/blocked.ts';
import { overviewTexts } from '../texts/overview.ts';
import { sharedWords } from '../texts/words.ts';
import { segment } from './operatorParts.tsx';

/** One line about something that needs a person. */
export interface AttentionItem {
  /** One word. */
  readonly what: string;
  readonly isBad: boolean;
  /** The namespace or the owner. */
  readonly where: string;
  readonly text?: string;
  /** After it, the report of a pass or a provider, in English. */
  readonly reported?: string;
  /** ms since the epoch; absent = it is so now. */
  readonly at?: number;
  /** The words of the button, and the page behind it, relative to the first page. */
  readonly button: string;
  readonly path: string;
}

/** The state of the fleet from which the lines follow. */
export interface AttentionFacts {
  readonly namespaces: readonly NamespaceState[];
  readonly waiting: readonly DatedNotice[];
  readonly unreadyBecause: readonly string[];
  readonly drift: ReadonlyMap<Namespace, string>;
  /** ms since the epoch. */
  readonly now: number;
}

/** Worst first. A complete pass is an item when it left resources out. */
const TROUBLE: readonly Outcome[] = ['blocked', 'failed', 'incomplete', 'complete'];

/**
 * In the order of the page: why this instance is not ready, drift, passes by outcome, names that nobody has, refused
 * messages, overdue marks.
 */
export function attentionItems(facts: AttentionFacts) {
  const { namespaces, waiting, unreadyBecause, drift, now } = facts;
  const texts = overviewTexts.items;
  return [
    ...unreadyBecause.map((why) => unready(why, texts)),
    ...[...drift].map(([namespace, why]) => differs(namespace, why, texts)),
    ...namespaces
      .flatMap(({ passes, approvals }) => passes.map((pass) => ({ pass, approval: approvalIn(approvals, pass) })))
      .filter(
        ({ pass: { outcome, problem } }) =>
          TROUBLE.includes(outcome) && (outcome !== 'complete' || problem !== undefined),
      )
      .toSorted((a, b) => TROUBLE.indexOf(a.pass.outcome) - TROUBLE.indexOf(b.pass.outcome))
      .map(({ pass, approval }) => troubled(pass, approval, now)),
    ...notFound(namespaces, texts),
    ...waiting.flatMap((notice) => refused(notice, texts)),
    ...namespaces.flatMap((state) => overdue(state, now, texts)),
  ] satisfies readonly AttentionItem[] as readonly AttentionItem[];
}

type ItemTexts = (typeof overviewTexts)['items'];

function unready(reported: string, { notReady: what, thisInstance: where, buttons }: ItemTexts): AttentionItem {
  return { what, isBad: true, where, reported, button: buttons.instances, path: 'instances' };
}

function differs(where: Namespace, reported: string, { differs: what, buttons }: ItemTexts): AttentionItem {
  return { what, isBad: true, where, reported, button: buttons.instances, path: 'instances' };
}

function approvalIn(approvals: readonly Approval[], { action, blocked }: PassRecord): Approval | undefined {
  return blocked && approvals.find((one) => one.action === action);
}

/** An approved pass needs nobody any more, and says so until it has run. */
function troubled(pass: PassRecord, approval: Approval | undefined, now: number): AttentionItem {
  const { namespace, action, outcome, endedAt, problem, blocked, passId } = pass;
  const { stopped, lastPass, buttons } = overviewTexts.items;
  if (approval) {
    const { items } = overviewTexts;
    const { approvedBy } = blockedTexts;
    return {
      ...{ what: items.approved, isBad: false, where: namespace, at: approval.at },
      text: approvedBy(approval.actor, relative(approval.at, now), action),
      ...{ button: buttons.review, path: blockedPath(namespace, passId) },
    };
  }
  return {
    what: sharedWords.outcomes[outcome],
    isBad: outcome === 'blocked' || outcome === 'failed',
    where: namespace,
    ...(blocked ? { text: stopped(action, blocked.size) } : problem === undefined ? { text: lastPass(action) } : {}),
    ...(problem === undefined ? {} : { reported: problem }),
    at: endedAt,
    ...(blocked
      ? { button: buttons.review, path: blockedPath(namespace, passId) }
      : { button: buttons.look, path: namespacePath(namespace) }),
  };
}

/** Names of the configuration that nobody has: nothing found looks like nothing to do. */
function notFound(
  namespaces: readonly NamespaceState[],
  { notFound: what, andMore, buttons }: ItemTexts,
): readonly AttentionItem[] {
  const missing = missingNames(
    namespaces.map(({ configuration: { namespace }, passes }) => ({
      namespace,
      names: passes.find(({ action }) => action === 'mark')?.lookedFor ?? null,
    })),
  );
  return [...missing].flatMap(([reported, [where, ...others]]) => {
    if (where === undefined) return [];
    const text = others.length === 0 ? {} : { text: andMore(others.length) };
    return [{ what, isBad: false, where, ...text, reported, button: buttons.look, path: namespacePath(where) }];
  });
}

function refused({ owner, resources, refused: refusal }: DatedNotice, texts: ItemTexts): readonly AttentionItem[] {
  if (!refusal) return [];
  return [
    {
      what: refusal.permanent ? texts.refused : texts.notSent,
      isBad: refusal.permanent,
      where: owner,
      text: texts.noneDeleted(resources),
      reported: refusal.problem,
      at: refusal.since,
      button: texts.buttons.owner,
      path: `owners?q=${segment(owner)}`,
    },
  ];
}

/** Marks whose date is over and that wait nevertheless: an unsettled owner, a refusal, an unknown read. */
function overdue(
  { configuration: { namespace }, deferred }: NamespaceState,
  now: number,
  { overdue: what, deferred: words, buttons }: ItemTexts,
): readonly AttentionItem[] {
  if (deferred === 0) return [];
  const query = new URLSearchParams({ namespace, dueBefore: new Date(now).toISOString() });
  const path = `marks?${query}`;
  return [{ what, isBad: false, where: namespace, text: words(deferred), button: buttons.marks, path }];
}

/** Relative to the first page. */
export function blockedPath(namespace: Namespace, passId: string): string {
  return `blocked/${encodeURIComponent(namespace)}/${encodeURIComponent(passId)}`;
}

function namespacePath(namespace: Namespace): string {
  return `namespaces/${encodeURIComponent(namespace)}`;
}
