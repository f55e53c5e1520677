import type { NotifiedItem } from '../../../core/notice/sentMessage.ts';
import type { MessageClaims } from '../../../core/owner/optOutToken.ts';
import type { PublicDeps } from '../../app/deps.ts';
import { undoAudit } from '../../app/undoAudit.ts';
import { mapConcurrent } from './mapConcurrent.ts';
import { type Stretch, stretchOf } from './notified.ts';

/**
 * Undoes the reader's decisions of some moments about the resources of the message, from a part on; other persons'
 * decisions and the reader's at other times stay. Rejects with `StoreError`. @returns the undone decisions
 */
export async function undoAll(
  deps: PublicDeps,
  claims: MessageClaims,
  moments: readonly number[],
  from: number,
): Promise<Stretch<NotifiedItem>> {
  const { owner: actor } = claims;
  const at = deps.clock.now();
  return stretchOf(deps, claims, from, async (part) => {
    const undone = await mapConcurrent(part, async ({ namespace, id }) => {
      const target = { kind: 'id', value: id } as const;
      const decisions = await deps.optOuts.list(namespace, target);
      if (!decisions.some((one) => one.actor === actor && moments.includes(one.at))) return false;
      return deps.optOuts.undo(namespace, target, undoAudit(namespace, target, { actor, at }));
    });
    return part.filter((_, i) => undone[i]);
  });
}
