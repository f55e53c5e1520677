/** "Keep all": stores a decision about every resource of a message, and counts the ones that the store confirmed. */
import { StoreError, UnreadableError } from '../../../core/common/errors.ts';
import { groupBy } from '../../../core/common/groupBy.ts';
import type { Mark } from '../../../core/mark/mark.ts';
import type { NotifiedItem } from '../../../core/notice/sentMessage.ts';
import { inForce, type OptOut, type OptOutTarget, outlasts } from '../../../core/owner/optOut.ts';
import type { MessageClaims } from '../../../core/owner/optOutToken.ts';
import type { Namespace } from '../../../core/resource/namespace.ts';
import type { PublicDeps } from '../../app/deps.ts';
import { readableMark } from '../../app/readableMark.ts';
import { endingOf } from '../link/ending.ts';
import { isOver } from '../link/subject.ts';
import { mapConcurrent } from './mapConcurrent.ts';
import { stretchOf } from './notified.ts';
import { boxCount, boxOf, isPicked, type Picked } from './selection.ts';

type Deps = Pick<PublicDeps, 'messages' | 'optOuts' | 'marks' | 'audit' | 'log'>;

/** The decisions of one part of a message that the store confirmed, counted by the boxes of its page. */
export interface KeptPart {
  /** Kept now, by this decision or by an earlier one of the same person. */
  readonly kept: number;
  /** Of `kept`: without a planned deletion at this moment. */
  readonly unplanned: number;
  /** Of `kept`: an earlier decision of the same person lasts at least as long, and stays. */
  readonly already: number;
  /** Deleted or gone, so that no decision keeps it; not in `kept`. */
  readonly over: number;
  /** The decision is stored, and the deletion had begun before. */
  readonly begun: number;
  /** This request stored at least one decision. */
  readonly hasStored: boolean;
  /** The removed marks, and those whose deletion had begun. */
  readonly marks: readonly Mark[];
  /** Start of the rest of a long message. */
  readonly next: number | undefined;
  /** Boxes of the part that the reader did not tick. */
  readonly unselected: number;
}

interface Kept {
  readonly item: NotifiedItem;
  /** The removed mark, or the one whose deletion had begun. */
  readonly mark?: Mark | undefined;
  /** It has no mark: it may not exist any more. */
  readonly isUnmarked?: boolean;
  readonly is: 'kept' | 'unplanned' | 'already' | 'begun';
}

/**
 * Decides about every resource of the message from a part on that is picked, with or without notice or
 * mark: stores first, and only then reads the data of the page. Rejects with `StoreError` when the store did not confirm a decision.
 */
export async function keepNamed(
  deps: Deps,
  claims: MessageClaims,
  form: Picked & { readonly from: number },
  decision: Omit<OptOut, 'target'>,
): Promise<KeptPart> {
  const part = await stretchOf(deps, claims, form.from, async (some) => some);
  const items = part.items.filter((item) => isPicked(form, item));
  const all = await mapConcurrent(items, (item) => keepOne(deps, item, decision));
  const over = await overOf(deps, all);
  const outcomeOf = (one: Kept): Outcome => (over.has(one) ? 'over' : one.is);
  const byBox = [...groupBy<Kept, string>(all, ({ item }) => boxOf(form.shown, item)).values()];
  const outcomes = byBox
    .map((some) => some.map(outcomeOf))
    .flatMap((some) => OUTCOMES.find((kind) => some.includes(kind)) ?? []);
  const count = (...kinds: readonly Outcome[]) => outcomes.filter((one) => kinds.includes(one)).length;
  return {
    kept: count('kept', 'unplanned', 'already'),
    unplanned: count('unplanned'),
    already: count('already'),
    over: count('over'),
    begun: count('begun'),
    hasStored: all.some((one) => one.is !== 'already'),
    marks: all.flatMap(({ mark }) => mark ?? []),
    next: part.next,
    unselected: boxCount(form.shown, part.items) - byBox.length,
  };
}

type Outcome = Kept['is'] | 'over';
/** Of what one box is about, the first of these is the outcome of the box. */
const OUTCOMES: readonly Outcome[] = ['begun', 'kept', 'unplanned', 'already', 'over'];

/** The resources that no longer exist. The decisions are stored: without a reply of the store the page shows less. */
async function overOf(deps: Deps, all: readonly Kept[]): Promise<ReadonlySet<Kept>> {
  const over = new Set<Kept>();
  const unmarked = all.filter(({ isUnmarked }) => isUnmarked);
  try {
    for (const namespace of new Set(unmarked.map(({ item }) => item.namespace))) {
      const here = unmarked.filter(({ item }) => item.namespace === namespace);
      const histories = await historiesOf(deps, namespace, here);
      for (const one of here) if (isOver(endingOf(histories.get(one.item.id) ?? []))) over.add(one);
    }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    deps.log.warn({ problem: error.message }, 'the page of kept resources does not show which ones no longer exist');
  }
  return over;
}

function historiesOf({ audit }: Deps, namespace: Namespace, kept: readonly Kept[]) {
  return audit.histories(
    namespace,
    kept.map(({ item }) => item.id),
  );
}

async function keepOne(deps: Deps, item: NotifiedItem, decision: Omit<OptOut, 'target'>): Promise<Kept> {
  const { namespace, id } = item;
  const target: OptOutTarget = { kind: 'id', value: id };
  const wanted: OptOut = { target, ...decision };
  const seen = () => readableMark(deps.marks, namespace, id).catch(() => undefined);
  if (await isKeptAsLong(deps, { namespace, id }, wanted)) {
    const mark = await seen();
    return mark?.state === 'deleting'
      ? { item, is: 'begun', mark }
      : { item, is: 'already', isUnmarked: mark === undefined };
  }
  const { removed, deletionBegun, isShorter } = await deps.optOuts.optOut(namespace, wanted, 'longer');
  if (isShorter) return { item, is: 'already', isUnmarked: (await seen()) === undefined };
  if (deletionBegun) return { item, is: 'begun', mark: await seen() };
  return removed ? { item, is: 'kept', mark: removed } : { item, is: 'unplanned', isUnmarked: true };
}

/** A person's later decision replaces the earlier one: so a shorter one must not shorten that person's own. */
async function isKeptAsLong({ optOuts }: Deps, { namespace, id }: NotifiedItem, wanted: OptOut): Promise<boolean> {
  const decisions = await optOuts.list(namespace, { kind: 'id', value: id }).catch((error: unknown) => {
    if (error instanceof UnreadableError) return [];
    throw error;
  });
  return decisions.some((one) => one.actor === wanted.actor && inForce(one, wanted.at) && !outlasts(wanted, one));
}
