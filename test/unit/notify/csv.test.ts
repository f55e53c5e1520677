import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { csvOf } from '../../../src/notify/csv.ts';
import { itemsOf } from '../../../src/notify/item.ts';
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

const csv = (...args: Parameters<typeof digest>) => parseCsv(csvOf(itemsOf(digest(...args))));

describe('CSV', () => {
  test('P4 it has a header and a line per resource, all of the same width', () => {
    const lines = csv(rows(25));
    expect(lines.length).toBe(26);
    expect(new Set(lines.map((cells) => cells.length))).toEqual(new Set([12]));
  });

  test('P4 a resource can be read back from its line', () => {
    const [header = [], cells = []] = csv([row({ group: 'ci', reasons: ['Nothing "uses" it.', 'a, b'] })]);
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
    });
  });

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', ' =1', '\t=1'])('P3 %j is not run by a spreadsheet', (name) => {
    const [, cells = []] = csv([row({ name })]);
    expect(cells[0]).toMatch(/^('|\[)/);
  });

  test('P3 no data breaks a line or a cell', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const lines = csv([row({ name, reasons: [name] })]);
        expect(lines.map((cells) => cells.length)).toEqual([12, 12]);
      }),
    );
  });
});
