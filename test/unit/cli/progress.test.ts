import { describe, expect, test } from '@jest/globals';
import { progressWords } from '../../../src/cli/plan/progressWords.ts';

const at = { number: 5, of: 36, place: 'prod us-east-1 AMI', rateShare: 0.25 };

describe('progressWords', () => {
  test('the rate and the time left, and why it is no faster', () => {
    const reading = { what: 'launchPermissions', done: 4210, total: 19_811, forMs: 4210_000 / 11 };
    expect(progressWords({ ...at, reading })).toBe(
      "[5/36] prod us-east-1 AMI · about 24 min left · launch permissions 4,210/19,811 · 11/s (25% of the API's rate: work.callRateShare)",
    );
  });

  test.each([
    ['before anything is read', undefined, ''],
    ['while the end of a listing is not known', { what: 'listing', done: 12_000, forMs: 9000 }, ' · listing 12,000'],
    ['too early for a rate', { what: 'sharing', done: 10, total: 50, forMs: 1000 }, ' · sharing 10/50'],
    ['before the first answer', { what: 'sharing', done: 0, total: 50, forMs: 60_000 }, ' · sharing 0/50'],
  ])('%s', (_what, reading, words) => {
    expect(progressWords({ ...at, reading })).toBe(`[5/36] prod us-east-1 AMI${words}`);
  });

  test.each([
    [100, 10, '10 s'],
    [1, 89, '89 s'],
    [1, 3600, '60 min'],
    [1, 7 * 3600, '7 h'],
  ])('at %d/s and %d s to go: about %s', (perSecond, seconds, words) => {
    const total = 1000 + perSecond * seconds;
    const reading = { what: 'sharing', done: 1000, total, forMs: 1_000_000 / perSecond };
    expect(progressWords({ ...at, reading })).toContain(` · about ${words} left · `);
  });
});
