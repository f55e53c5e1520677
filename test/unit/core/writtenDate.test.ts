import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { transformSync } from '@swc/core';
import { DAY_MS } from '../../../src/core/common/duration.ts';
import { keepTagEnd } from '../../../src/core/owner/optOut.ts';
import { readExpiry } from '../../../src/core/resource/expiry.ts';

const SOURCE = new URL('../../../src/core/common/writtenDate.ts', import.meta.url);
const TEN = Date.parse('2026-06-01T10:00:00Z');
const DAY = Date.parse('2026-06-01T00:00:00Z');
const WRITTEN = {
  '2026-06-01T10:00': TEN,
  '2026-06-01 10:00:00': TEN,
  '2026-06-01t10:00z': TEN,
  '2026-06-01T19:00+09:00': TEN,
  '2026-06-01T03:00-0700': TEN,
  '2026-06-01': DAY,
};

// A process reads its time zone when it starts: each zone needs one of its own.
test.each(['UTC', 'Asia/Tokyo', 'America/Los_Angeles'])(
  'a date that a person wrote means the same instant in a process whose zone is %s',
  (zone) => {
    const { code } = transformSync(readFileSync(SOURCE, 'utf8'), {
      jsc: { parser: { syntax: 'typescript' }, target: 'es2023' },
    });
    const texts = JSON.stringify([...Object.keys(WRITTEN), '2026-06-01T10:00 someday', 'June 1 2026 10:00']);
    const script = `${code}\nconsole.log(JSON.stringify(${texts}.map((text) => readWrittenDate(text)?.at ?? null)))`;
    const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      env: { ...process.env, TZ: zone },
      encoding: 'utf8',
    });
    expect(JSON.parse(said)).toEqual([...Object.values(WRITTEN), null, null]);
  },
);

test.each(Object.entries(WRITTEN))('an expiry tag and a keep tag read %s alike', (text, at) => {
  const isDay = text.length === 10;
  expect(readExpiry({ expires: text }, undefined)).toMatchObject({ kind: 'at', at: isDay ? at + DAY_MS - 1 : at });
  expect(keepTagEnd(text)).toBe(isDay ? at + DAY_MS : at);
});

test('an expiry that is no ISO date is unreadable, and so keeps', () => {
  expect(readExpiry({ expires: '2026-06-01T10:00 someday' }, undefined)).toMatchObject({ kind: 'unreadable' });
});
