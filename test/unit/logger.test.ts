/** The instants in log lines. */
import { expect, test } from '@jest/globals';
import { createLogger } from '../../src/telemetry/logger.ts';

const AT = Date.UTC(2026, 10, 22, 23, 0);
const ISO = '2026-11-22T23:00:00.000Z';

function logged(fields: object): Record<string, unknown> {
  let text = '';
  createLogger({ level: 'info', destination: { write: (line) => (text += line) } }).info(fields, 'a message');
  return JSON.parse(text);
}

test('a log line shows each instant in RFC 3339, at any depth', () => {
  const watched = { until: AT, gaps: [{ from: AT, to: AT }] };
  const fields = { at: AT, endedAt: AT, dueSeenUntil: AT, watched, until: 'forever', restorableUntil: undefined };
  expect(logged(fields)).toMatchObject({
    ...{ at: ISO, endedAt: ISO, dueSeenUntil: ISO, until: 'forever' },
    watched: { until: ISO, gaps: [{ from: ISO, to: ISO }] },
  });
  expect(logged({}).time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
});

test('other numbers, and numbers that are no instant, stay as they are', () => {
  const fields = { durationMs: AT, count: 3, from: 1, at: Number.MAX_VALUE };
  expect(logged(fields)).toMatchObject(fields);
});
