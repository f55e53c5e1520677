import { applicationAutoScaling } from '../../calls/applicationAutoScaling.ts';
import { elastiCache } from '../../calls/elastiCache.ts';
import { type CacheResource, scalableGroups } from '../../resources/cache.ts';
import { allOf } from '../../wire/paging.ts';
import { pages } from '../../wire/reading.ts';
import { eachSource } from '../eachSource.ts';
import { scheduledCapacity } from '../scheduledCapacity.ts';

/** States of an update in which nobody does anything, or all is done. */
const AT_REST: ReadonlySet<string | undefined> = new Set(['complete', 'not-applicable', 'not-applied', 'stopped']);

/** What is being done with a cache, and what is planned. */
export const cacheUses = eachSource<CacheResource>({
  name: 'cacheUses',
  summary:
    'Service updates of a cache that somebody began or scheduled, and scheduled actions that change its capacity.',
  calls: [elastiCache.describeUpdateActions, applicationAutoScaling.describeScheduledActions],
  reading: (target) => async (cache) => {
    const ReplicationGroupIds = [cache.id];
    const what = `reading service updates of ${cache.id}`;
    const updates = await allOf(pages(target, elastiCache.describeUpdateActions, what, { ReplicationGroupIds }));
    const planned = await scheduledCapacity(target, 'elasticache', scalableGroups(cache));
    return [
      ...updates
        .filter(({ UpdateActionStatus: status }) => !AT_REST.has(status))
        .map(({ ServiceUpdateName: name = 'without name', UpdateActionStatus: status = 'state not known' }) => {
          return `service update ${name} (${status})`;
        }),
      ...planned,
    ].map((by) => ({ says: 'used', by }));
  },
});
