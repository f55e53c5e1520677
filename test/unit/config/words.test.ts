import { describe, expect, test } from '@jest/globals';
import { cronProblem } from '../../../src/config/schema/cron.ts';
import { didYouMean } from '../../../src/config/yaml/nearest.ts';

describe('the nearest spelling', () => {
  const allowed = ['retention', 'unownedRetention', 'notice', 'off', 'mark', 'delete'];

  test.each([
    ['retension', 'retention'],
    ['RETENTION', 'retention'],
    ['notcie', 'notice'],
    ['of', 'off'],
    ['makr', 'mark'],
    ['unownedretention', 'unownedRetention'],
  ])('L5 of %s is %s', (found, expected) => {
    expect(didYouMean(found, allowed)).toBe(`did you mean "${expected}"? `);
  });

  test.each(['', 'xyz', 'something else', 'r', 'x'.repeat(90)])('L5 of %j there is none', (found) => {
    expect(didYouMean(found, allowed)).toBe('');
  });
});

describe('cron expressions', () => {
  test.each([
    '* * * * *',
    '*/2 * * * * *',
    '0 9-17/2 * * Mon-Fri',
    '0,30 * 1 jan,JUL 7',
    '59 23 31 12 0',
    '  0 0 * * *  ',
  ])('%j is one', (text) => {
    expect(cronProblem(text)).toBeUndefined();
  });

  test.each([
    '',
    '*',
    '* * * *',
    '* * * * * * *',
    '60 * * * *',
    '* 24 * * *',
    '* * 0 * *',
    '* * * 13 *',
    '* * * * 8',
    '5-1 * * * *',
    '*/0 * * * *',
    'a * * * *',
    '1,, * * * *',
    '-1 * * * *',
    '@daily',
    '60 * * * * *',
  ])('%j is no schedule, and the message explains why', (text) => {
    expect(cronProblem(text)).toMatch(/fields|is not a /);
  });
});
