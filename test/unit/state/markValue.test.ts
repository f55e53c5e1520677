import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Mark } from '../../../src/core/mark.ts';
import { namespaceOf } from '../../../src/core/namespace.ts';
import { decodeMark, encodeMark, fingerprint, versionOf } from '../../../src/state/markValue.ts';

const text = fc.string({ unit: 'grapheme' });
const marks: fc.Arbitrary<Mark> = fc
  .record({
    id: text,
    identity: text,
    generation: text,
    revision: fc.nat(),
    owner: text,
    recipient: text,
    noticeGeneration: text,
    name: text,
    reasons: fc.array(text),
    date: fc.nat({ max: 8.64e15 }),
  })
  .map(({ recipient, noticeGeneration, name, date, ...rest }) => ({
    ...rest,
    namespace: namespaceOf({ provider: 'aws', account: 'a', location: 'l', resourceType: 'image' }),
    state: 'noticed',
    resource: { name },
    ownerVia: 'tag',
    markedAt: 1,
    projectedDeletionAt: date,
    attempts: 0,
    notice: { messageId: '<1>', recipient, acceptedAt: 1, shownAt: 2, generation: noticeGeneration, validUntil: date },
  }));

test('L66 any mark is read as it was written, whatever is in it', () => {
  fc.assert(fc.property(marks, (mark) => expect(decodeMark(mark.id, encodeMark(mark))).toEqual(mark)));
});

test('L66 the nine fields that scripts read are where they look for them, whatever is in the mark', () => {
  fc.assert(
    fc.property(marks, (mark) => {
      const fields = encodeMark(mark).split('|').slice(0, 9);
      expect(fields).toEqual([
        encodeURIComponent(mark.generation),
        String(mark.revision),
        'noticed',
        fingerprint(mark.identity),
        fingerprint(mark.owner ?? ''),
        encodeURIComponent(mark.notice?.generation ?? ''),
        fingerprint(mark.notice?.recipient ?? ''),
        String(mark.notice?.validUntil),
        String(mark.projectedDeletionAt),
      ]);
    }),
  );
});

test('a version matches its own mark only, also among revisions that begin alike', () => {
  fc.assert(
    fc.property(marks, marks, (a, b) => {
      expect(encodeMark(a).startsWith(versionOf(a))).toBe(true);
      const isSame = a.generation === b.generation && a.revision === b.revision;
      expect(encodeMark(b).startsWith(versionOf(a))).toBe(isSame);
      const next = { ...a, revision: Number(`${a.revision}0`) + 1 };
      expect(encodeMark(next).startsWith(versionOf(a))).toBe(false);
    }),
  );
});
