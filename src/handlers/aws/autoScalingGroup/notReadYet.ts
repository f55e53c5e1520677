import type { NotReadYet } from '../../handler.ts';

/** What behaviour/aws.md counts as a user of a group and this version does not look at. */
export const groupNotReadYet: readonly NotReadYet[] = [
  { kind: 'loadBalancerHealth', summary: 'Targets in service in the load balancers and target groups attached to it.' },
  { kind: 'scheduledActions', summary: 'Scheduled actions that will raise its capacity.' },
  { kind: 'scalingPolicies', summary: 'Scaling policies that may raise its capacity.' },
  { kind: 'instanceRefreshes', summary: 'An instance refresh in progress.' },
  { kind: 'activities', summary: 'Scaling activities within `unusedFor`.' },
];
