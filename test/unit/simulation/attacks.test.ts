import { expect, test } from '@jest/globals';
import { SABOTAGES } from '../../sabotage/sabotages.ts';
import { SHOWN } from '../../sabotage/shown/shown.ts';
import { ATTACKS } from '../../simulation/attacks.ts';
import { checked, happeningsOf, type Kind, say } from '../../simulation/happening.ts';
import { Heap } from '../../simulation/kernel/heap.ts';
import { randomOf } from '../../simulation/kernel/random.ts';
import { SCALE } from '../../simulation/world/scale.ts';

const shown = Object.entries(SHOWN);

test('each sabotage has a run that shows it, or a reason why none can', () => {
  expect(shown.map(([name]) => name).sort()).toEqual(SABOTAGES.map(({ name }) => name).sort());
});

test('each run that shows a sabotage names effects that the program has, and sabotages that there are', () => {
  const runs = shown.flatMap(([, one]) => ('because' in one ? [] : [one]));
  expect(() => runs.map(({ happenings }) => checked(happenings))).not.toThrow();
  expect(runs.flatMap(({ beside = [] }) => beside).filter((name) => !(name in SHOWN))).toEqual([]);
});

test('each known attack has a run that shows it', () => {
  expect(ATTACKS.filter(({ without }) => !('happenings' in (SHOWN[without] ?? {})))).toEqual([]);
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
