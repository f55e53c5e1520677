/** Log groups in which no event arrived, one with the name of a record. */
import { CreateLogGroupCommand } from '@aws-sdk/client-cloudwatch-logs';
import type { Case, TypeCases } from '../case.ts';
import type { World } from '../world.ts';

const GROUP_CASES: readonly Case[] = [
  { name: 'silent-logs', kinds: [] },
  {
    name: 'audit-logs',
    kinds: [],
    keptBy: 'record: its name is that of a record',
    custodian: 'It does not look at names, unless the policy does.',
  },
];

const GONE = /^(gone|unknown)$/;

export const logGroup: TypeCases = {
  cases: GROUP_CASES,
  async make(world, attempt) {
    for (const { name } of GROUP_CASES) await attempt(name, () => aGroup(world, name));
  },
  // It answers the tags of one that is gone, as if it were there.
  one: { make: aGroup, nowhere: 'nowhere', missing: GONE, deleted: GONE, again: /^(gone|retry)$/ },
  custodian: {
    // The groups of a test are new.
    policy: `resource: aws.log-group
    filters:
      - type: last-write
        days: 0`,
    nameOf: ({ logGroupName }) => logGroupName,
  },
  moto: { cannotRead: [] },
  shown: {
    many: 'log groups',
    one: 'log group',
    note: 'Custodian takes the latest stream alone, and a group without one by its own age; it does not look for what writes to it.',
  },
};

/** @returns its id */
async function aGroup({ cloudWatchLogs }: World, logGroupName: string): Promise<string> {
  await cloudWatchLogs.send(new CreateLogGroupCommand({ logGroupName }));
  return logGroupName;
}
