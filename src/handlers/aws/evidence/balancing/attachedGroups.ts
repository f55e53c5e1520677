import { ReadError } from '../../../../core/common/errors.ts';
import type { Finding } from '../../../../core/common/finding.ts';
import { autoScaling } from '../../calls/autoScaling.ts';
import { classicAlias } from '../../resources/balancingAliases.ts';
import { unshareStrings } from '../../resources/unshareStrings.ts';
import { ownPlace } from '../../wire/places.ts';
import { trafficSourcesOf } from '../groups/trafficSources.ts';
import { describeGroup } from '../launches/groupReferences.ts';
import { plainSource } from '../plainSource.ts';

/** A group registers its next instance with all that is attached to it, whether or not it has an instance now. */
export const attachedGroups = plainSource({
  name: 'attachedGroups',
  summary:
    'Auto Scaling groups that it is attached to, with or without instances: by their load balancers, target groups and traffic sources.',
  places: ownPlace,
  reads: autoScaling.describeAutoScalingGroups,
  what: 'reading Auto Scaling groups',
  find(group) {
    const by = describeGroup(group);
    const sources = trafficSourcesOf(group);
    if (!sources) throw new ReadError(`${by} came without its attached sources`, { problem: 'malformed' });
    const { AutoScalingGroupName: byId } = group;
    const user = byId ? { by, byId, byType: 'autoScalingGroup' } : { by };
    return sources.map(({ kind, id }) =>
      unshareStrings<Finding>({ alias: kind === 'classic' ? classicAlias(id) : id, says: 'used', ...user }),
    );
  },
});
