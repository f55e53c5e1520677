/** The record: log lines on real descriptors, whose other end fails. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createLogger } from '../../../src/telemetry/logger.ts';
import { Fifo } from '../../support/fifo.ts';

let dir: string;
let fifo: Fifo | undefined;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'holystone-record-'));
});
afterEach(async () => {
  fifo?.close();
  fifo = undefined;
  await rm(dir, { recursive: true });
});

function logOn(fd: number, level = 'info') {
  return createLogger({ level, destination: { write: () => {}, fd } });
}

function open(options?: ConstructorParameters<typeof Fifo>[1]) {
  fifo = new Fifo(join(dir, 'log'), options);
  return fifo;
}

const idsIn = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line).id);

describe('L67 the record', () => {
  test('L67 an entry is out when the call returns', () => {
    const pipe = open();
    const { record } = logOn(pipe.writer);
    record.write({ id: 'ami-1' });
    expect(JSON.parse(pipe.read())).toMatchObject({ level: 'info', msg: 'audit', id: 'ami-1' });
    expect(record.problem()).toBeUndefined();
  });

  test.each(['warn', 'error'])('L67 a log of level %s has every entry of the record', (level) => {
    const pipe = open();
    const log = logOn(pipe.writer, level);
    log.info({ id: 'other' }, 'a line');
    log.record.write({ id: 'ami-1' });
    expect(idsIn(pipe.read())).toEqual(['ami-1']);
  });

  test('L67 the reader of the log leaves → the record has a problem; another one comes → it gets every line, in order', () => {
    const pipe = open();
    const log = logOn(pipe.writer);
    const { record } = log;
    pipe.leave();
    for (const id of ['1', '2']) record.write({ id });
    log.info({ id: '3' }, 'a line');
    expect(record.problem()).toMatch(/its reader is gone.*EPIPE/);
    pipe.open();
    expect(record.problem()).toBeUndefined();
    record.write({ id: '4' });
    const text = pipe.read();
    expect(idsIn(text).filter((id) => id !== undefined)).toEqual(['1', '2', '3', '4']);
    expect(text).toContain('"lostLines":0,"msg":"the log can be written again"');
  });

  test('L67 the disk of the log is full → the record has a problem', () => {
    const full = openSync('/dev/full', 'a');
    const space = openSync('/dev/null', 'a');
    let disk = full;
    try {
      const { record } = createLogger({ level: 'info', destination: { write: (line) => writeSync(disk, line) } });
      record.write({ id: 'ami-1' });
      expect(record.problem()).toMatch(/the disk is full.*ENOSPC/);
      // It would go on with a descriptor that is another file by then.
      disk = space;
      expect(record.problem()).toBeUndefined();
    } finally {
      closeSync(full);
      closeSync(space);
    }
  });

  test('L67 the reader of the log does not read → the record has a problem and the process goes on; it reads → no line is lost or broken', () => {
    const pipe = open({ blocks: false });
    const { record } = logOn(pipe.writer);
    const ids = Array.from({ length: 400 }, (_, index) => `ami-${index}`);
    for (const id of ids) record.write({ id, reason: 'x'.repeat(500) });
    expect(record.problem()).toMatch(/its reader does not read.*EAGAIN/);
    let text = '';
    while (record.problem() !== undefined) text += pipe.read();
    text += pipe.read();
    expect(idsIn(text).filter((id) => id !== undefined)).toEqual(ids);
  });

  test('L67 more lines than there is room for → the newest are lost, and the log says how many', () => {
    const pipe = open({ blocks: false });
    const { record } = logOn(pipe.writer);
    pipe.leave();
    const reason = 'x'.repeat(1 << 20);
    for (let index = 0; index < 20; index++) record.write({ id: String(index), reason });
    pipe.open();
    let text = '';
    while (record.problem() !== undefined) text += pipe.read();
    text += pipe.read();
    expect(text).toMatch(/"lostLines":[45],"msg":"the log can be written again"/);
  });

  test('L67 a stream refuses a line → the record has a problem', () => {
    let isClosed = true;
    const lines: string[] = [];
    const write = (line: string) => {
      if (isClosed) throw new Error('write after end');
      lines.push(line);
    };
    const { record } = createLogger({ level: 'info', destination: { write } });
    record.write({ id: 'ami-1' });
    expect(record.problem()).toMatch(/write after end/);
    isClosed = false;
    expect(record.problem()).toBeUndefined();
    expect(idsIn(lines.join(''))).toEqual(['ami-1', undefined]);
  });
});
