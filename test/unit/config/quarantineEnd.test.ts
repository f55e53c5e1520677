/** RDS starts what was stopped for seven days: the end of a quarantine comes before, whenever it began. */
import { expect, test } from '@jest/globals';
import { loadConfiguration } from '../../../src/config/load/loader.ts';
import { enterQuarantine } from '../../../src/core/mark/quarantine.ts';
import { isOpen } from '../../../src/core/policy/window.ts';
import { handlers } from '../../../src/handlers/index.ts';

const [HOUR, DAY] = [3_600_000, 86_400_000];

function load(window: string, quarantine?: string, type = 'dbInstance') {
  const text = `
accounts: [{ name: test, provider: aws, id: "111111111111", locations: [us-east-1] }]
defaults: { notice: { fallback: a@example.com } }
window: ${window}
cleanup: [{ type: ${type}, when: [{ rule: unused }]${quarantine === undefined ? '' : `, quarantine: ${quarantine}`} }]
`;
  const [wc] = loadConfiguration({ text }, { env: {}, handlers }).workConfigurations;
  if (!wc) throw new Error('no namespace');
  return wc;
}

const OFFICE = '{ days: [Mon, Tue, Wed, Thu, Fri], from: "09:00", to: "17:00", timeZone: UTC }';
const NIGHTS = '{ days: [Mon, Tue, Wed, Thu, Fri, Sat, Sun], from: "22:00", to: "04:00", timeZone: UTC }';

test.each([
  ['office hours', OFFICE, '4d'],
  ['every night', NIGHTS, undefined],
])('A32 %s: each end of a quarantine is before RDS starts the instance', (_what, window, quarantine) => {
  const wc = load(window, quarantine);
  const late: string[] = [];
  let begun = 0;
  for (let at = Date.UTC(2026, 10, 30); at < Date.UTC(2026, 11, 14); at += HOUR) {
    if (!isOpen(wc.window, at)) continue;
    begun++;
    const mark = { projectedDeletionAt: at, revision: 1, attempts: 0, state: 'noticed' } as never;
    const until = enterQuarantine(wc, mark, at).quarantine?.until ?? Number.POSITIVE_INFINITY;
    if (until - at >= 7 * DAY) late.push(new Date(at).toISOString());
  }
  expect([begun > 50, late]).toEqual([true, []]);
});

test.each([
  ['office hours, and five days', OFFICE, undefined, /write `quarantine: 4d`/],
  ['one night a week', '{ days: [Sat], from: "02:00", to: "04:00", timeZone: UTC }', '1d', /write a window that opens/],
  [
    'a calendar with a long closure',
    `{ days: [Mon, Tue, Wed, Thu, Fri, Sat, Sun], from: "00:00", to: "24:00", timeZone: UTC, calendar: ["2026-12-24", "2026-12-25", "2026-12-26", "2026-12-27"] }`,
    undefined,
    /the provider ends it after 7d by itself/,
  ],
])('A32 %s: refused, with what to write', (_what, window, quarantine, why) => {
  expect(() => load(window, quarantine)).toThrow(why);
});

test('a type whose quarantine nobody ends takes any window', () => {
  expect(load(OFFICE, '30d', 'volume').quarantineMs).toBe(30 * DAY);
});
