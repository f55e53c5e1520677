/** Whose is what follows another resource: images give their snapshots no tags, and one person shall decide about both. */
import type { Verdict } from '../../core/evaluation/verdict.ts';
import type { Mark } from '../../core/mark/mark.ts';
import type { OwnerResolution } from '../../core/owner/owner.ts';
import type { WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import { partsOf } from '../../core/resource/namespace.ts';

/**
 * The owner of the one that it follows, where it names none of its own: nobody, where that has none any more. Once that is
 * gone, the owner who was told of both.
 * @param own as its own tags and the configuration say
 * @param mark its present mark, of the same identity
 */
export function followerOwner(
  { follows }: Pick<WorkConfiguration, 'follows'>,
  own: OwnerResolution,
  { waitsFor = [] }: Pick<Verdict, 'waitsFor'>,
  mark: Pick<Mark, 'owner' | 'ownerVia' | 'unowned' | 'waitsFor'> | undefined,
): OwnerResolution {
  if (follows === undefined || !own.unowned || own.unsure !== undefined) return own;
  const leaders = waitsFor.filter(({ type, isDeleted }) => type === partsOf(follows).resourceType && !isDeleted);
  const leader = leaders.find(({ owner }) => owner !== undefined);
  if (leader?.owner) return { ...own, ...leader.owner, via: `owner of ${leader.by}` };
  if (leaders.length > 0 || mark?.waitsFor === undefined || mark.owner === undefined) return own;
  return { ...own, owner: mark.owner, via: mark.ownerVia, unowned: mark.unowned ?? false };
}
