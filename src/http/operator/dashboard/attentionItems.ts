/** Everything that an operator should look at, worst first, each with the page that helps. Pure. */
import { pluralize } from '../../../core/common/pluralize.ts';
import type { Outcome, PassRecord } from '../../../core/policy/pass.ts';
import type { Namespace } from '../../../core/resource/namespace.ts';
import type { NamespaceState } from '../api/namespaceState.ts';
import type { DatedNotice } from '../api/waitingNotices.ts';
import { segment } from './operatorParts.tsx';

export interface AttentionItem {
  /** One word. */
  readonly what: string;
  readonly isBad: boolean;
  /** The namespace or the owner. */
  readonly where: string;
  readonly text: string;
  /** ms since the epoch; absent = it is so now. */
  readonly at?: number;
  /** The words of the button, and the page behind it, relative to the first page. */
  readonly button: string;
  readonly path: string;
}

export interface AttentionFacts {
  readonly namespaces: readonly NamespaceState[];
  readonly waiting: readonly DatedNotice[];
  readonly unreadyBecause: readonly string[];
  readonly drift: ReadonlyMap<Namespace, string>;
}

/** Worst first. A complete pass is an item when it left resources out. */
const TROUBLE: readonly Outcome[] = ['blocked', 'failed', 'incomplete', 'complete'];

export function attentionItems({ namespaces, waiting, unreadyBecause, drift }: AttentionFacts) {
  return [
    ...unreadyBecause.map(unready),
    ...[...drift].map(([namespace, why]) => differs(namespace, why)),
    ...namespaces
      .flatMap(({ passes }) => passes)
      .filter(({ outcome, problem }) => TROUBLE.includes(outcome) && (outcome !== 'complete' || problem !== undefined))
      .toSorted((a, b) => TROUBLE.indexOf(a.outcome) - TROUBLE.indexOf(b.outcome))
      .map(troubled),
    ...waiting.flatMap(refused),
    ...namespaces.flatMap(overdue),
  ] satisfies readonly AttentionItem[] as readonly AttentionItem[];
}

function unready(text: string): AttentionItem {
  return { what: 'not ready', isBad: true, where: 'this instance', text, button: 'Instances', path: 'instances' };
}

function differs(where: Namespace, text: string): AttentionItem {
  return { what: 'differs', isBad: true, where, text, button: 'Instances', path: 'instances' };
}

function troubled({ namespace, action, outcome, endedAt, problem, blocked, passId }: PassRecord): AttentionItem {
  const stopped =
    blocked && `The ${action} pass stopped before its first write, with ${pluralize(blocked.size, 'resource')}.`;
  return {
    what: outcome,
    isBad: outcome === 'blocked' || outcome === 'failed',
    where: namespace,
    text: [stopped, problem ?? (stopped ? undefined : `The last ${action} pass.`)].filter(Boolean).join(' '),
    at: endedAt,
    ...(blocked
      ? { button: 'Review', path: blockedPath(namespace, passId) }
      : { button: 'Look', path: namespacePath(namespace) }),
  };
}

function refused({ owner, resources, refused: refusal }: DatedNotice): readonly AttentionItem[] {
  if (!refusal) return [];
  return [
    {
      what: refusal.permanent ? 'refused' : 'not sent',
      isBad: refusal.permanent,
      where: owner,
      text: `${refusal.problem.replace(/[.\s]+$/, '')}. Holystone deletes none of ${pluralize(resources, 'resource')} until the owner is notified.`,
      at: refusal.since,
      button: 'Owner',
      path: `owners?q=${segment(owner)}`,
    },
  ];
}

/** Marks whose date is over and that wait nevertheless: an unsettled owner, a refusal, an unknown read. */
function overdue({ configuration: { namespace }, deferred }: NamespaceState): readonly AttentionItem[] {
  if (deferred === 0) return [];
  const text = `${pluralize(deferred, 'resource')} past ${deferred === 1 ? 'its' : 'their'} date and deferred.`;
  const path = `marks?namespace=${encodeURIComponent(namespace)}`;
  return [{ what: 'overdue', isBad: false, where: namespace, text, button: 'Marks', path }];
}

/** Relative to the first page. */
export function blockedPath(namespace: Namespace, passId: string): string {
  return `blocked/${encodeURIComponent(namespace)}/${encodeURIComponent(passId)}`;
}

function namespacePath(namespace: Namespace): string {
  return `namespaces/${encodeURIComponent(namespace)}`;
}
