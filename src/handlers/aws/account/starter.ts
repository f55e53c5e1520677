/** The AWS part of a first configuration. */
import type { Starter } from '../../contract/starter.ts';
import { ROLE_ARN } from '../wire/accountSettings.ts';
import { partitionOf } from '../wire/partition.ts';
import { problemOfRegion } from '../wire/regions.ts';

const ID = /^\d{12}$/;

/** The questions of `holystone init` about AWS, and the account in the file that it writes. */
export const starter: Starter = {
  account: {
    text: 'The AWS account: its id (12 digits), or the ARN of a role to read it with',
    example: 'arn:aws:iam::123456789012:role/holystone-read',
    problemOf: (answer) =>
      ID.test(answer) || ROLE_ARN.test(answer)
        ? undefined
        : 'allowed: 12 digits, such as 123456789012, or arn:aws:iam::123456789012:role/holystone-read',
  },
  location: {
    text: 'Regions, separated by commas',
    example: 'us-east-1',
    problemOf(answer) {
      const problem = problemOfRegion(answer);
      return problem?.severity === 'error' ? problem.advice : undefined;
    },
  },
  accountLines(account, [location = '']) {
    const id = ROLE_ARN.exec(account)?.[1] ?? account;
    const roleNamed = (name: string) => `arn:${partitionOf(location)}:iam::${id}:role/${name}`;
    return [
      `id: "${id}" # AWS must confirm it before Holystone looks at anything`,
      ...(ID.test(account)
        ? [
            '# Without a role, Holystone reads with the credentials of its environment.',
            `# readRole: ${roleNamed('holystone-read')}`,
          ]
        : [`readRole: "${account}"`]),
      '# Needed to delete, and to write keep tags. It must differ from the role that reads.',
      `# deleteRole: ${roleNamed('holystone-delete')}`,
    ];
  },
  when: (resourceType) => WHEN[resourceType],
  choice: (resourceType, chosen) =>
    resourceType === 'image' && chosen.includes('snapshot') ? WITH_SNAPSHOTS : CHOICE[resourceType],
};

/** The types for which `unused` alone would select too much. */
const WHEN: Readonly<Record<string, string>> = {
  autoScalingGroup: '[{ all: [{ rule: zeroInstances }, { rule: zeroLoadBalancers }] }]',
};

/** One decision for an image and its snapshots, where both are wanted. */
const WITH_SNAPSHOTS = [
  'when: [{ rule: unused }]',
  'withSnapshots: true # the snapshots that were made for it follow it',
];

/** Cautious: of each repository, the newest tags stay, and everything younger. */
const CHOICE: Readonly<Record<string, readonly string[]>> = {
  ecrTag: [
    'nameRegexDelete: ".*" # the tags that may be deleted: a regex that matches the whole name',
    'keepN: 30 # of each repository, beside `latest`',
    'olderThan: 90d',
  ],
};
