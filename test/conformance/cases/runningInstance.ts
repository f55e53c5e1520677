/** The instances of an account once more, as runs that may be stopped: those of `instance` make them. */
import { type Case, nameTag, type TypeCases } from '../case.ts';
import { startedInstance } from './instance.ts';

const RUNNING_CASES: readonly Case[] = [
  { name: 'running', kinds: [] },
  { name: 'stopped-with-a-route', kinds: ['endpointRoutes'] },
];

export const runningInstance: TypeCases = {
  cases: RUNNING_CASES,
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
  moto: {
    cannotRead: [],
    cannotMake: RUNNING_CASES.map(({ name }) => name),
    otherwise: { running: 'moto sends no metrics of it, and its filter leaves out what has none' },
  },
  shown: {
    many: 'Running EC2 instances',
    one: 'Running EC2 instance',
    note: 'A filter of Custodian asks one metric, and leaves out what has no values, unless it says `missing-value`.',
  },
};
