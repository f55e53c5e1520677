const FIELDS = [
  { name: 'second', low: 0, high: 59 },
  { name: 'minute', low: 0, high: 59 },
  { name: 'hour', low: 0, high: 23 },
  { name: 'day of month', low: 1, high: 31 },
  { name: 'month', low: 1, high: 12, names: 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ') },
  { name: 'day of week', low: 0, high: 7, names: 'sun mon tue wed thu fri sat'.split(' ') },
] as const;

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
