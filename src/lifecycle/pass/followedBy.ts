import type { Waited } from '../../core/evaluation/holders.ts';
import { mayFollow } from '../../core/notice/followers.ts';
import type { WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import { type Namespace, partsOf } from '../../core/resource/namespace.ts';
import type { Resource } from '../../core/resource/resource.ts';

/** Those of its users that it follows; absent: it follows none, and has a row of its own. */
export function followedBy(
  { follows }: Pick<WorkConfiguration, 'follows'>,
  waitsFor: readonly Pick<Waited, 'type' | 'id'>[] = [],
): { readonly namespace: Namespace; readonly ids: readonly string[] } | undefined {
  if (follows === undefined) return undefined;
  const { resourceType } = partsOf(follows);
  const ids = waitsFor.filter(({ type }) => type === resourceType).map(({ id }) => id);
  return ids.length === 0 ? undefined : { namespace: follows, ids };
}

/** Its note never says that something stays where that may follow it. */
export function noted({ isFollowed }: Pick<WorkConfiguration, 'isFollowed'>, resource: Resource): Resource {
  const { note } = resource;
  return isFollowed && note ? { ...resource, note: mayFollow(note) } : resource;
}
