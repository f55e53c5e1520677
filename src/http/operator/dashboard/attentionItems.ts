/** Everything that an operator should look at, worst first, each with the page that helps. Pure. */
import { stoppedOf } from '../../../core/policy/approval.ts';
import type { Approval, Outcome, PassCause, PassRecord } from '../../../core/policy/pass.ts';
import { missingNames } from '../../../core/resource/lookedFor.ts';
import type { Namespace } from '../../../core/resource/namespace.ts';
import { relative } from '../../page/dates.tsx';
import type { NamespaceState } from '../api/namespaceState.ts';
import type { DatedNotice } from '../api/waitingNotices.ts';
import { blockedTexts } from '../texts/blocked.ts';
import { overviewTexts } from '../texts/overview.ts';
import { sharedWords } from '../texts/words.ts';
import type { AttentionFacts, AttentionItem } from './attentionItem.ts';
import { overdue } from './attentionOverdue.ts';
import { segment } from './operatorParts.tsx';
import { manyOf, trippedWords } from './trippedWords.ts';

/** Worst first. A complete pass is an item when it left resources out. */
const TROUBLE: readonly Outcome[] = ['blocked', 'failed', 'incomplete', 'complete'];

/**
 * In the order of the page: why this instance is not ready, drift, passes by outcome, what is held, names that nobody has, refused
 * messages, overdue marks.
 */
export function attentionItems(facts: AttentionFacts) {
  const { namespaces, waiting, unreadyBecause, drift, now } = facts;
  const texts = overviewTexts.items;
  return [
    ...unreadyBecause.map((why) => unready(why, texts)),
    ...[...drift].map(([namespace, why]) => differs(namespace, why, texts)),
    ...troubles(namespaces, now),
    ...namespaces.flatMap((one) => held(one, now)),
    ...notFound(namespaces, texts),
    ...waiting.flatMap((notice) => refused(notice, texts)),
    ...overdue(facts),
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

/** A pass and its approval. */
interface Ended {
  readonly pass: PassRecord;
  /** The type, in the plural. */
  readonly many: string;
  readonly approval: Approval | undefined;
}

/** Passes in the order of their outcomes; a cause that several namespaces have is one item, in the place of its first. */
function troubles(namespaces: readonly NamespaceState[], now: number): readonly AttentionItem[] {
  const ended = namespaces
    .flatMap(({ configuration, passes, approvals }) => {
      const many = manyOf(configuration);
      return passes.map((pass): Ended => ({ pass, many, approval: approvalIn(approvals, pass) }));
    })
    .filter(
      ({ pass: { outcome, problem } }) =>
        TROUBLE.includes(outcome) && (outcome !== 'complete' || problem !== undefined),
    )
    .toSorted((a, b) => TROUBLE.indexOf(a.pass.outcome) - TROUBLE.indexOf(b.pass.outcome));
  const shared = sharedCauses(ended.filter(isUnread).map(({ pass }) => pass));
  const told = new Set<string>();
  return ended.flatMap((one) => {
    if (!isUnread(one)) return [troubled(one, now)];
    const causes = causesOf(one.pass);
    const own = causes.filter(({ why }) => !shared.has(why));
    const first = causes.flatMap(({ why }) => (shared.has(why) && !told.has(why) ? [why] : []));
    for (const why of first) told.add(why);
    const common = first.map((why) => sharedTrouble(why, shared.get(why) ?? []));
    if (causes.length > 0 && own.length === 0) return common;
    const problem = own.length === causes.length ? {} : { problem: own.map(({ why }) => why).join('; ') };
    return [...common, troubled({ ...one, pass: { ...one.pass, ...problem } }, now)];
  });
}

/** Only these have causes that other namespaces may have as well: a blocked pass waits for its own approval. */
function isUnread({ pass: { blocked } }: Ended): boolean {
  return blocked === undefined;
}

/** Records of an earlier version have the sentence alone. */
function causesOf({ causes, problem }: PassRecord): readonly PassCause[] {
  return causes ?? (problem === undefined ? [] : [{ why: problem, unknown: 0 }]);
}

/** By cause, the passes that have it, where they are of several namespaces. */
function sharedCauses(passes: readonly PassRecord[]): ReadonlyMap<string, readonly PassRecord[]> {
  const all = new Map<string, PassRecord[]>();
  for (const pass of passes)
    for (const why of new Set(causesOf(pass).map((cause) => cause.why))) all.set(why, [...(all.get(why) ?? []), pass]);
  return new Map([...all].filter(([, some]) => new Set(some.map(({ namespace }) => namespace)).size > 1));
}

function sharedTrouble(why: string, passes: readonly PassRecord[]): AttentionItem {
  const { inPlaces, buttons } = overviewTexts.items;
  const unknown = passes.flatMap((pass) => causesOf(pass).filter((cause) => cause.why === why));
  const count = unknown.reduce((sum, one) => sum + (one.unknown ?? 0), 0);
  const unlisted = unknown.filter((one) => one.unknown === null).length;
  const names = [...new Set(passes.map(({ namespace }) => namespace))].toSorted();
  const [first] = passes;
  const outcome = first?.outcome ?? 'incomplete';
  return {
    what: sharedWords.outcomes[outcome],
    isBad: outcome === 'failed',
    where: why,
    text: inPlaces(count, unlisted, names.length),
    at: Math.max(...passes.map(({ endedAt }) => endedAt)),
    places: names.map((name) => ({ name, path: namespacePath(name) })),
    button: buttons.look,
    path: names.length === 0 ? 'namespaces' : namespacePath(names[0] as Namespace),
  };
}

/** An approved pass needs nobody any more, and says so until it has run. */
function troubled({ pass, many, approval }: Ended, now: number): AttentionItem {
  const { namespace, action, outcome, endedAt, problem, blocked, passId } = pass;
  const { stopped, lastPass, buttons } = overviewTexts.items;
  const tripped = blocked && trippedWords(pass, many);
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
    ...(blocked
      ? { text: tripped === undefined ? stopped(action, blocked.size) : `${tripped}.` }
      : problem === undefined
        ? { text: lastPass(action) }
        : {}),
    ...(problem === undefined || tripped !== undefined ? {} : { reported: problem }),
    at: endedAt,
    ...(blocked
      ? { button: buttons.review, path: blockedPath(namespace, passId) }
      : { button: buttons.look, path: namespacePath(namespace) }),
  };
}

/** New marks that wait for people who review them by families. */
function held({ configuration, passes, approvals }: NamespaceState, now: number): readonly AttentionItem[] {
  const { buttons, approved } = overviewTexts.items;
  return passes.flatMap((pass) => {
    const stopped = stoppedOf(pass);
    if (!stopped?.isHeld || stopped.blocked.size === 0) return [];
    const { namespace: where, action, blocked, passId, endedAt } = stopped;
    const by = approvals.find((one) => one.action === action);
    const words = by
      ? { what: approved, text: blockedTexts.approvedBy(by.actor, relative(by.at, now), action), at: by.at }
      : {
          what: blockedTexts.held.state,
          text: `${blockedTexts.held.heading(blocked.size, manyOf(configuration))}.`,
          at: endedAt,
        };
    return [{ ...words, isBad: false, where, button: buttons.review, path: blockedPath(where, passId) }];
  });
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

/** Relative to the first page. */
export function blockedPath(namespace: Namespace, passId: string): string {
  return `blocked/${encodeURIComponent(namespace)}/${encodeURIComponent(passId)}`;
}

function namespacePath(namespace: Namespace): string {
  return `namespaces/${encodeURIComponent(namespace)}`;
}
