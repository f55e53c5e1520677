import { expect, test } from '@jest/globals';
import { readKeepUntil } from '../../../src/core/owner/keepUntil.ts';
import { keepTagEnd } from '../../../src/core/owner/optOut.ts';

const NOW = Date.parse('2026-11-27T12:00:00Z');
const DAY = 86_400_000;

test.each<[string, number | 'forever']>([
  ['forever', 'forever'],
  ['30d', NOW + 30 * DAY],
  ['2027-01-31', Date.parse('2027-02-01T00:00:00Z')],
  ['2026-11-27', Date.parse('2026-11-28T00:00:00Z')],
  ['2026-12-01T00:00:00+01:00', Date.parse('2026-11-30T23:00:00Z')],
  ['2026-12-01T00:00:00-0130', Date.parse('2026-12-01T01:30:00Z')],
  ['2026-12-01 00:00z', Date.parse('2026-12-01T00:00:00Z')],
])('P18 keeping until %s ends as written', (text, until) => {
  expect(readKeepUntil(text, NOW, undefined)).toEqual({ until });
});

test.each(['2027-01-31', '2028-02-29'])('P18 a last day means the same to keep as to the tag: %s', (text) => {
  expect(readKeepUntil(text, NOW, undefined)).toEqual({ until: keepTagEnd(text) });
});

test.each([
  ...[
    '2026-11-26',
    '2027-02-30',
    '2027-13-01',
    '31.01.2027',
    '2027-1-31',
    '2027-01-31T10:00',
    '2027-01-31 10:00:00',
    'always',
    '',
    '0d',
    '-30d',
  ],
  ...['20270131', '2027-01-31Z', 'tomorrow', ' ', '2026-11-27T12:00:00Z'],
])('P18 keeping until "%s" is refused, never forever', (text) => {
  expect(readKeepUntil(text, NOW, undefined)).toEqual({ why: expect.stringContaining('a last day like 2027-01-31') });
});
