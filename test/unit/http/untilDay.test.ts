import { expect, test } from '@jest/globals';
import { untilDay } from '../../../src/http/public/link/choice.ts';

const at = Date.parse('2026-06-01T12:00:00Z');
const decision = { until: 'forever', actor: 'ann@example.com', at } as const;

test.each([
  ['2026-06-01', '2026-06-02'],
  ['2026-12-31', '2027-01-01'],
])('L97 P7 until %s: the whole of that day', (day, end) => {
  expect(untilDay(decision, day)).toEqual({ ...decision, until: Date.parse(end) });
});

test.each(['2026-05-31', '2026-02-30', 'forever', '30d', '31.12.2026', '2026-07', '2026-07-01T00:00:00Z', 'tomorrow'])(
  'L97 P7 "%s" is no last day',
  (day) => {
    expect(untilDay(decision, day)).toBeUndefined();
  },
);
