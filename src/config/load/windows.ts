import type { z } from 'zod';
import type { Window } from '../../core/policy/window.ts';
import { WEEKDAYS } from '../schema/calendar.ts';
import type { windowSection } from '../schema/sections.ts';

/** The key `window` as a file writes it, parsed. `undefined`: the next outer level decides. */
export type WindowSettings = 'off' | z.output<typeof windowSection> | undefined;

/** The first window that is given: of the entry, the account, the file; `off` ends the search. */
export function windowOf(...candidates: readonly WindowSettings[]): Window | undefined {
  const given = candidates.find((candidate) => candidate !== undefined);
  if (given === undefined || given === 'off') return undefined;
  const days = given.days.map((day) => WEEKDAYS.indexOf(day) + 1).sort((a, b) => a - b);
  const closed = given.calendar === undefined ? {} : { closed: given.calendar };
  return { days, fromMinute: given.from, toMinute: given.to, timeZone: given.timeZone, ...closed };
}
