import { describe, expect, test } from '@jest/globals';
import { preferredLanguage } from '../../../src/core/common/language.ts';

describe('Accept-Language', () => {
  test.each([
    ['de', 'de'],
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['en-GB;q=0.7, DE;q=0.8', 'de'],
    ['fr-FR, en;q=0.5, de;q=0.4', 'en'],
    ['de;q=0, en;q=0.1', 'en'],
    ['fr, *;q=0.1', undefined],
    ['', undefined],
    [undefined, undefined],
    ['de;q=nonsense', undefined],
    [`${'x,'.repeat(100_000)}de`, undefined],
  ] as const)('%s → %s', (header, language) => {
    expect(preferredLanguage(header)).toBe(language);
  });
});
