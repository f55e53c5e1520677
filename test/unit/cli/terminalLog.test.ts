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
  log(createLogger({ level: 'info', instance: 'one', ...logTo(stream) }));
  return text;
}

const CONTROL = {
  ...{ at: 1_795_000_000_000, namespace: 'fleet', event: 'control', actor: 'olga', reason: 'wrong account' },
  ...{ before: 'service in, kill switch off', after: 'service in, kill switch on' },
};

test('on a terminal an audit line names actor, change, reason, and only the differences', () => {
  expect(written(true, (log) => log.info(CONTROL, 'audit'))).toMatch(
    /^\d\d:\d\d:\d\d audit {2}olga changed the control of the fleet: kill switch off → kill\n {16}switch on \(wrong account\)\n$/,
  );
});

test('on a terminal another line has its message and its fields, with times in words and invisible characters shown', () => {
  const line = written(true, (log) => log.warn({ nextDueAt: 1_795_000_000_000, why: 'a\u202eb', n: 3 }, 'mail server'));
  expect(line).toMatch(
    /^\d\d:\d\d:\d\d warn {3}mail server {2}nextDueAt=2026-11-18T\d\d:\d\d:\d\d\.000Z\s+why=\S+\s+n=3\n$/,
  );
  expect(line).not.toContain('\u202e');
});

test('on a terminal the reason of an audit line has its dates without seconds; a pipe keeps them', () => {
  const reason = 'message <1@x> to ann@example.com, deletion on 2026-11-23T00:51:46.441Z';
  const entry = {
    at: 0,
    namespace: 'aws:test:us-east-1:image',
    id: 'ami-1',
    event: 'noticed',
    actor: 'holystone',
    reason,
  };
  const text = written(true, (log) => log.info(entry, 'audit')).replace(/\s+/g, ' ');
  expect(text).toContain('deletion on 2026-11-23 00:51 UTC');
  expect(written(false, (log) => log.info(entry, 'audit'))).toContain(reason);
});

test('a command that was given twice changed nothing the second time, and the line says so', () => {
  const again = { ...CONTROL, before: CONTROL.after };
  expect(written(true, (log) => log.info(again, 'audit'))).toContain('control of the fleet: no change');
});

test('a pipe gets JSON, a line an entry', () => {
  expect(JSON.parse(written(false, (log) => log.info(CONTROL, 'audit')))).toMatchObject({
    msg: 'audit',
    ...CONTROL,
    at: '2026-11-18T11:06:40.000Z',
  });
});

test('on a terminal an audit line is a sentence that begins with the actor, within the width', () => {
  const entry = { at: 0, namespace: 'aws:test:us-east-1:image', id: 'ami-1', event: 'marked', actor: 'holystone' };
  const text = written(true, (log) => log.info({ ...entry, reason: 'Nothing uses it. '.repeat(6).trim() }, 'audit'));
  expect(text).toMatch(/^\d\d:\d\d:\d\d audit {2}holystone marked ami-1 in aws:test:us-east-1:image: Nothing/);
  expect(text.split('\n').filter((line) => line.length > 80)).toEqual([]);
});

test('an event of a later version is shown with its name', () => {
  const entry = { at: 0, namespace: 'aws:test:us-east-1:image', id: 'ami-1', event: 'polished', actor: 'olga' };
  expect(written(true, (log) => log.info(entry, 'audit'))).toContain('olga polished ami-1 in aws:test:us-east-1:image');
});
