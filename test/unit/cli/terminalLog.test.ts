import { expect, test } from '@jest/globals';
import { logTo } from '../../../src/cli/text/terminalLog.ts';
import { createLogger } from '../../../src/telemetry/logger.ts';

function written(isTTY: boolean, log: (to: ReturnType<typeof createLogger>) => void): string {
  let text = '';
  const stream = {
    isTTY,
    write: (line: string) => {
      text += line;
    },
  };
  log(createLogger({ level: 'info', instance: 'one', destination: logTo(stream) }));
  return text;
}

const CONTROL = {
  ...{ at: 1_795_000_000_000, namespace: 'fleet', event: 'control', actor: 'olga', reason: 'wrong account' },
  ...{ before: 'service in, kill switch off', after: 'service in, kill switch on' },
};

test('on a terminal an audit line says who changed what, why, and only what differs', () => {
  expect(written(true, (log) => log.info(CONTROL, 'audit'))).toMatch(
    /^\d\d:\d\d:\d\d audit {2}control of fleet by olga: wrong account \(kill switch off → kill switch on\)\n$/,
  );
});

test('on a terminal another line has its message and its fields, with times in words and invisible characters shown', () => {
  const line = written(true, (log) => log.warn({ nextDueAt: 1_795_000_000_000, why: 'a\u202eb', n: 3 }, 'mail server'));
  expect(line).toMatch(
    /^\d\d:\d\d:\d\d warn {3}mail server {2}nextDueAt=2026-11-18T\d\d:\d\d:\d\d\.000Z {2}why=\S+ {2}n=3\n$/,
  );
  expect(line).not.toContain('\u202e');
});

test('a pipe gets JSON, a line an entry', () => {
  expect(JSON.parse(written(false, (log) => log.info(CONTROL, 'audit')))).toMatchObject({ msg: 'audit', ...CONTROL });
});
