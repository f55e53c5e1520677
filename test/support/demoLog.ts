/** Hand-made call logs and mails for the oracle: one resource, from its mail to its deletion, without errors. */
import type { CallRecord } from '../../sandbox/aws/index.ts';
import { DEMO_ACCOUNTS, DEV, OWNERS, PROD } from '../../sandbox/demo/accounts.ts';
import { deletable } from '../../sandbox/demo/deletableKinds.ts';
import type { OracleInput } from '../../sandbox/demo/facts.ts';
import { kept, keyOf, type SeededResource } from '../../sandbox/demo/truth.ts';
import type { SunkMessage } from '../../sandbox/mail/message.ts';

export const REGION = 'us-east-1';
const BEGIN = Date.parse('2026-05-04T10:00:00Z');
/** Instants of the correct run, ms since the epoch. */
export const AT = { mailed: BEGIN, shown: BEGIN + 22_000, read: BEGIN + 23_000, deleted: BEGIN + 24_000 } as const;

export const IMAGE: SeededResource = {
  account: PROD.id,
  region: REGION,
  type: 'image',
  id: 'ami-0aaaaaaaaaaaaaaa1',
  name: 'web-20250314',
  owner: OWNERS.web,
  unowned: false,
  truth: { kind: 'unused' },
};
export const OTHER: SeededResource = { ...IMAGE, id: 'ami-0bbbbbbbbbbbbbbb2', name: 'web-20250228' };
export const GROUP: SeededResource = {
  ...IMAGE,
  type: 'autoScalingGroup',
  id: 'blue-green-old',
  name: 'blue-green-old',
};
export const USED: SeededResource = {
  ...IMAGE,
  id: 'ami-0ccccccccccccccc3',
  name: 'web-20250101',
  truth: kept('inUse', 'a running instance'),
};
export const KEY = keyOf(IMAGE);

type Call = Pick<CallRecord, 'operation'> & Partial<Omit<CallRecord, 'at'>> & { readonly at: number };

/** Calls in the order of their instants. */
export function callLog(calls: readonly Call[]): readonly CallRecord[] {
  const sorted = calls.toSorted((a, b) => a.at - b.at);
  return sorted.map(({ at, ...call }, index) => ({
    ...{ account: PROD.id, region: REGION, service: 'ec2', api: 'EC2', principal: 'arn:aws:iam::1:role/x', input: {} },
    ...{ requestId: `request-${index}`, status: 200, dryRun: false },
    ...call,
    seq: index + 1,
    at: new Date(at).toISOString(),
  }));
}

/** The reads before a deletion. */
export function checkOf(resources: readonly SeededResource[], at: number): readonly Call[] {
  const ids = resources.map(({ id }) => id);
  if (resources[0]?.type === 'autoScalingGroup') {
    return [
      { api: 'Auto Scaling', operation: 'DescribeAutoScalingGroups', input: { AutoScalingGroupNames: ids }, at },
      { operation: 'DescribeAutoScalingGroups', at: at + 1 },
      { operation: 'DescribePolicies', at: at + 1 },
      { operation: 'DescribeScheduledActions', at: at + 1 },
      ...ids.flatMap((AutoScalingGroupName): Call[] => [
        { operation: 'DescribeScalingActivities', input: { AutoScalingGroupName }, at: at + 2 },
        { operation: 'DescribeInstanceRefreshes', input: { AutoScalingGroupName }, at: at + 2 },
      ]),
    ];
  }
  const places = DEMO_ACCOUNTS.flatMap(({ id: account }): Call[] => [
    { operation: 'DescribeInstances', account, at: at + 2 },
    { operation: 'DescribeLaunchTemplates', account, at: at + 2 },
    { operation: 'DescribeLaunchConfigurations', account, at: at + 2 },
    { operation: 'DescribeAutoScalingGroups', account, at: at + 2 },
    { operation: 'DescribeFleets', account, at: at + 2 },
    { operation: 'DescribeSpotInstanceRequests', account, at: at + 2 },
    { operation: 'DescribeSpotFleetRequests', account, at: at + 2 },
    { operation: 'DescribeParameters', account, at: at + 2 },
    { operation: 'DescribeComputeEnvironments', account, at: at + 2 },
    { operation: 'ListClusters', account, at: at + 2 },
    { operation: 'ListImageRecipes', account, at: at + 2 },
  ]);
  return [
    { operation: 'DescribeImages', input: { ImageIds: ids }, at },
    ...ids.map((ImageId): Call => ({ operation: 'DescribeImageAttribute', input: { ImageId }, at: at + 1 })),
    ...places,
    { operation: 'DescribeImages', input: { Owners: ['self'] }, at: at + 3 },
  ];
}

export function deletionOf({ id, type }: SeededResource, at: number, more: Partial<CallRecord['input']> = {}): Call {
  return type === 'image'
    ? { operation: 'DeregisterImage', input: { ImageId: id, ...more }, at }
    : {
        api: 'Auto Scaling',
        operation: 'DeleteAutoScalingGroup',
        input: { AutoScalingGroupName: id, ...more },
        at,
      };
}

/** `loadBalancerV2` → `load balancer`, as mails and the terminal call it. */
const calledIn = (type: SeededResource['type']) => (type === 'image' ? 'AMI' : deletable(type).noun);

/** A mail as the mailbox stores it, with the lines that name a resource. */
export function mailAbout(
  resources: readonly SeededResource[],
  change: { readonly to?: string; readonly at?: number; readonly shownAt?: number } = {},
): SunkMessage {
  const { to = resources[0]?.owner ?? '', at = AT.mailed, shownAt = AT.shown } = change;
  const blocks = resources.map(({ type, id, name, account, region }, index) =>
    [
      `${index + 1}. ${name}`,
      `   Id:       ${id}`,
      `   What:     ${calledIn(type)} in ${account === DEV.id ? DEV.name : PROD.name}, ${region}, 300 days old`,
      '   Why:      nothing uses it',
      '   Deletion: Monday 4 May 2026, 10:00:22 (UTC)',
      `   Keep it:  http://127.0.0.1:1/o/token-of-${id}`,
    ].join('\n'),
  );
  const dated = resources.map(
    ({ id }) =>
      `<time datetime="${new Date(shownAt).toISOString()}">then</time> <a href="http://127.0.0.1:1/o/token-of-${id}">`,
  );
  return {
    ...{ number: 1, sender: 'holystone@acme.example', subject: 'resources', messageId: '<1@acme.example>' },
    ...{ html: dated.join('\n'), raw: '', headers: [], attachments: [] },
    receivedAt: at,
    recipients: [to],
    text: `Some words\n\n${blocks.join('\n\n')}\n`,
  };
}

/** One image with a correct mail, check and deletion. */
export function cleanRun(change: Partial<OracleInput> = {}): OracleInput {
  return {
    accounts: DEMO_ACCOUNTS,
    resources: [IMAGE, OTHER, GROUP, USED],
    calls: callLog([...checkOf([IMAGE], AT.read), deletionOf(IMAGE, AT.deleted)]),
    mails: [mailAbout([IMAGE])],
    interventions: [],
    retentionMs: 20_000,
    unownedRetentionMs: 30_000,
    dryRun: false,
    ...change,
  };
}
