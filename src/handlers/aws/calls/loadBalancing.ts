import { table } from './call.ts';
import { LOAD_BALANCING } from './rates.ts';

/** Errors carry either their code or the name of the SDK's class. */
const BOTH = { prefix: 'elasticloadbalancing', reads: LOAD_BALANCING, writes: LOAD_BALANCING } as const;

/** "Valid Range: Minimum value of 1. Maximum value of 400.": PageSize of each listing of both APIs. */
const PAGED = { token: { sent: 'Marker', answered: 'NextMarker' }, page: { PageSize: 400 } } as const;

/** Every call to classic load balancers. */
export const elb = table(
  {
    ...BOTH,
    service: 'elb',
    load: async () => (await import('@aws-sdk/client-elastic-load-balancing')).ElasticLoadBalancing,
  },
  {
    /** "You can specify one load balancer only." */
    addTags: { effect: 'protects' },
    /** "If the load balancer does not exist or has already been deleted, the call … still succeeds." */
    deleteLoadBalancer: { effect: 'deletes' },
    describeInstanceHealth: { effect: 'reads', list: 'InstanceStates' },
    /** Its answer has no list. */
    describeLoadBalancerAttributes: { effect: 'reads' },
    describeLoadBalancerPolicies: { effect: 'reads', list: 'PolicyDescriptions' },
    describeLoadBalancers: {
      effect: 'reads',
      list: 'LoadBalancerDescriptions',
      ...PAGED,
      errors: { notFound: ['AccessPointNotFoundException', 'LoadBalancerNotFound', 'LoadBalancerNotFoundException'] },
    },
    /** At most 20 names a call; one that does not exist fails the whole call. */
    describeTags: { effect: 'reads', list: 'TagDescriptions' },
    /** "You can specify a maximum of one load balancer name." */
    removeTags: { effect: 'protects' },
  },
);

/** Every call to all other load balancers and target groups. */
export const elbV2 = table(
  {
    ...BOTH,
    service: 'elbV2',
    load: async () => (await import('@aws-sdk/client-elastic-load-balancing-v2')).ElasticLoadBalancingV2,
  },
  {
    addTags: { effect: 'protects' },
    createTargetGroup: {
      effect: 'restores',
      errors: { taken: ['DuplicateTargetGroupName', 'DuplicateTargetGroupNameException'] },
    },
    deleteLoadBalancer: {
      effect: 'deletes',
      errors: { protected: ['OperationNotPermitted', 'OperationNotPermittedException'] },
    },
    deleteTargetGroup: { effect: 'deletes', errors: { inUse: ['ResourceInUseException'] } },
    describeListenerAttributes: { effect: 'reads', list: 'Attributes' },
    describeListenerCertificates: { effect: 'reads', list: 'Certificates', ...PAGED },
    describeListeners: {
      effect: 'reads',
      list: 'Listeners',
      ...PAGED,
      errors: { notFound: ['ListenerNotFound', 'ListenerNotFoundException'] },
    },
    describeLoadBalancerAttributes: { effect: 'reads', list: 'Attributes' },
    describeLoadBalancers: {
      effect: 'reads',
      list: 'LoadBalancers',
      ...PAGED,
      errors: { notFound: ['LoadBalancerNotFound', 'LoadBalancerNotFoundException'] },
    },
    describeRules: { effect: 'reads', list: 'Rules', ...PAGED },
    /** At most 20 ARNs a call; one that does not exist fails the whole call. */
    describeTags: { effect: 'reads', list: 'TagDescriptions' },
    describeTargetGroupAttributes: { effect: 'reads', list: 'Attributes' },
    describeTargetGroups: {
      effect: 'reads',
      list: 'TargetGroups',
      ...PAGED,
      errors: { notFound: ['TargetGroupNotFound', 'TargetGroupNotFoundException'] },
    },
    describeTargetHealth: { effect: 'reads', list: 'TargetHealthDescriptions' },
    modifyTargetGroupAttributes: { effect: 'restores' },
    removeTags: { effect: 'protects' },
  },
);
