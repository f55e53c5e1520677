/** "Keep all": stores a decision about every resource that a message names, and counts what the store confirmed. */
import { UnreadableError } from '../../core/errors.ts';
import type { Mark } from '../../core/mark.ts';
import { inForce, type OptOut, type OptOutTarget, outlasts } from '../../core/optOut.ts';
import type { MessageClaims } from '../../core/optOutToken.ts';
import type { ToldItem } from '../../core/sentMessage.ts';
import type { PublicDeps } from '../deps.ts';
import { readableMark } from '../readableMark.ts';
import { atOnce } from './atOnce.ts';
import { stretchOf } from './told.ts';

type Deps = Pick<PublicDeps, 'messages' | 'optOuts' | 'marks' | 'log'>;

/** What the store confirmed of one part of a message. */
export interface KeptPart {
  /** Kept now, because of this decision or of an earlier one of the same person. */
  readonly kept: number;
  /** Of `kept`: no deletion of it was planned at this moment. */
  readonly unplanned: number;
  /** Of `kept`: the same person keeps it at least as long already, and that decision stays. */
  readonly already: number;
  /** The decision is stored, and the deletion had begun before. */
  readonly begun: number;
  /** Some decision was stored by this request. */
  readonly hasStored: boolean;
  /** The marks that went, and those whose deletion had begun. */
  readonly marks: readonly Mark[];
  /** Where the rest of a long message begins. */
  readonly next: number | undefined;
}

interface Kept {
  readonly mark?: Mark | undefined;
  readonly is: 'kept' | 'unplanned' | 'already' | 'begun';
}

/**
 * Decides about every resource of the message from a part on, told or not yet, marked or not: stores first, and reads
 * only what the page shows afterwards. Rejects with `StoreError` when a decision was not confirmed.
 */
export async function keepNamed(
  deps: Deps,
  claims: MessageClaims,
  from: number,
  decision: Omit<OptOut, 'target'>,
): Promise<KeptPart> {
  const { items, next } = await stretchOf(deps, claims, from, async (part) => part);
  const all = await atOnce(items, (item) => keepOne(deps, item, decision));
  const count = (...kinds: readonly Kept['is'][]) => all.filter(({ is }) => kinds.includes(is)).length;
  return {
    kept: count('kept', 'unplanned', 'already'),
    unplanned: count('unplanned'),
    already: count('already'),
    begun: count('begun'),
    hasStored: count('kept', 'unplanned', 'begun') > 0,
    marks: all.flatMap(({ mark }) => mark ?? []),
    next,
  };
}

async function keepOne(deps: Deps, { namespace, id }: ToldItem, decision: Omit<OptOut, 'target'>): Promise<Kept> {
  const target: OptOutTarget = { kind: 'id', value: id };
  const wanted: OptOut = { target, ...decision };
  const seen = () => readableMark(deps.marks, namespace, id).catch(() => undefined);
  if (await isKeptAsLong(deps, { namespace, id }, wanted)) {
    const mark = await seen();
    return mark?.state === 'deleting' ? { is: 'begun', mark } : { is: 'already' };
  }
  const { removed, deletionBegun } = await deps.optOuts.optOut(namespace, wanted);
  if (deletionBegun) return { is: 'begun', mark: await seen() };
  return removed ? { is: 'kept', mark: removed } : { is: 'unplanned' };
}

/** One person's later decision replaces the earlier one: a shorter one must not shorten what the same person said. */
async function isKeptAsLong({ optOuts }: Deps, { namespace, id }: ToldItem, wanted: OptOut): Promise<boolean> {
  const said = await optOuts.list(namespace, { kind: 'id', value: id }).catch((error: unknown) => {
    if (error instanceof UnreadableError) return [];
    throw error;
  });
  return said.some((one) => one.actor === wanted.actor && inForce(one, wanted.at) && !outlasts(wanted, one));
}
