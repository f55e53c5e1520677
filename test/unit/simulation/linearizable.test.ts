import { describe, expect, test } from '@jest/globals';
import { DECISIONS } from '../../simulation/history/decisions.ts';
import { linearize, type Operation } from '../../simulation/history/linearizable.ts';
import { randomOf } from '../../simulation/kernel/random.ts';

type Row = readonly [name: string, calledAt: number, answeredAt?: number, answer?: string];

const history = (rows: readonly Row[]): Operation[] =>
  rows.map(([name, calledAt, answeredAt, answer]) =>
    answeredAt === undefined ? { name, calledAt } : { name, calledAt, answeredAt, ...(answer ? { answer } : {}) },
  );
const fits = (rows: readonly Row[]) => linearize(DECISIONS, history(rows)).isLinearizable;

const granted: Row = ['permit', 1, 2, 'granted'];

describe('a history of decisions about one resource', () => {
  test.each<[string, readonly Row[]]>([
    [
      'keep is stored, and a permit is denied',
      [
        ['keep', 1, 2, 'stored'],
        ['permit', 3, 4, 'denied'],
      ],
    ],
    [
      'keep says that the deletion has begun, and the request leaves',
      [granted, ['keep', 3, 4, 'begun'], ['request', 5, 6, 'sent']],
    ],
    [
      'a keep during the permit comes before or after it',
      [
        ['permit', 1, 5, 'granted'],
        ['keep', 2, 3, 'begun'],
        ['request', 6, 7, 'sent'],
      ],
    ],
    [
      'a keep without an answer was stored',
      [
        ['keep', 1],
        ['permit', 5, 6, 'denied'],
      ],
    ],
    [
      'a keep without an answer was not stored',
      [
        ['keep', 1],
        ['permit', 5, 6, 'granted'],
      ],
    ],
    [
      'a permit without an answer was given',
      [
        ['permit', 1],
        ['keep', 2, 3, 'begun'],
      ],
    ],
    [
      'a permit of a store that cannot be trusted was given',
      [
        ['permit', 1, 2, 'unproven'],
        ['keep', 3, 4, 'begun'],
      ],
    ],
    [
      'a permit of such a store was not given',
      [
        ['permit', 1, 2, 'unproven'],
        ['keep', 3, 4, 'stored'],
        ['look', 5, 6, 'kept'],
      ],
    ],
    ['a permit ended unused, and keep is stored', [granted, ['keep', 3, 4, 'stored'], ['permit', 5, 6, 'denied']]],
    [
      'the keep was taken back',
      [
        ['keep', 1, 2, 'stored'],
        ['undo', 3, 4, 'removed'],
        ['permit', 5, 6, 'granted'],
        ['request', 7, 8, 'sent'],
      ],
    ],
    ['a kill comes while the request is on its way', [granted, ['kill', 3, 9, 'obeyed'], ['request', 4, 5, 'sent']]],
    ['one permit, and the request is sent again', [granted, ['request', 3, 4, 'sent'], ['request', 5, 6, 'sent']]],
  ])('fits an order where %s', (_what, rows) => {
    expect(fits(rows)).toBe(true);
  });

  test.each<[string, readonly Row[]]>([
    [
      'keep says stored, and the request leaves after it',
      [granted, ['keep', 3, 4, 'stored'], ['request', 5, 6, 'sent']],
    ],
    [
      'a stored keep is lost, and a permit is granted',
      [
        ['keep', 1, 2, 'stored'],
        ['permit', 3, 4, 'granted'],
      ],
    ],
    [
      'a keep is stored, and its undo finds none',
      [
        ['keep', 1, 2, 'stored'],
        ['undo', 3, 4, 'none'],
      ],
    ],
    ['a keep says that a deletion has begun, of which there is no permit', [['keep', 1, 2, 'begun']]],
    [
      'a request leaves without a permit',
      [
        ['permit', 1, 2, 'denied'],
        ['request', 3, 4, 'sent'],
      ],
    ],
    ['a kill is acknowledged, and a request leaves', [granted, ['kill', 3, 4, 'obeyed'], ['request', 5, 6, 'sent']]],
    [
      'a kill is acknowledged, and a permit is granted',
      [
        ['kill', 1, 2, 'obeyed'],
        ['permit', 3, 4, 'granted'],
      ],
    ],
  ])('fits no order where %s', (_what, rows) => {
    expect(fits(rows)).toBe(false);
  });

  test('of 60 operations, eight at once, is judged at once; with one answer changed, it is refused', () => {
    const random = randomOf(7);
    const names = ['keep', 'undo', 'permit', 'kill', 'resume', 'request'];
    const right: Operation[] = [];
    for (let state = DECISIONS.initial; right.length < 60; ) {
      const name = names[Math.floor(random() * names.length)] as string;
      const choices = DECISIONS.step(state, name);
      const choice = choices[Math.floor(random() * choices.length)];
      if (!choice) continue;
      state = choice.next;
      const at = right.length;
      right.push({ name, calledAt: at - random() * 4, answeredAt: at + random() * 4, answer: choice.answer });
    }
    const wrong = right.map((one, at) => (at === 40 ? { ...one, name: 'request', answer: 'lost' } : one));
    const verdicts = [right, wrong].map((each) => linearize(DECISIONS, each));
    expect(verdicts.map(({ isLinearizable, states }) => [isLinearizable, states < 10_000])).toEqual([
      [true, true],
      [false, true],
    ]);
  });
});
