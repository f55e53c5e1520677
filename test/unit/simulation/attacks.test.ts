import { expect, test } from '@jest/globals';
import { SABOTAGES } from '../../sabotage/sabotages.ts';
import { ATTACKS, STEADY } from '../../simulation/attacks.ts';
import { checked, happeningsOf, type Kind, say } from '../../simulation/happening.ts';
import { Heap } from '../../simulation/kernel/heap.ts';
import { randomOf } from '../../simulation/kernel/random.ts';
import { MISTAKES } from '../../simulation/mistakes.ts';
import { SCALE } from '../../simulation/world/scale.ts';

test('each known attack names effects that the program has, and a mend that can be taken out', () => {
  const known = [STEADY, ...SABOTAGES.map(({ name }) => name)];
  expect(ATTACKS.filter(({ without }) => !known.includes(without))).toEqual([]);
  expect(MISTAKES.filter(({ sabotage }) => !known.includes(sabotage))).toEqual([]);
  expect(() => [...ATTACKS, ...MISTAKES].map(({ happenings }) => checked(happenings))).not.toThrow();
});

test('the happenings of a seed are always the same, and name effects that the program has', () => {
  for (let seed = 1; seed <= 200; seed++) {
    const happenings = checked(happeningsOf(seed, SCALE));
    expect(happeningsOf(seed, SCALE)).toEqual(happenings);
    expect(happenings.map(say).join()).not.toMatch(/undefined|NaN/);
  }
});

test('seeds use every kind of happening', () => {
  const kinds = new Set<Kind>();
  for (let seed = 1; seed <= 200; seed++) for (const { kind } of happeningsOf(seed, SCALE)) kinds.add(kind);
  expect(kinds.size).toBe(24);
});

test('events come in the order of their times, and those of one time as they were planned', () => {
  const random = randomOf(3);
  const events = Array.from({ length: 500 }, (_, order) => ({ at: Math.floor(random() * 50), order }));
  const heap = new Heap<(typeof events)[number]>();
  for (const event of events) heap.push(event);
  const taken = events.map(() => heap.pop());
  expect(taken).toEqual(events.toSorted((a, b) => a.at - b.at || a.order - b.order));
  expect(heap.pop()).toBeUndefined();
});
