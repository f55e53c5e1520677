import { describe, expect, test } from '@jest/globals';
import type { Gap } from '../../../src/core/common/finding.ts';
import { groupGaps } from '../../../src/core/common/gaps.ts';

const unread = (source: string, location: string, more: Partial<Gap> = {}): Gap => ({
  source,
  place: { account: 'test', location },
  why: `${source} could not be read`,
  ...more,
});

describe('gaps of one cause', () => {
  const denied = (source: string, location: string) =>
    unread(source, location, {
      reason: `reading test/${location}: access denied`,
      ofAccount: 'reading test: access denied',
      permission: 'ec2:Describe',
    });

  test('are one sentence, with the sources and the places', () => {
    const groups = groupGaps([denied('instances', 'a'), denied('volumes', 'b'), denied('volumes', 'a')]);
    expect(groups).toHaveLength(1);
    expect(groups[0]).toMatchObject({
      why: 'instances and volumes could not be read in test/a and test/b: reading test: access denied',
      explanation: 'reading test/a: access denied',
      permission: 'ec2:Describe',
    });
  });

  test('name one place in full, three by name, and more by their number', () => {
    const whyOf = (...locations: readonly string[]) => groupGaps(locations.map((at) => denied('x', at)))[0]?.why;
    expect(whyOf('a')).toBe('x could not be read in test/a: reading test/a: access denied');
    expect(whyOf('a', 'b', 'c')).toContain('in test/a, test/b and test/c:');
    expect(whyOf('a', 'b', 'c', 'd')).toContain('in test (4 locations):');
  });

  test('of another account, or of another failure, are another group, in the order of the first', () => {
    const other = { ...denied('x', 'a'), place: { account: 'prod', location: 'a' } };
    const groups = groupGaps([denied('x', 'a'), other, unread('y', 'a'), denied('z', 'b')]);
    expect(groups.map(({ gaps }) => gaps.map(({ source }) => source))).toEqual([['x', 'z'], ['x'], ['y']]);
  });

  test('show a word of a person that looks like their place as it is', () => {
    const parameter = (at: string): Partial<Gap> => ({
      reason: `reading test/${at}: /teams/test/a is a SecureString`,
      ofAccount: 'reading test: /teams/test/a is a SecureString',
    });
    const [group] = groupGaps(['a', 'b'].map((at) => unread('x', at, parameter(at))));
    expect(group?.why).toBe('x could not be read in test/a and test/b: reading test: /teams/test/a is a SecureString');
  });

  test('without a reason say why', () => {
    expect(groupGaps([unread('x', 'a')])[0]).toMatchObject({
      why: 'x could not be read',
      explanation: 'x could not be read',
    });
  });
});
