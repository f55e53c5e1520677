/**
 * The mentions that are no use, each with its reason. Whatever is not here is a use: a line that is missing keeps a
 * resource, a line too many loses one. Each line has a test of a mention beside it that is a use
 * (test/unit/handlers/noUse.test.ts).
 */
import type { Mention } from '../../mentions/mention.ts';

interface NoUse {
  /** As `Call.api`; absent: in every answer. */
  readonly api?: string;
  /** Where it stands in the item: people's own keys come no earlier than the second member. */
  readonly path: RegExp;
  readonly reason: string;
}

export const NO_USES: readonly NoUse[] = [
  {
    path: /^(?:Tags|tags|TagList)(?:\[\]|\.)/,
    reason: 'tags say what a thing is or was made from; those that mean ownership have sources of their own',
  },
  {
    path: /^\w*(?:[rR]eason|StatusMessage|StatusDetails|ErrorMessage)$/,
    reason: 'says why something failed or stopped',
  },
  {
    api: 'ec2:DescribeInstances',
    path: /^(?:SubnetId|NetworkInterfaces\[\]\.SubnetId)$/,
    reason: 'where it is, its interface is, too, and each interface there is asked about (endpointIsolation)',
  },
  {
    api: 'ec2:DescribeNatGateways',
    path: /^SubnetId$/,
    reason: 'asks nobody by itself',
  },
  {
    api: 'ec2:DescribeRouteTables',
    path: /^Associations\[\]\.SubnetId$/,
    reason: 'says which way leads out of the subnet, and not what is in it',
  },
  {
    api: 'ec2:DescribeVpcEndpoints',
    path: /^SubnetIds\[\]$/,
    reason: 'is asked, and asks nobody',
  },
  {
    api: 'ecs:DescribeServices',
    path: /^events\[\]\.message$/,
    reason: 'a hundred old messages: "registered 1 targets in (target-group arn:…)"',
  },
  {
    api: 'ecs:DescribeServices',
    path: /^(?:serviceArn|currentServiceDeployment|currentServiceRevisions\[\]\.arn)$/,
    reason: 'itself, its deployment and its revision',
  },
  {
    path: /^health\.issues\[\]/,
    api: 'eks:DescribeCluster',
    reason: 'says what failed, and what is missing already',
  },
  {
    path: /^health\.issues\[\]/,
    api: 'eks:DescribeNodegroup',
    reason: 'says what failed, and what is missing already',
  },
  {
    path: /^health\.issues\[\]/,
    api: 'eks:DescribeAddon',
    reason: 'says what failed, and what is missing already',
  },
  {
    api: 'cloudformation:DescribeStacks',
    path: /^Outputs\[\]\.(?:OutputValue|Description)$/,
    reason: 'a stack shows what it made; that a stack owns a resource is a safeguard',
  },
];

/** Is a mention in an answer to this call none of a user? */
export function isNoUse(api: string, { path }: Mention): boolean {
  return NO_USES.some((one) => (one.api === undefined || one.api === api) && one.path.test(path));
}
