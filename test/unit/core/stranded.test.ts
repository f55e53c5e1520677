import { describe, expect, test } from '@jest/globals';
import { describeStranded, strandedBecause } from '../../../src/core/policy/stranded.ts';
import type { WorkConfiguration } from '../../../src/core/policy/workConfiguration.ts';
import { namespace, workConfiguration } from '../../support/queue.ts';

const HERE = namespace('aws:test:us-east-1:image');
const accounts = [{ name: 'Test', provider: 'aws', locations: [] }];

function because(overrides: Partial<WorkConfiguration>): string | undefined {
  const workConfigurations = [workConfiguration(overrides)];
  return strandedBecause({ dryRun: false, accounts, workConfigurations }, HERE);
}

describe('resources that stay in quarantine', () => {
  test('nothing, where an entry deletes and surveys', () => {
    expect(because({})).toBeUndefined();
  });

  test.each([
    ['it is not live', { live: false }, /neither releases nor deletes/],
    [
      'it is marked only',
      { neverDeletesBecause: 'the account has no id' },
      /the account has no id: it only releases resources that are/,
    ],
    ['nothing surveys', { actions: ['notify', 'delete'] }, /no action "mark"/],
    ['nothing deletes', { actions: ['mark'] }, /no action "delete"/],
  ] as const)('an entry covers it, and %s', (_name, overrides, why) => {
    expect(because(overrides)).toMatch(why);
  });

  test.each([
    ['the daemon releases', { dryRun: false, accounts }, /the daemon releases them$/],
    ['dry run holds', { dryRun: true, accounts }, /dryRun is on/],
    ['no account reaches', { dryRun: false, accounts: [] }, /the account "test" is not in the configuration/],
  ] as const)('no entry covers it: what %s', (_name, declared, why) => {
    expect(strandedBecause({ ...declared, workConfigurations: [] }, HERE)).toMatch(why);
  });

  test('a warning names five of them and counts the others', () => {
    const ids = Array.from({ length: 7 }, (_, index) => `ami-${index}`);
    expect(describeStranded({ namespace: HERE, ids, why: 'why' })).toBe(
      `7 resources of ${HERE} are in quarantine (ami-0, ami-1, ami-2, ami-3, ami-4, and 2 more); why`,
    );
  });
});
