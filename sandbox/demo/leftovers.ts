/** Parts of the seeds of single resources: leftovers of images and machines. */
import type { Place, SandboxControl } from '../aws/index.ts';
import { OWNERS } from './accounts.ts';
import type { ResourceType } from './deletableKinds.ts';
import { DAY_MS, familiesOf } from './families.ts';
import { kept, type SeededResource, type Truth } from './truth.ts';

export interface Planned<S> {
  readonly name: string;
  readonly days: number;
  readonly owner?: string;
  readonly truth: Truth;
  readonly seed?: S;
}

export interface Leftovers {
  readonly control: SandboxControl;
  readonly place: Place;
  /** ms since the epoch. */
  readonly now: number;
  /** An image that is kept; some resources here belong to it. */
  readonly imageId: string;
}

/** A group that exists to use something; the reason that keeps the group itself is irrelevant here. */
export function protectedGroup(
  control: SandboxControl,
  place: Place,
  now: number,
  name: string,
  source: object,
): SeededResource {
  const truth = kept('protected', 'deletion protection');
  control.addAutoScalingGroups(place, [
    {
      AutoScalingGroupName: name,
      CreatedTime: new Date(now - 600 * DAY_MS),
      DeletionProtection: 'prevent-all-deletion',
      ...source,
    },
  ]);
  return resourceOf(place, 'autoScalingGroup', name, { name, days: 600, truth });
}

export function ownersIn({ account }: Place): { readonly mine: string; readonly theirs: string } {
  const [first, , third] = familiesOf(account);
  return { mine: first?.owner ?? OWNERS.web, theirs: third?.owner ?? OWNERS.payments };
}

export function tagsOf({ name, owner }: { readonly name: string; readonly owner?: string }): Record<string, string> {
  return { Name: name, ...(owner === undefined ? {} : { owner }) };
}

export function resourceOf(place: Place, type: ResourceType, id: string, planned: Planned<unknown>): SeededResource {
  const { name, owner, truth } = planned;
  return { ...place, type, id, name, owner: owner ?? OWNERS.fallback, unowned: owner === undefined, truth };
}
