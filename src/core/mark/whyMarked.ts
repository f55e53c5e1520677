import type { Mark } from './mark.ts';

/** The reasons of a mark for people: why rules select it, and after which users it is deleted. In English. */
export function whyMarked({ reasons, waitsFor = [] }: Pick<Mark, 'reasons' | 'waitsFor'>): readonly string[] {
  return waitsFor.length === 0 ? reasons : [...reasons, `deleted after ${waitsFor.map(({ by }) => by).join(', ')}`];
}
