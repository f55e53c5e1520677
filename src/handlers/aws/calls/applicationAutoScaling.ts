import type { RegisterScalableTargetRequest } from '@aws-sdk/client-application-auto-scaling';
import { table } from './call.ts';
import { cautious } from './rates.ts';

const RATE = cautious('application-autoscaling');

/** "If this parameter is not used, the operation returns up to 50 results": MaxResults of each listing. */
const PAGED = { token: 'NextToken', page: { ServiceNamespace: 'ecs', MaxResults: 50 } } as const;

/** Every call to Application Auto Scaling: about services of ECS, and reads about tables of DynamoDB, whose namespace each says. */
export const applicationAutoScaling = table(
  {
    service: 'applicationAutoScaling',
    load: async () => (await import('@aws-sdk/client-application-auto-scaling')).ApplicationAutoScaling,
    prefix: 'application-autoscaling',
    reads: RATE,
    writes: RATE,
  },
  {
    describeScalableTargets: { effect: 'reads', list: 'ScalableTargets', ...PAGED },
    describeScalingPolicies: { effect: 'reads', list: 'ScalingPolicies', ...PAGED },
    describeScheduledActions: { effect: 'reads', list: 'ScheduledActions', ...PAGED },
    /** Of one that exists it changes what the request names, and keeps the rest. To suspend is the stop, to resume its end. */
    registerScalableTarget: {
      effect: 'quarantines',
      undoesWith: resumes,
      errors: { notFound: ['ObjectNotFoundException'] },
    },
  },
);

/** Some part of the scaling, and nothing else. */
function resumes({
  ServiceNamespace: _service,
  ResourceId: _id,
  ScalableDimension: _dimension,
  SuspendedState: state = {},
  ...more
}: Partial<RegisterScalableTargetRequest>): boolean {
  return Object.keys(more).length === 0 && Object.values(state).some((one) => one === false);
}
