import type { ServiceNamespace } from '@aws-sdk/client-application-auto-scaling';
import { applicationAutoScaling } from '../calls/applicationAutoScaling.ts';
import { allOf } from '../wire/paging.ts';
import { pages } from '../wire/reading.ts';
import type { CallScope } from '../wire/target.ts';

/**
 * Scheduled actions that change a capacity, in words: whoever plans it plans to use it, and AWS lists what is still to come.
 * @param ids as Application Auto Scaling calls the resource and its parts @throws ReadError
 */
export async function scheduledCapacity(
  target: CallScope,
  namespace: ServiceNamespace,
  ids: readonly string[],
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const ResourceId of ids) {
    const request = { ServiceNamespace: namespace, ResourceId };
    const what = `reading scheduled actions of ${ResourceId}`;
    const actions = await allOf(pages(target, applicationAutoScaling.describeScheduledActions, what, request));
    found.push(...actions.map(({ ScheduledActionName: name = 'without name' }) => `scheduled action ${name}`));
  }
  return found;
}
