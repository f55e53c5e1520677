import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { renderDigest } from '../../../src/notify/renderDigest.ts';
import { day, digest, preparedAt, row, rows } from './digests.ts';

const from = 'Holystone <holystone@example.com>';
const render = (...args: Parameters<typeof digest>) => renderDigest(digest(...args), { from });

/** What a mail client would show of it. */
function shownText(html: string): string {
  return html
    .replace(/<style>[\s\S]*?<\/style>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replace(/\s+/g, ' ');
}

/** The ISO dates of a text, as instants. */
function instantsIn(text: string): number[] {
  return (text.match(/\d{4}-\d\d-\d\dT[\d:.]+[+-]\d\d:\d\d/g) ?? []).map((iso) => Date.parse(iso));
}

describe('digest', () => {
  test('P2 name, id, type, account, location, age, reasons, date and link of a resource are in HTML and text', () => {
    const { html, text } = render([row({ reasons: ['Nothing uses it.', 'Last launched 93 days ago.'], group: 'ci' })]);
    const expected = [
      'ci-runner',
      'ami-1',
      'image in test, us-east-1',
      '412 days old',
      'ci',
      'Nothing uses it.',
      'Last launched 93 days ago.',
      'Thursday 12 November 2026, 09:00',
      'America/Los_Angeles',
      '2026-11-12T09:00:00-08:00',
    ];
    const missing = [shownText(html), text].flatMap((part) => expected.filter((words) => !part.includes(words)));
    expect(missing).toEqual([]);
    expect(html).toContain('href="https://holystone.example.com/keep/token-1"');
    expect(text).toContain('Keep it:  https://holystone.example.com/keep/token-1\n');
  });

  test('P2 each resource has its own link and its own date', () => {
    const { html, text } = render(rows(5));
    const links = (part: string) => part.match(/keep\/token-\d/g);
    const reversed = [5, 4, 3, 2, 1].map((number) => `keep/token-${number}`);
    expect([links(html), links(text)]).toEqual([reversed, reversed]);
  });

  test('P2 the first to be deleted is the first to be read', () => {
    const { text } = render([row({ id: 'later', deletionAt: preparedAt + 20 * day }), row({ id: 'sooner' })]);
    expect(text.indexOf('sooner')).toBeLessThan(text.indexOf('later'));
  });

  test('L47 the message shows the very date of each mark, to the millisecond', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: preparedAt, max: preparedAt + 3650 * day }),
        fc.constantFrom('America/Los_Angeles', 'Europe/Berlin', 'Asia/Kathmandu', 'Pacific/Chatham', 'UTC'),
        (deletionAt, timeZone) => {
          const { html, text } = render([row({ deletionAt, timeZone })]);
          expect([instantsIn(shownText(html)), instantsIn(text)]).toEqual([[deletionAt], [deletionAt]]);
        },
      ),
      { numRuns: 50 },
    );
  });

  test('P2 an unknown age is said to be unknown', () => {
    const { createdAt: _, ...ageless } = row();
    expect(render([ageless]).text).toContain('age unknown');
  });

  test('P2 the same digest gives the same message, in whatever order its rows come', () => {
    expect(render(rows(20).toReversed())).toEqual(render(rows(20)));
  });

  test('P2 it says whom to write to when the owner is somebody else', () => {
    const { html, text } = render([row()]);
    const sentence = 'If that is not you, please write to holystone@example.com.';
    expect([shownText(html), text.replace(/\s+/g, ' ')].filter((part) => part.includes(sentence))).toHaveLength(2);
  });

  test('a digest without rows is not a message', () => {
    expect(() => render([])).toThrow(RangeError);
  });
});

describe('subject', () => {
  test('P2 it says how many and by when', () => {
    expect(render(rows(3)).subject).toBe('3 resources will be deleted on Thu 12 Nov 2026');
  });

  test('P2 with several days it says the first', () => {
    const later = row({ id: 'ami-9', deletionAt: preparedAt + 12 * day });
    expect(render([later, row()]).subject).toBe('2 resources will be deleted, the first on Thu 12 Nov 2026');
  });

  test('P2 for a single resource it says which', () => {
    expect(render([row()]).subject).toBe('1 resource will be deleted on Thu 12 Nov 2026: ci-runner');
  });

  test('P3 a name cannot start another header', () => {
    const { subject } = render([row({ name: 'x\r\nBcc: everybody@example.com' })]);
    expect(subject).toBe('1 resource will be deleted on Thu 12 Nov 2026: x[U+000D][U+000A]Bcc: everybody@example.com');
  });
});

describe('data in a digest', () => {
  const hostile = '</td><script>alert(1)</script><img src=x onerror=alert(2)>"\'\n\u202E\u0000';

  test('P3 markup in names, ids, groups and reasons is shown, never run', () => {
    const plain = render([row({ group: 'g' })]).html;
    const { html } = render([
      row({ name: hostile, id: hostile, account: hostile, location: hostile, group: hostile, reasons: [hostile] }),
    ]);
    const tags = (markup: string) => markup.match(/<[a-z]+/gi)?.length;
    expect(tags(html)).toBe(tags(plain));
    expect(shownText(html)).toContain('<script>alert(1)</script><img src=x onerror=alert(2)>"\' [U+202E][U+0000]');
  });

  test('P3 no data can add a line, a tag or an attribute', () => {
    const plain = render([row()]);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }), (data) => {
        const shown = render([row({ name: data, id: data, reasons: [data] })]);
        const shape = (markup: string) => markup.replace(/>[^<]*</g, '><').replace(/aria-label="[^"]*"/, '');
        expect(shape(shown.html).match(/<[^>]*>/g)).toEqual(shape(plain.html).match(/<[^>]*>/g));
        expect(shown.text.split('\n').length).toBe(plain.text.split('\n').length);
      }),
    );
  });

  test('P3 a reason with a line break cannot pretend to be a link of ours', () => {
    const { text } = render([row({ reasons: ['old\n   Keep it:  https://evil.example'] })]);
    expect(text.match(/^ {3}Keep it: .*$/gm)).toEqual(['   Keep it:  https://holystone.example.com/keep/token-1']);
  });

  test('a very long name is cut', () => {
    expect(render([row({ name: 'x'.repeat(10_000) })]).text.length).toBeLessThan(3000);
  });
});

describe('more than fits', () => {
  test('L45 up to itemsPerMessage there is no attachment', () => {
    expect(render(rows(10), { itemsPerMessage: 10 }).attachments).toEqual([]);
  });

  test('L45 of 25 the first 10 are in the message, and it says where all are', () => {
    const { html, text } = render(rows(25), { itemsPerMessage: 10 });
    const sentence =
      'These are the first 10 of 25. All 25, with their dates and links, are in the attached resources.csv.';
    expect([html.match(/keep\/token-/g)?.length, text.match(/keep\/token-/g)?.length]).toEqual([10, 10]);
    expect(shownText(html)).toContain(sentence);
    expect(text.replace(/\s+/g, ' ')).toContain(sentence);
  });

  test('L45 the attachment lists all 25 with their links and dates', () => {
    const [attachment] = render(rows(25), { itemsPerMessage: 10 }).attachments;
    const content = attachment?.content ?? '';
    expect(new Set(content.match(/keep\/token-\d+/g)).size).toBe(25);
    expect(instantsIn(content).toSorted()).toEqual(
      rows(25)
        .map(({ deletionAt }) => deletionAt)
        .toSorted(),
    );
  });

  test('the subject counts all, not those that fit', () => {
    expect(render(rows(25), { itemsPerMessage: 10 }).subject).toMatch(/^25 resources/);
  });
});
