import { describe, expect, test } from '@jest/globals';
import { isLocationPattern, meansLocation } from '../../../src/core/resource/locationPattern.ts';

describe('patterns of locations', () => {
  test.each([
    ['all', 'team-a/web', true],
    ['team-*/**', 'team-a/web/base', true],
    ['team-*/**', 'TEAM-a/web', true],
    ['team-*/**', 'team-a', true],
    ['team-*/**', 'other/team-a', false],
    ['team-*', 'team-a/web', false],
    ['**/base', 'team-a/web/base', true],
    ['**/base', 'base', true],
    ['**/a/**/b', 'a/x/a/y/b', true],
    ['**/a/**/b', 'a/x/a/y/c', false],
    ['*/w*b', 'team/web', true],
    ['*/w*b', 'team/wbx', false],
    ['docs', 'docs', true],
    ['docs', 'docs/x', false],
    ['**', 'a/b/c', true],
    ['*', 'a/b', false],
  ])('%s means %s: %s', (pattern, location, is) => {
    expect(meansLocation([pattern], location)).toBe(is);
  });

  test('a name is no pattern; `all` and a name with a star are', () => {
    expect(['us-east-1', 'all', 'team-*/x'].map(isLocationPattern)).toEqual([false, true, true]);
  });
});
