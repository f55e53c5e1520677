/** The formats in which a tag may say when its resource ends. Pure. */
import { Temporal } from 'temporal-polyfill';
import { DAY_MS, HOUR_MS } from '../common/duration.ts';
import { readWrittenDate } from '../common/writtenDate.ts';

/** One format, as the configuration names it. */
export interface ExpiryFormat {
  readonly name: string;
  /** Expired strictly after this instant, ms since the epoch; `undefined`: the text is not of this format. */
  read(text: string, createdAt: number | undefined): number | undefined;
  /** Texts of these shapes (`d` for each digit) are its own: two formats with one shape read one text differently. */
  readonly shapes: readonly string[];
  /** What to write in place of a text that people mean in this format, and that has two meanings. */
  hint?(text: string): string | undefined;
}

/** The formats with a name; the others are written as patterns, such as `YYYY/MM/DD`. */
export const NAMED_FORMATS = ['date', 'instant', 'epoch', 'duration-since-created', 'delete@date'] as const;

/** `undefined`: no format is called so, and the text is no pattern of a date. */
export function expiryFormat(name: string): ExpiryFormat | undefined {
  if (name === 'date') return { name, shapes: ['dddd-dd-dd'], read: (text) => wholeDay(text) };
  if (name === 'instant') return { name, shapes: [], read: (text) => instantOf(text) };
  if (name === 'epoch') return EPOCH;
  if (name === 'duration-since-created') return SINCE_CREATED;
  const word = /^([a-z][a-z-]*)@date$/.exec(name)?.[1];
  return word === undefined ? patternFormat(name) : operationFormat(name, word);
}

/** Seconds, and with 13 digits milliseconds: as seconds those would be after the year 33000. */
const EPOCH: ExpiryFormat = {
  name: 'epoch',
  shapes: ['d'.repeat(9), 'd'.repeat(10), 'd'.repeat(13)],
  read: (text) => (/^\d{9,10}$/.test(text) ? Number(text) * 1000 : /^\d{13}$/.test(text) ? Number(text) : undefined),
};

const SINCE_CREATED: ExpiryFormat = {
  name: 'duration-since-created',
  shapes: [],
  read(text, createdAt) {
    const [, count, unit = ''] = /^([1-9]\d{0,4})\s*(min|h|d|w|mo|y)$/.exec(text) ?? [];
    if (count === undefined || createdAt === undefined) return undefined;
    if (unit === 'min') return createdAt + Number(count) * 60_000;
    if (unit === 'h') return createdAt + Number(count) * HOUR_MS;
    return lifetimeEnd(Number(count), { d: 'days', w: 'weeks', mo: 'months', y: 'years' }[unit] as Unit, createdAt);
  },
  hint(text) {
    const count = /^(\d+)\s*m$/.exec(text)?.[1];
    return count === undefined ? undefined : `\`m\` may be minutes or months: write ${count}min or ${count}mo`;
  },
};

/** Spans of earlier versions, where `m` is a month, and dates and instants: where the configuration names no formats. */
export const BUILT_IN_FORMATS: readonly ExpiryFormat[] = [
  {
    name: '10d, 2w, 1m or 1y since its creation',
    shapes: [],
    read(text, createdAt) {
      const [, count, unit = ''] = /^([1-9]\d{0,4})([dwmy])$/.exec(text) ?? [];
      if (count === undefined || createdAt === undefined) return undefined;
      return lifetimeEnd(Number(count), { d: 'days', w: 'weeks', m: 'months', y: 'years' }[unit] as Unit, createdAt);
    },
  },
  { name: 'date', shapes: [], read: (text) => wholeDay(text) },
  { name: 'instant', shapes: [], read: (text) => instantOf(text) },
];

type Unit = 'days' | 'weeks' | 'months' | 'years';

/** Day 10 of `10d` is not expired: a lifetime in days ends with its last whole day. */
function lifetimeEnd(count: number, unit: Unit, createdAt: number): number {
  const created = Temporal.Instant.fromEpochMilliseconds(createdAt).toZonedDateTimeISO('UTC');
  return created.add({ [unit]: count, days: unit === 'days' ? count + 1 : 1 }).epochMilliseconds - 1;
}

function wholeDay(text: string): number | undefined {
  const written = readWrittenDate(text);
  return written?.isWholeDay ? written.at + DAY_MS - 1 : undefined;
}

function instantOf(text: string): number | undefined {
  const written = readWrittenDate(text);
  return written?.isWholeDay ? undefined : written?.at;
}

/** `…: delete@2026/10/28`, also with a time (`2026/10/28 1400 UTC`), as Cloud Custodian writes it. */
function operationFormat(name: string, word: string): ExpiryFormat {
  const shape = new RegExp(`^(?:.*[\\s:;,])?${word}@(\\d{4})[/-](\\d{2})[/-](\\d{2})(?: (\\d{2})(\\d{2}) utc)?$`, 's');
  return {
    name,
    shapes: [],
    read(text) {
      const [, year, month, day, hours, minutes] = shape.exec(text) ?? [];
      if (year === undefined) return undefined;
      const date = `${year}-${month}-${day}`;
      return hours === undefined ? wholeDay(date) : instantOf(`${date}T${hours}:${minutes}Z`);
    },
  };
}

const TOKEN = /YYYY|MM|DD|HH|mm|ss/g;

/** `YYYY/MM/DD`, `DD.MM.YYYY HH:mm`: UTC; without a time the whole day counts. */
function patternFormat(name: string): ExpiryFormat | undefined {
  const tokens: readonly string[] = name.match(TOKEN) ?? [];
  const has = (token: string) => tokens.includes(token);
  const isWhole = ['YYYY', 'MM', 'DD'].every(has) && new Set(tokens).size === tokens.length;
  const isInOrder = (!has('mm') || has('HH')) && (!has('ss') || has('mm')) && (!has('HH') || has('mm'));
  const literal = name.replace(TOKEN, '');
  if (!isWhole || !isInOrder || /[a-su-y0-9]/i.test(literal) || name.length > 40) return undefined;
  const between = (text: string) => text.toLowerCase().replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
  let last = 0;
  const parts = [...name.matchAll(TOKEN)].flatMap(({ 0: token, index }) => {
    const before = name.slice(last, index);
    last = index + token.length;
    return [between(before), `(\\d{${token.length}})`];
  });
  const shape = new RegExp(`^${parts.join('')}${between(name.slice(last))}$`);
  return {
    name,
    shapes: [name.replace(TOKEN, (token) => 'd'.repeat(token.length))],
    read(text) {
      const found = shape.exec(text)?.slice(1) ?? [];
      if (found.length === 0) return undefined;
      const part = (token: string) => found[tokens.indexOf(token)] ?? '00';
      const date = `${part('YYYY')}-${part('MM')}-${part('DD')}`;
      return has('HH') ? instantOf(`${date}T${part('HH')}:${part('mm')}:${part('ss')}Z`) : wholeDay(date);
    },
  };
}

/** Two of the formats that read one text as two dates (`DD/MM/YYYY`, `MM/DD/YYYY`); `undefined`: no two do. */
export function contradictionOf(formats: readonly ExpiryFormat[]): readonly [string, string] | undefined {
  const owners = new Map<string, string>();
  for (const { name, shapes } of formats) {
    for (const shape of shapes) {
      const other = owners.get(shape);
      if (other !== undefined && order(other) !== order(name)) return [other, name];
      owners.set(shape, name);
    }
  }
  return undefined;
}

function order(name: string): string {
  return name === 'date' ? 'YYYY-MM-DD' : name;
}
