import { table } from './call.ts';
import { LOAD_BALANCING } from './rates.ts';

const BOTH = { prefix: 'elasticloadbalancing', reads: LOAD_BALANCING, writes: LOAD_BALANCING } as const;

/** Every call to classic load balancers. */
export const elb = table(
  { ...BOTH, service: 'elb' },
  {
    describeInstanceHealth: { effect: 'reads', list: 'InstanceStates' },
  },
);

/** Every call to all other load balancers and target groups. */
export const elbV2 = table(
  { ...BOTH, service: 'elbV2' },
  {
    describeTargetHealth: { effect: 'reads', list: 'TargetHealthDescriptions' },
  },
);
