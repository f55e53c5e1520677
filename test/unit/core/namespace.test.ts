import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { matchesNamespace, namespaceOf, parseNamespace, partsOf } from '../../../src/core/resource/namespace.ts';

const parts = { provider: 'aws', account: 'test', location: 'us-east-1', resourceType: 'image' };
const of = (change: Partial<typeof parts>) => namespaceOf({ ...parts, ...change });

describe('namespaces', () => {
  test('L1 four parts with colons', () => {
    expect(namespaceOf(parts)).toBe('aws:test:us-east-1:image');
    expect(of({ resourceType: 'autoScalingGroup' })).toBe('aws:test:us-east-1:autoscalinggroup');
  });

  test('L66 colons, slashes, braces, stars and percent signs stay within their part', () => {
    const namespace = of({ account: 'a:b/{c}*%' });
    expect(namespace.split(':')).toHaveLength(4);
    expect(namespace).not.toMatch(/[{}*/]/);
    expect(partsOf(namespace).account).toBe('a:b/{c}*%');
  });

  test('L66 spellings that differ in case only are one namespace, beyond ASCII as well', () => {
    expect(of({ account: 'TÄST{' })).toBe(of({ account: 'täst{' }));
  });

  test('L66 only the escapes of a location are in upper case, and every spelling of them is read', () => {
    expect(of({ account: 'a/b', location: 'Shop/Web' })).toBe('aws:a%2fb:shop%2Fweb:image');
    expect(parseNamespace('aws:a%2Fb:shop%2fweb:image')).toBe('aws:a%2fb:shop%2Fweb:image');
    expect(matchesNamespace('aws:*:shop%2fw*:image', of({ location: 'shop/web' }))).toBe(true);
  });

  test('L66 different parts are never one namespace', () => {
    const part = fc.string({ minLength: 1, unit: 'grapheme' }).map((text) => text.toLowerCase());
    fc.assert(
      fc.property(part, part, part, part, (provider, account, location, resourceType) => {
        const given = { provider, account, location, resourceType };
        expect(partsOf(namespaceOf(given))).toEqual(given);
      }),
    );
  });

  test('a namespace that a person types is read in any case', () => {
    expect(parseNamespace(' AWS:Test:us-east-1:Image ')).toBe('aws:test:us-east-1:image');
    expect(parseNamespace(of({ account: 'a:b{' }))).toBe(of({ account: 'a:b{' }));
    expect(parseNamespace(of({ account: 'a%3ab' }))).toBe(of({ account: 'a%3ab' }));
  });

  test.each([
    '',
    'aws',
    'aws:test:us-east-1',
    'aws:test::image',
    'aws:test:us-east-1:image:x',
    'aws:%zz:us-east-1:image',
  ])('%j is none', (text) => {
    expect(parseNamespace(text)).toBeUndefined();
  });

  test.each([
    ['aws:test:us-east-1:image', true],
    ['AWS:TEST:*', true],
    ['*', true],
    ['**', true],
    ['*:image', true],
    ['aws:*:image', true],
    ['aws:*:us-*:im*', true],
    ['*image*', true],
    ['aws:*:snapshot', false],
    ['test', false],
    ['aws:test:us-east-1:image:*', false],
    ['aws:test:us-east-1:image*image', false],
    ['', false],
    ['aws:t?st:us-east-1:image', false],
  ])('the pattern %j matches: %s', (pattern, expected) => {
    expect(matchesNamespace(pattern, namespaceOf(parts))).toBe(expected);
  });
});
