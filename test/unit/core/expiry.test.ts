import { describe, expect, test } from '@jest/globals';
import { keepTagEnd } from '../../../src/core/owner/optOut.ts';
import { type ExpirySettings, keptUntil, readExpiry } from '../../../src/core/resource/expiry.ts';
import { contradictionOf, expiryFormat } from '../../../src/core/resource/expiryFormats.ts';
import { NOW, resource, rule, verdict } from '../../support/evaluation.ts';

const CREATED = Date.parse('2026-05-01T10:00:00Z');
const at = (value: string, ...formats: readonly string[]) => {
  const read = readExpiry({ ends: value }, CREATED, { keys: ['ends'], formats });
  return read.kind === 'at' ? new Date(read.at).toISOString() : read.kind;
};

describe('a tag in a format of the configuration', () => {
  test.each([
    ['2026-10-28', 'date', '2026-10-28T23:59:59.999Z'],
    ['2026-10-28T10:00:00+02:00', 'instant', '2026-10-28T08:00:00.000Z'],
    ['1793181600', 'epoch', '2026-10-28T10:00:00.000Z'],
    ['1793181600000', 'epoch', '2026-10-28T10:00:00.000Z'],
    ['30min', 'duration-since-created', '2026-05-01T10:30:00.000Z'],
    ['48h', 'duration-since-created', '2026-05-03T10:00:00.000Z'],
    ['10d', 'duration-since-created', '2026-05-12T09:59:59.999Z'],
    ['1mo', 'duration-since-created', '2026-06-02T09:59:59.999Z'],
    ['2026/10/28', 'YYYY/MM/DD', '2026-10-28T23:59:59.999Z'],
    ['28.10.2026', 'DD.MM.YYYY', '2026-10-28T23:59:59.999Z'],
    ['20261028', 'YYYYMMDD', '2026-10-28T23:59:59.999Z'],
    ['2026/10/28 14:30', 'YYYY/MM/DD HH:mm', '2026-10-28T14:30:00.000Z'],
    ['delete@2026/10/28', 'delete@date', '2026-10-28T23:59:59.999Z'],
    ['Resource does not meet policy: delete@2026/10/28', 'delete@date', '2026-10-28T23:59:59.999Z'],
    ['Not tagged: delete@2026/10/28 1400 UTC', 'delete@date', '2026-10-28T14:00:00.000Z'],
    ['terminate@2026-10-28', 'terminate@date', '2026-10-28T23:59:59.999Z'],
    [' NEVER ', 'epoch', 'never'],
  ])('L40 %j as %s ends at %s', (value, format, expected) => {
    expect(at(value, format)).toBe(expected);
  });

  test.each([
    ['2026-02-30', 'date'],
    ['2026/13/01', 'YYYY/MM/DD'],
    ['2026/02/29', 'YYYY/MM/DD'],
    ['2026/1/2', 'YYYY/MM/DD'],
    ['12345', 'epoch'],
    ['20261028', 'epoch'],
    ['-1793181600', 'epoch'],
    ['0d', 'duration-since-created'],
    ['soon', 'duration-since-created'],
    ['stop@2026/10/28', 'delete@date'],
    ['undelete@2026/10/28', 'delete@date'],
    ['delete@soon', 'delete@date'],
    ['', 'date'],
  ])('law 1 L40 %j is no %s: it keeps', (value, format) => {
    expect(at(value, format)).toBe('unreadable');
  });

  test('law 1 L40 where two formats read two dates, it keeps', () => {
    const settings = { keys: ['ends'], formats: ['delete@date', 'YYYYMMDDHHmm', 'epoch'] };
    expect(readExpiry({ ends: '1793181600' }, CREATED, settings).kind).toBe('at');
    expect(at('03/04/2026', 'DD/MM/YYYY', 'MM/DD/YYYY')).toBe('unreadable');
  });

  test('law 1 L40 a span since an unknown creation keeps', () => {
    const settings = { keys: ['ends'], formats: ['duration-since-created'] };
    expect(readExpiry({ ends: '1h' }, undefined, settings).kind).toBe('unreadable');
  });
});

describe('the owner is told', () => {
  const said = (tags: Record<string, string>, expiry: ExpirySettings) =>
    keptUntil(tags, { createdAt: CREATED, now: NOW, expiry });

  test('L40 what was tried', () => {
    expect(said({ ttl: 'soon' }, { keys: ['ttl'], formats: ['epoch', 'YYYY/MM/DD'] })).toEqual([
      'its tag ttl=soon cannot be read: tried epoch, YYYY/MM/DD',
    ]);
  });

  test('L40 what to write in place of `m`', () => {
    expect(said({ ttl: '90m' }, { keys: ['ttl'], formats: ['date', 'duration-since-created'] })).toEqual([
      'its tag ttl=90m cannot be read: `m` may be minutes or months: write 90min or 90mo',
    ]);
  });

  test('law 1 L40 a tag of the built-in keys still keeps where the configuration names its own', () => {
    const own = { keys: ['ends'] };
    expect(said({ ends: '1d', expires: '2027-01-01' }, own)).toEqual(['its tag expires=2027-01-01 has not passed yet']);
    expect(said({ ends: '1d', TTL: 'never' }, own)).toEqual(['its tag TTL=never keeps it forever']);
    expect(said({ ends: '1d' }, own)).toEqual([]);
  });
});

test('L40 `expired` selects by the keys of the configuration alone', async () => {
  const asked = (tags: Record<string, string>) =>
    verdict(resource('a', { tags }), {
      when: [[rule('expired')]],
      expiry: { keys: ['maid_status'], formats: ['delete@date'] },
    });
  expect((await asked({ maid_status: 'x: delete@2026/05/31' })).reasons).toEqual([
    'its tag maid_status=x: delete@2026/05/31 has expired',
  ]);
  expect((await asked({ ttl: '1d' })).kind).toBe('keep');
  expect((await asked({ maid_status: 'x: stop@2026/05/31' })).decidedBy).toBe('exclusion');
});

test.each([
  'YYYY/MM',
  'YY/MM/DD',
  'D/M/YYYY',
  'YYYY/MM/DD mm',
  'YYYY/MM/DD DD',
  'MMM DD YYYY',
  'dd/mm/yyyy',
  'epochs',
  '',
])('L5 %j is no format', (name) => {
  expect(expiryFormat(name)).toBeUndefined();
});

test.each([
  [['DD/MM/YYYY', 'MM/DD/YYYY'], true],
  [['date', 'YYYY-DD-MM'], true],
  [['epoch', 'YYYYMMDDHHmm', 'YYYYMMDD'], false],
  [['date', 'YYYY-MM-DD', 'YYYY/MM/DD'], false],
])('L5 %j contradict each other: %s', (names, expected) => {
  expect(contradictionOf(names.flatMap((name) => expiryFormat(name) ?? [])) !== undefined).toBe(expected);
});

test.each(['2026-02-30', '2026-02-30T10:00Z', '2026-04-31'])('law 1 a day that does not exist keeps: %s', (value) => {
  expect(readExpiry({ expires: value }, CREATED)).toMatchObject({ kind: 'unreadable' });
  expect(keepTagEnd(value)).toBe('forever');
});

test('L40 a date that two formats read differently keeps, and says by which', () => {
  const settings = { keys: ['ends'], formats: ['DD/MM/YYYY', 'MM/DD/YYYY'] };
  expect(readExpiry({ ends: '03/04/2026' }, CREATED, settings)).toMatchObject({
    kind: 'unreadable',
    why: 'different dates by DD/MM/YYYY, MM/DD/YYYY',
  });
});

describe('L40 of several expiry tags', () => {
  const read = (tags: Record<string, string>, settings?: ExpirySettings) => readExpiry(tags, CREATED, settings);
  const both = (one: Record<string, string>, other: Record<string, string>) => [
    read({ ...one, ...other }),
    read({ ...other, ...one }),
  ];

  test('`never` wins, in whatever order they are', () => {
    for (const one of both({ ttl: '1d' }, { expires: 'never' })) {
      expect(one).toEqual({ kind: 'never', tag: 'expires', value: 'never' });
    }
    for (const one of both({ ttl: 'some day' }, { expires: 'Never ' })) expect(one.kind).toBe('never');
  });

  test('Law 1 else one that cannot be read', () => {
    for (const one of both({ ttl: '1d' }, { expires: 'some day' })) {
      expect(one).toMatchObject({ kind: 'unreadable', tag: 'expires', value: 'some day' });
    }
  });

  test('else the latest, and of equal ends the first', () => {
    for (const one of both({ ttl: '1d' }, { expires: '2026-10-28' })) expect(one).toMatchObject({ tag: 'expires' });
    expect(read({ expires: '2026-10-28', expiration_time: '2026-10-28' })).toMatchObject({ tag: 'expires' });
    expect(read({ expiration_time: '2026-10-28', expires: '2026-10-28' })).toMatchObject({ tag: 'expiration_time' });
  });

  test('none has none, and only the configured ones count, in any case', () => {
    expect([read({}), read({ owner: '1d' })]).toEqual([{ kind: 'none' }, { kind: 'none' }]);
    expect(read({ ENDS: '1d', ttl: 'never' }, { keys: ['ends'] })).toMatchObject({ kind: 'at', tag: 'ENDS' });
    expect(read({ TTL: '1d' })).toMatchObject({ kind: 'at', tag: 'TTL' });
  });
});

describe('L40 the expiry tags that keep a resource', () => {
  const kept = (tags: Record<string, string>, now: number, expiry?: ExpirySettings) =>
    keptUntil(tags, { createdAt: CREATED, now, ...(expiry ? { expiry } : {}) });
  const END = Date.parse('2026-06-01T12:00:00Z');

  test('keep it up to that very instant', () => {
    const tags = { expires: '2026-06-01T12:00:00Z' };
    expect(kept(tags, END)).toEqual(['its tag expires=2026-06-01T12:00:00Z has not passed yet']);
    expect([kept(tags, END + 1), kept({}, END)]).toEqual([[], []]);
  });

  test.each(['ttl ', ' TTL', 'ttl\u200b', 'Expires\u00a0', 'expiration_time ', 'ends\u00ad'])(
    'L115 are also keys that people take for them, such as %j: they keep, and nominate nothing',
    (key) => {
      const expiry = { keys: ['ends', 'ttl'] };
      expect(kept({ [key]: 'never' }, END, expiry)).toEqual([`its tag ${key}=never keeps it forever`]);
      expect(kept({ [key]: '2099-01-01', ttl: '1d' }, END, expiry)).toHaveLength(1);
      expect(readExpiry({ [key]: '1d' }, CREATED, expiry)).toEqual({ kind: 'none' });
    },
  );

  test('are also the built-in ones where the configuration names others: they keep, and nominate nothing', () => {
    const expiry = { keys: ['ends', 'TTL'] };
    expect(kept({ ends: '1d', expires: 'never' }, END, expiry)).toEqual(['its tag expires=never keeps it forever']);
    expect(kept({ ttl: 'never' }, END, expiry)).toEqual(['its tag ttl=never keeps it forever']);
    expect(kept({ ends: '1d' }, END, expiry)).toEqual([]);
    expect(readExpiry({ expires: '1d' }, CREATED, expiry)).toEqual({ kind: 'none' });
  });
});
