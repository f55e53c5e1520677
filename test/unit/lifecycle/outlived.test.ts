import { expect, test } from '@jest/globals';
import type { OptOut } from '../../../src/core/owner/optOut.ts';
import { Outlived } from '../../../src/lifecycle/survey/outlived.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 0, 6);

const there = (id: string, group?: string) => ({
  ...{ id, identity: id, name: id, tags: {}, aliases: [id, `${id}-other-name`] },
  ...(group === undefined ? {} : { group }),
});
const optOut = (until: number | 'forever'): OptOut => {
  return { target: { kind: 'id', value: 'x' }, until, actor: 'ann@example.com', at: NOW - 500 * DAY };
};
const known = (change: object = {}) => ({
  lastUsed: new Map([
    ['ami-here', NOW - 2_000 * DAY],
    ['ami-here-other-name', NOW - 2_000 * DAY],
    ['ami-gone', NOW - 2_000 * DAY],
    ['ami-gone-lately', NOW - 410 * DAY],
  ]),
  optOuts: new Map([
    ['id:ami-here', optOut(NOW - 100 * DAY)],
    ['id:ami-gone', optOut(NOW - 100 * DAY)],
    ['id:ami-ended-lately', optOut(NOW - 80 * DAY)],
    ['id:ami-for-ever', optOut('forever')],
    ['group:here', optOut(NOW - 100 * DAY)],
    ['group:gone', optOut(NOW - 100 * DAY)],
  ]),
  unusedForMs: 14 * DAY,
  unobserved: [],
  ...change,
});

function leftOf(policy: ReturnType<typeof known>) {
  const outlived = new Outlived(NOW);
  outlived.see(there('ami-here', 'here'), policy);
  const { aliases, targets } = outlived.left(policy);
  return [[...aliases], [...targets]];
}

test('a survey removes records of unseen resources that can decide nothing any more, and never records of existing ones', () => {
  expect(leftOf(known())).toEqual([['ami-gone'], ['id:ami-gone', 'group:gone']]);
});

test('a last use is kept as long as it could protect, and time without surveys does not count', () => {
  expect(leftOf(known({ unusedForMs: 1_700 * DAY }))[0]).toEqual([]);
  expect(leftOf(known({ unobserved: [{ from: NOW - 1_900 * DAY, to: NOW - 100 * DAY }] }))[0]).toEqual([]);
});

test('a clock that is ahead ends no opt-out: the earlier clock counts', () => {
  const outlived = new Outlived(NOW - 3_000 * DAY);
  const { aliases, targets } = outlived.left(known());
  expect([aliases.size, targets.size]).toEqual([0, 0]);
});
