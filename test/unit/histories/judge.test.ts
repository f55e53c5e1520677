import { expect, test } from '@jest/globals';
import { type Account, judge } from '../../histories/judge.ts';
import type { Operation } from '../../simulation/history/linearizable.ts';

const answered = (name: string, calledAt: number, answeredAt: number, answer: string): Operation => {
  return { name, calledAt, answeredAt, answer };
};
const granted = (at: number) => answered('permit', 0, at, 'granted');
const request = (at: number) => answered('request', at, at, 'sent');
const kept = (at: number) => answered('keep', at, at + 10, 'stored');
const seen = (at: number, answer: string) => answered('look', at, at + 10, answer);

function account(own: readonly Operation[], given: Partial<Account> = {}): Account {
  const mails = [{ at: 1_000, ids: ['ami-1'] }];
  return {
    histories: new Map([['ami-1', own]]),
    control: [],
    failovers: [],
    mayLose: true,
    mails,
    retentionMs: 3_000,
    ...given,
  };
}

const judged = (own: readonly Operation[], given: Partial<Account> = {}) => judge(account(own, given));
const NOTHING = { lost: [], unsure: [], violations: [] };
const LOSS = [{ from: 2_000, to: 3_000 }];

test('told, its time is over, a permit in the log: the request may leave', () => {
  expect(judged([granted(4_000), request(4_010)])).toEqual(NOTHING);
});

test.each<[string, readonly Operation[], Partial<Account>, RegExp]>([
  ['a request after a keep that was stored', [granted(4_000), kept(4_005), request(4_020)], {}, /request sent/],
  ['a request of which nobody was told', [granted(4_000), request(4_010)], { mails: [] }, /nobody was told/],
  ['a request before its date', [granted(3_000), request(3_010)], {}, /2010 ms after its owner was told/],
  ['a request without a line in the log', [request(4_010)], {}, /without a line in the log/],
  ['a keep that is gone, without any loss', [kept(2_100), seen(5_000, 'free')], {}, /look free/],
  ['a keep that is gone, of before the loss', [kept(1_500), seen(5_000, 'free')], { failovers: LOSS }, /look free/],
  ['what was taken back is kept again', [kept(1), answered('undo', 20, 30, 'removed'), seen(50, 'kept')], {}, /look/],
  [
    'a request while everything is stopped',
    [granted(4_000), request(4_030)],
    { control: [answered('kill', 4_010, 4_020, 'obeyed')], failovers: [{ from: 4_000, to: 4_100 }] },
    /request sent/,
  ],
  [
    'with replicas a keep of the time of a failover is gone',
    [kept(2_100), seen(5_000, 'free')],
    { failovers: LOSS, mayLose: false },
    /look free/,
  ],
  [
    'with replicas an undo of the time of a failover is gone',
    [kept(1_000), answered('undo', 2_100, 2_200, 'removed'), seen(5_000, 'kept')],
    { failovers: LOSS, mayLose: false },
    /look kept/,
  ],
  [
    'a keep is lost, and its owner is not told anew',
    [kept(2_100), granted(5_000), request(5_010)],
    { failovers: LOSS },
    /nobody was told anew/,
  ],
])('%s is a violation', (_, own, given, expected) => {
  expect(judged(own, given).violations.join('\n')).toMatch(expected);
});

test('without replicas a keep may be lost; who is told anew and says nothing loses the resource', () => {
  const mails = [1_000, 3_500].map((at) => ({ at, ids: ['ami-1'] }));
  const own = [kept(2_100), granted(6_600), request(6_610)];
  expect(judged(own, { mails, failovers: LOSS })).toEqual({ ...NOTHING, lost: ['ami-1'] });
});

test('a decision in the time of a loss that stayed is no loss', () => {
  expect(judged([kept(2_100), seen(5_000, 'kept')], { failovers: LOSS })).toEqual(NOTHING);
});

test('an undo that no replica took answers nothing, another finds nothing to take back, and a failover brings the keep back', () => {
  const own = [
    kept(1_000),
    { name: 'undo', calledAt: 2_100 },
    answered('undo', 2_300, 2_400, 'none'),
    seen(5_000, 'kept'),
  ];
  expect(judged(own, { failovers: LOSS, mayLose: false })).toEqual({ ...NOTHING, unsure: ['ami-1'] });
  expect(judged(own, { mayLose: false }).violations).toHaveLength(1);
});

test('a permit that nobody saw explains that the deletion had begun', () => {
  expect(judged([answered('keep', 5_000, 5_010, 'begun')])).toEqual(NOTHING);
});
