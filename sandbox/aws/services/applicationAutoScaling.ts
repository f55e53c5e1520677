import * as module from '@aws-sdk/client-application-auto-scaling';
import { AwsError } from '../collections/errors.ts';
import { answered } from '../store/answers.ts';
import { listingsOf, plain } from '../store/listing.ts';
import { type Service, service } from '../wire/service.ts';

const listing = listingsOf({
  size: 'MaxResults',
  token: 'NextToken',
  badToken: 'InvalidNextTokenException',
  limits: { min: 1, max: 50, otherwise: 50 },
  badSize: 'ValidationException',
});

/** Of services of ECS, and what scales tables. */
export function applicationAutoScaling(): Service {
  return service(
    module,
    module.ApplicationAutoScalingClient,
  )({
    DescribeScalableTargets: listing(
      plain(({ here }, { ResourceIds, ServiceNamespace }: module.DescribeScalableTargetsRequest) =>
        here.scalableTargets
          .view()
          .filter(
            ({ value }) =>
              value.ServiceNamespace === ServiceNamespace &&
              (ResourceIds === undefined || ResourceIds.includes(value.ResourceId ?? '')),
          ),
      ),
      { answer: 'ScalableTargets' },
    ),

    DescribeScheduledActions: listing(answered('ResourceId' as never), { answer: 'ScheduledActions' }),
    DescribeScalingPolicies: listing(answered('ResourceId' as never), { answer: 'ScalingPolicies' }),

    /**
     * "If you don't specify a parameter of a scalable target that exists, its value stays":
     * https://docs.aws.amazon.com/autoscaling/application/APIReference/API_RegisterScalableTarget.html
     */
    RegisterScalableTarget({ ResourceId = '', MinCapacity, MaxCapacity, SuspendedState }, { here }) {
      const known = here.scalableTargets.get(ResourceId);
      if (!known && (MinCapacity === undefined || MaxCapacity === undefined))
        throw new AwsError('ValidationException', 'MinCapacity and MaxCapacity are required for a new scalable target');
      const before = known ?? ({ ServiceNamespace: 'ecs', ResourceId } as module.ScalableTarget);
      here.scalableTargets.put(ResourceId, {
        ...before,
        MinCapacity: MinCapacity ?? before.MinCapacity,
        MaxCapacity: MaxCapacity ?? before.MaxCapacity,
        SuspendedState: { ...before.SuspendedState, ...SuspendedState },
      });
      return {};
    },
  });
}
