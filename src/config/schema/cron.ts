const FIELDS = [
  { name: 'second', low: 0, high: 59, digits: '[0-5]?\\d' },
  { name: 'minute', low: 0, high: 59, digits: '[0-5]?\\d' },
  { name: 'hour', low: 0, high: 23, digits: '[01]?\\d|2[0-3]' },
  { name: 'day of month', low: 1, high: 31, digits: '0?[1-9]|[12]\\d|3[01]' },
  {
    name: 'month',
    low: 1,
    high: 12,
    digits: '0?[1-9]|1[0-2]',
    names: 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' '),
  },
  { name: 'day of week', low: 0, high: 7, digits: '0?[0-7]', names: 'sun mon tue wed thu fri sat'.split(' ') },
] as const;

/** For the JSON Schema: five or six fields; it does not compare the ends of a range. */
export const CRON_PATTERN = cronPattern();

function cronPattern(): string {
  const [second, ...others] = FIELDS.map(fieldPattern);
  return `^\\s*(?:${second}\\s+)?${others.join('\\s+')}\\s*$`;
}

function fieldPattern(field: (typeof FIELDS)[number]): string {
  const names = 'names' in field ? field.names.map(anyCase) : [];
  const value = `(?:${[field.digits, ...names].join('|')})`;
  const item = `(?:\\*|${value}(?:-${value})?)(?:/[1-9]\\d{0,3})?`;
  return `${item}(?:,${item})*`;
}

function anyCase(word: string): string {
  return [...word].map((letter) => `[${letter.toUpperCase()}${letter}]`).join('');
}

/**
 * The problem of a cron expression of five or six fields (seconds first); `undefined` when it is valid.
 * Checks only the syntax; the queue has the scheduler.
 */
export function cronProblem(text: string): string | undefined {
  const parts = text.trim().split(/\s+/);
  if (parts.length !== 5 && parts.length !== 6) return 'it needs five fields, or six with seconds first';
  const fields = FIELDS.slice(FIELDS.length - parts.length);
  for (const [index, field] of fields.entries()) {
    const part = parts[index] ?? '';
    if (!part.split(',').every((item) => isItem(item, field))) {
      return `${JSON.stringify(part)} is not a ${field.name} (${field.low}-${field.high})`;
    }
  }
  return undefined;
}

function isItem(item: string, field: (typeof FIELDS)[number]): boolean {
  const match = /^(\*|([^-/]+)(?:-([^-/]+))?)(?:\/([1-9]\d{0,3}))?$/.exec(item);
  if (!match) return false;
  if (match[1] === '*') return true;
  const low = readValue(match[2] ?? '', field);
  const high = match[3] === undefined ? low : readValue(match[3], field);
  return low !== undefined && high !== undefined && low <= high;
}

function readValue(text: string, field: (typeof FIELDS)[number]): number | undefined {
  const named = 'names' in field ? (field.names as readonly string[]).indexOf(text.toLowerCase()) : -1;
  if (named >= 0) return named + (field.name === 'month' ? 1 : 0);
  if (!/^\d{1,2}$/.test(text)) return undefined;
  const value = Number(text);
  return value >= field.low && value <= field.high ? value : undefined;
}
