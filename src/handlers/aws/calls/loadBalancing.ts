import { table } from './call.ts';
import { LOAD_BALANCING } from './rates.ts';

/** Errors carry either their code or the name of the SDK's class. */
const BOTH = { prefix: 'elasticloadbalancing', reads: LOAD_BALANCING, writes: LOAD_BALANCING } as const;

/** Every call to classic load balancers. */
export const elb = table(
  { ...BOTH, service: 'elb' },
  {
    describeInstanceHealth: {
      effect: 'reads',
      list: 'InstanceStates',
      errors: { notFound: ['AccessPointNotFoundException', 'LoadBalancerNotFound', 'LoadBalancerNotFoundException'] },
    },
  },
);

/** Every call to all other load balancers and target groups. */
export const elbV2 = table(
  { ...BOTH, service: 'elbV2' },
  {
    describeTargetHealth: {
      effect: 'reads',
      list: 'TargetHealthDescriptions',
      errors: { notFound: ['TargetGroupNotFound', 'TargetGroupNotFoundException'] },
    },
  },
);
