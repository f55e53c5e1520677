/** Converts Swabbie's schedule to `window`. */
import { isTimeZone } from '../../src/core/policy/window.ts';
import { type Line, line, mapping, row } from '../import/commented.ts';
import type { PlanOnly } from './exclusion.ts';
import type { Source } from './source.ts';
import type { VariableUse } from './variables.ts';

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const UNSAID = { days: ['Mon', 'Tue', 'Wed', 'Thu'], from: '09:00', to: '16:00', zone: 'America/Los_Angeles' };

const SAYS = [
  'Swabbie worked in this window only. Here it governs notices and deletions; surveys run round the clock, or what ' +
    'is used only at night would look unused.',
  'Weekday and time of day are those of the time zone; Swabbie took the weekday of its own clock, usually UTC.',
];

/** `undefined` when the schedule is switched off: any time. */
export function windowOf(schedule: Source, planOnly: PlanOnly): Line | undefined {
  const enabled = schedule.get('enabled').flag(true);
  if (enabled?.variable) planOnly(schedule.get('enabled'), 'whether there is a window depends on a variable');
  if (enabled && !enabled.on) return undefined;
  const from = timeOf(schedule.get('startTime'), 'from', UNSAID.from);
  const to = timeOf(schedule.get('endTime'), 'to', UNSAID.to);
  const days = daysOf(schedule, planOnly);
  const says = [...SAYS];
  if (from.plain > to.plain)
    says.push('Swabbie failed when it ended before it began; here that is a window over midnight.');
  if (from.plain === to.plain) planOnly(schedule, 'Swabbie never worked in a window that ends when it begins');
  const ends = from.plain === to.plain ? minuteAfter(from.plain) : to.native;
  const begins = from.plain === to.plain ? from.plain : from.native;
  return line(
    'window',
    mapping(
      line('days', row(...days)),
      line('from', begins),
      line('to', ends),
      line('timeZone', zoneOf(schedule.get('defaultTimeZone'), planOnly)),
    ),
    ...says,
  );
}

interface Time {
  readonly native: string;
  /** `HH:MM`; for a variable without default, its stand-in. */
  readonly plain: string;
}

function timeOf(source: Source, use: VariableUse, unsaid: string): Time {
  const text = source.text(use);
  if (!text || text.plain === '') return { native: unsaid, plain: unsaid };
  const { native, plain, variable } = text;
  if (plain === undefined) return { native, plain: unsaid };
  const match = /^(([01]\d|2[0-3]):[0-5]\d)(?::\d{2}(?:\.\d+)?)?$/.exec(plain.trim());
  if (!match) source.problem('allowed: a time of day such as "09:00"');
  const minute = match?.[1] ?? unsaid;
  if (variable && minute !== plain)
    source.lost('a variable that holds seconds cannot be written; its default stands here');
  return { native: variable && minute === plain ? native : minute, plain: minute };
}

function minuteAfter(time: string): string {
  const minutes = (Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) + 1) % (24 * 60);
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

function daysOf(schedule: Source, planOnly: PlanOnly): readonly string[] {
  const source = schedule.get('allowedDaysOfWeek');
  if (!source.given) return UNSAID.days;
  const days = source.items().flatMap((item) => {
    const text = item.text();
    if (text?.variable) planOnly(item, 'a day of the window depends on a variable');
    const word = (text?.plain ?? '').trim().slice(0, 3).toLowerCase();
    const day = DAYS.find((known) => known.toLowerCase() === word);
    if (day === undefined) item.problem('allowed: a day of the week, such as MONDAY');
    return day === undefined ? [] : [day];
  });
  if (days.length > 0) return DAYS.filter((day) => days.includes(day));
  planOnly(source, 'Swabbie never ended its search for a day when none was allowed');
  return UNSAID.days;
}

function zoneOf(source: Source, planOnly: PlanOnly): string {
  const text = source.text('zone');
  if (!text || text.plain === '') return UNSAID.zone;
  const { native, plain } = text;
  if (plain === undefined || (/^[A-Za-z]/.test(plain) && isTimeZone(plain))) return native;
  planOnly(source, `"${plain}" is no time zone of the IANA database; ${UNSAID.zone} stands here`);
  return UNSAID.zone;
}
