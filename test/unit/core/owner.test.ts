import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseAddress, resolveOwner } from '../../../src/core/owner.ts';

const settings = { tags: ['owner', 'creator'] };
const account = { name: 'test', owner: 'account@example.com' };
const resolve = (tags: Record<string, string>, fallback: string | undefined = 'cloud@example.com') =>
  resolveOwner({ tags }, settings, account, fallback);

describe('owner', () => {
  test('P1 tags are asked in the configured order', () => {
    const tags = { creator: 'carol@example.com', owner: 'dana@example.com' };
    expect(resolve(tags)).toEqual({ owner: 'dana@example.com', via: 'tag owner', unowned: false, invalid: [] });
  });

  test('P1 tag keys are compared without case, the configured spelling first', () => {
    expect(resolve({ OWNER: 'a@example.com' }).via).toBe('tag OWNER');
    expect(resolve({ OWNER: 'a@example.com', Owner: 'b@example.com', owner: 'c@example.com' }).via).toBe('tag owner');
  });

  test.each([
    ['dana+cloud@example.com', 'dana+cloud@example.com'],
    ['dana@team.photography', 'dana@team.photography'],
    ["d.o'brien@example.co.uk", "d.o'brien@example.co.uk"],
    ['Dana@Example.COM', 'Dana@example.com'],
    ['  dana@example.com ', 'dana@example.com'],
    ['dana@example.com, carol@example.com', 'dana@example.com'],
    ['nobody; carol@example.com', 'carol@example.com'],
    ['Dana Doe <dana@example.com>', 'dana@example.com'],
  ])('P1 %j is the address %s', (text, owner) => {
    expect(resolve({ owner: text }).owner).toBe(owner);
  });

  test.each([
    'dana',
    'dana@',
    '@example.com',
    'dana@example',
    'dana@@example.com',
    'dana@example..com',
    'dana@example.com\r\nBcc: everybody@example.com',
    'dana@example.com\n',
    'dana@exam\u202Eple.com',
    'dana@example.com\0',
    `${'x'.repeat(250)}@example.com`,
    '',
  ])('P1 %j is no address: the next place is asked and the first is reported', (text) => {
    expect(resolve({ owner: text })).toEqual({
      owner: 'account@example.com',
      via: 'account test',
      unowned: false,
      invalid: ['tag owner'],
    });
  });

  test('L49 without tag and account owner it goes to the fallback, as unowned', () => {
    expect(resolveOwner({ tags: {} }, settings, { name: 'test' }, 'cloud@example.com')).toEqual({
      owner: 'cloud@example.com',
      via: 'notice.fallback',
      unowned: true,
      invalid: [],
    });
  });

  test('L49 without fallback there is nobody to tell', () => {
    expect(resolveOwner({ tags: {} }, settings, { name: 'test' }, undefined)).toEqual({
      via: 'nobody',
      unowned: true,
      invalid: [],
    });
  });

  test('P3 no address ever holds a character that could start a header', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const candidate of [text, `dana@example.com${text}`, `${text}@example.com`]) {
          expect(parseAddress(candidate) ?? '').not.toMatch(/[\s\p{C}]/u);
        }
      }),
    );
  });
});
