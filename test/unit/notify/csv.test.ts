import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { csvOf, csvRoom } from '../../../src/notify/mail/csv.ts';
import { itemsOf } from '../../../src/notify/message/item.ts';
import { catalogueOf } from '../../../src/notify/texts/index.ts';
import { digest, row, rows } from './digests.ts';

/** A reader of RFC 4180 that knows nothing of the writer. */
function parseCsv(text: string): string[][] {
  const lines: string[][] = [];
  let at = 0;
  while (at < text.length) {
    const cells: string[] = [];
    for (;;) {
      const match = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/.exec(text.slice(at));
      if (!match) throw new Error(`not RFC 4180 at ${at}: ${text.slice(at, at + 40)}`);
      at += match[0].length;
      cells.push((match[1] ?? match[2] ?? '').replaceAll('""', '"'));
      if (match[3] === '\r\n') break;
    }
    lines.push(cells);
  }
  return lines;
}

const upTo = true as const;
const csv = async (...args: Parameters<typeof digest>) =>
  parseCsv(await csvOf(await itemsOf(digest(...args), catalogueOf('en'))));

describe('CSV', () => {
  test('P4 it has a header and a line per resource, all of the same width', async () => {
    const lines = await csv(rows(25));
    expect(lines.length).toBe(26);
    expect(new Set(lines.map((cells) => cells.length))).toEqual(new Set([16]));
  });

  test('P4 a resource can be read back from its line', async () => {
    const [header = [], cells = []] = await csv([row({ group: 'ci', reasons: ['Nothing "uses" it.', 'a, b'] })]);
    expect(Object.fromEntries(header.map((name, index) => [name, cells[index]]))).toEqual({
      name: 'ci-runner',
      id: 'ami-1',
      type: 'image',
      account: 'test',
      location: 'us-east-1',
      group: 'ci',
      created_at: '2025-09-16T17:00:00.000Z',
      age_days: '412',
      why: 'Nothing "uses" it.; a, b',
      deletion_at: '2026-11-12T09:00:00-08:00',
      deletion_in_words: 'Thursday 12 November 2026, 09:00 (America/Los_Angeles)',
      keep_url: 'https://holystone.example.com/keep/token-1',
      monthly_cost: '',
      monthly_cost_is: '',
      currency: '',
      frees_bytes: '',
    });
  });

  test('P4 K15 freed bytes are a number that a spreadsheet adds up; unknown ones are empty', async () => {
    const lines = await csv([row({ freesBytes: 1_234_567_890 }), row()]);
    expect(lines.map((cells) => cells.at(-1))).toEqual(['frees_bytes', '1234567890', '']);
  });

  test('P4 A13 a cost is a number that a spreadsheet adds up; an unknown cost is empty, never zero', async () => {
    const costs = [
      { amount: 1.5 },
      { amount: 2, upTo },
      { amount: 3, upTo, stays: true as const },
      { amount: 0 },
      undefined,
    ];
    const all = costs.map((monthlyCost) => row(monthlyCost && { monthlyCost }));
    const lines = parseCsv(await csvOf(await itemsOf(digest(all), catalogueOf('de')), 'USD')).slice(1);
    expect(lines.map((cells) => cells.slice(-4, -1)).sort()).toEqual(
      [
        ['1.5', '', 'USD'],
        ['2', 'at most', 'USD'],
        ['3', 'at most, in snapshots that stay', 'USD'],
        ['0', '', 'USD'],
        ['', '', ''],
      ].sort(),
    );
  });

  test.each([
    ['x;=1+1', "x;'=1+1"],
    ['x; =1+1', "x;' =1+1"],
    ['x,@SUM(A1)', "x,'@SUM(A1)"],
    ['a;b;+1', "a;b;'+1"],
    ['x|-1', "x|'-1"],
    ['\uFF1D1+1', "'\uFF1D1+1"],
    ['x;\uFF0B1', "x;'\uFF0B1"],
    ['web-1 + db-2', 'web-1 + db-2'],
  ])('P3 %j is no formula either where a spreadsheet splits at other characters: %j', async (name, shown) => {
    const [, cells = []] = await csv([row({ name })]);
    expect(cells[0]).toBe(shown);
  });

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', ' =1', '\t=1'])('P3 %j is not run by a spreadsheet', async (name) => {
    const [, cells = []] = await csv([row({ name })]);
    expect(cells[0]).toMatch(/^('|\[)/);
  });

  test('P3 no data breaks a line or a cell', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (name) => {
        const lines = await csv([row({ name, reasons: [name] })]);
        expect(lines.map((cells) => cells.length)).toEqual([16, 16]);
      }),
    );
  });

  test("L45 the list has room up to a mail server's limit, and no more", async () => {
    const reasons = Array.from({ length: 9 }, () => 'x'.repeat(600));
    const long = Array.from({ length: 2_000 }, (_, index) => row({ id: `ami-${index}`, reasons }));
    const items = await itemsOf(digest(long), catalogueOf('en'));
    const list = csvRoom();
    const room = items.findIndex((item) => !list.takes(item));
    expect([room > 1_000, room < 2_000]).toEqual([true, true]);
    expect(Buffer.from(await csvOf(items.slice(0, room))).toString('base64').length).toBeLessThan(10_240_000);
  });
});
