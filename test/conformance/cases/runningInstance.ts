/** An account's running instances, each named after what keeps it. */
import { type Case, nameTag, type TypeCases } from '../case.ts';
import { startedInstance } from './instance.ts';

const RUNNING_CASES: readonly Case[] = [
  {
    name: 'idle-since-today',
    kinds: [],
    keptBy: 'age',
    custodian: 'It does not compare the age of a start unless asked.',
  },
];

export const runningInstance: TypeCases = {
  cases: RUNNING_CASES,
  async make(world, attempt) {
    for (const { name } of RUNNING_CASES) await attempt(name, () => startedInstance(world, name));
  },
  one: { make: startedInstance, nowhere: 'i-0123456789abcdef0', again: /^(gone|retry)$/, dryRun: false },
  custodian: {
    policy: `resource: aws.ec2
    filters:
      - State.Name: running
      - type: metrics
        name: CPUUtilization
        statistics: Maximum
        days: 14
        op: less-than
        value: 5`,
    nameOf: nameTag,
  },
  moto: { cannotRead: [], cannotMake: RUNNING_CASES.map(({ name }) => name) },
  shown: {
    many: 'running EC2 instances',
    one: 'running EC2 instance',
    note: 'Custodian has a filter for metrics, which leaves out what has no values.',
  },
};
