import { describe, expect, test } from '@jest/globals';
import { Progress } from '../../../src/cli/plan/progress.ts';
import { progressWords } from '../../../src/cli/plan/progressWords.ts';
import { openingText } from '../../../src/cli/text/runText.ts';
import type { WorkConfiguration } from '../../../src/core/policy/workConfiguration.ts';

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

  test('a run names its action, and how long the pass has taken', () => {
    expect(progressWords({ ...at, pass: { action: 'mark', forMs: 40_900 } })).toBe(
      '[5/36] mark · prod us-east-1 AMI · for 40 s',
    );
  });
});

describe('Progress on a terminal', () => {
  const ERASE = '\r\u001b[2K';

  function shown(act: (progress: Progress) => void): readonly string[] {
    const written: string[] = [];
    const stream = { isTTY: true, columns: 80, write: (text: string) => written.push(text) > 0 };
    const progress = new Progress(stream as never, { monotonicMs: () => 0 }, { of: 36 });
    try {
      act(progress);
    } finally {
      progress.end();
    }
    return written;
  }
  const wc = { namespace: 'aws:prod:us-east-1:image', resourceType: 'image' } as unknown as WorkConfiguration;

  test('a run shows its pass at once, and clears the line before other text and at its end', () => {
    const lines = shown((progress) => {
      progress.namespace(wc, 5, 'mark');
      progress.clear();
    });
    expect(lines).toEqual([`${ERASE}[5/36] mark · prod us-east-1 image · for 0 s`, ERASE, ERASE]);
  });

  test('a run writes nothing while no pass goes on', () => {
    const lines = shown((progress) => {
      progress.namespace(wc, 5, 'mark');
      progress.rest();
      progress.clear();
    });
    expect(lines).toHaveLength(2);
  });
});

test('a run without any pass says why', () => {
  expect(openingText({ actions: ['delete'], accounts: [], modes: [] })).toBe(
    'Holystone runs no pass: none of the chosen namespaces has the action delete.',
  );
});
