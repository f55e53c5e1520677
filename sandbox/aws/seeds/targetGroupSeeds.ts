import type {
  TargetGroup,
  TargetGroupAttribute,
  TargetHealthDescription,
} from '@aws-sdk/client-elastic-load-balancing-v2';
import { defined } from '../collections/defined.ts';
import { type Kind, type Making, shownInside } from '../collections/kind.ts';
import { partitionOf } from '../collections/regions.ts';
import type { Seed, Tags } from '../collections/seed.ts';

export interface TargetGroupSeed extends Seed<TargetGroup> {
  /** The registered targets, with their health. */
  readonly targets?: readonly TargetHealthDescription[];
  readonly attributes?: readonly TargetGroupAttribute[];
  readonly tags?: Tags;
}

export interface TargetGroupRow {
  readonly targetGroup: TargetGroup;
  readonly targets: readonly TargetHealthDescription[];
  readonly attributes: readonly TargetGroupAttribute[];
  readonly tags: Tags;
}

export const targetGroups: Kind<'targetGroup', TargetGroupSeed, TargetGroupRow, TargetGroup> = {
  name: 'targetGroup',
  make: newTargetGroup,
  keyOf: ({ targetGroup }) => targetGroup.TargetGroupArn,
  ...shownInside<TargetGroupRow, 'targetGroup'>('targetGroup'),
  patched({ targetGroup, ...row }, { targets, attributes, tags, ...patch }) {
    const beside = defined({ targets, attributes, tags }) as Partial<Omit<TargetGroupRow, 'targetGroup'>>;
    return { ...row, ...beside, targetGroup: { ...targetGroup, ...patch } };
  },
  reads: { api: 'Elastic Load Balancing v2', operation: 'DescribeTargetGroups', by: 'TargetGroupArns' },
  deletes: { api: 'Elastic Load Balancing v2', operation: 'DeleteTargetGroup', by: 'TargetGroupArn' },
};

/** Some of the defaults in https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_TargetGroupAttribute.html */
const ATTRIBUTES: readonly TargetGroupAttribute[] = [
  { Key: 'deregistration_delay.timeout_seconds', Value: '300' },
  { Key: 'stickiness.enabled', Value: 'false' },
  { Key: 'stickiness.app_cookie.cookie_name', Value: '' },
];

export function newTargetGroup(
  { targets = [], attributes = ATTRIBUTES, tags = {}, ...given }: TargetGroupSeed,
  { account, region, ids }: Making,
): TargetGroupRow {
  const name = given.TargetGroupName ?? `targets-${ids.uuid().slice(0, 8)}`;
  const unique = ids.uuid().replaceAll('-', '').slice(0, 16);
  const arn = `arn:${partitionOf(region)}:elasticloadbalancing:${region}:${account.id}:targetgroup/${name}/${unique}`;
  return {
    targetGroup: {
      TargetGroupArn: arn,
      Protocol: 'HTTP',
      Port: 80,
      TargetType: 'instance',
      LoadBalancerArns: [],
      ...(given as Partial<TargetGroup>),
      TargetGroupName: name,
    },
    targets,
    attributes,
    tags,
  };
}
