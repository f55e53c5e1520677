import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Namespace, namespaceOf } from '../../../src/core/resource/namespace.ts';
import {
  bucketKey,
  CONTROL,
  evidenceKeys,
  namespaceKeys,
  OUTBOX_INDEX,
  outboxKeys,
  slotKeys,
} from '../../../src/state/redis/keys.ts';

/** The part of a key that Redis hashes: between the first `{` and the next `}` unless empty, else the whole key. */
function hashTag(key: string): string {
  return /^[^{]*\{([^}]+)\}/.exec(key)?.[1] ?? key;
}

const NS = namespaceOf({ provider: 'aws', account: 'test', location: 'us-east-1', resourceType: 'image' });

test('the keys of a namespace are named as the design says', () => {
  expect(namespaceKeys(NS)).toMatchObject({
    marks: 'holystone:{aws:test:us-east-1:image}:marks',
    schedule: 'holystone:{aws:test:us-east-1:image}:schedule',
    retry: 'holystone:{aws:test:us-east-1:image}:retry',
    optOuts: 'holystone:{aws:test:us-east-1:image}:optouts',
    record: 'holystone:{aws:test:us-east-1:image}:record',
    pass: 'holystone:{aws:test:us-east-1:image}:pass',
    lock: 'holystone:{aws:test:us-east-1:image}:lock',
    audit: 'holystone:{aws:test:us-east-1:image}:audit',
  });
  expect(outboxKeys('a@x').outbox).toBe('holystone:{a%40x}:outbox');
  expect(CONTROL.control).toBe('holystone:control');
});

describe('keys that one script touches are in one slot of a cluster', () => {
  test('L66 of any namespace', () => {
    const part = fc.string({ minLength: 1, unit: 'grapheme' });
    fc.assert(
      fc.property(part, part, (account, location) => {
        const { budget, refusals, passes, blocked, blockedRows, op, ...rest } = namespaceKeys(
          namespaceOf({ provider: 'aws', account, location, resourceType: 'image' }),
        );
        const keys = [...Object.values(rest), budget('2026-01-31'), refusals('2026-01-31'), op('1')];
        keys.push(passes('mark'), passes('delete'), blocked('mark'), blockedRows('d'));
        expect(new Set(keys.map(hashTag)).size).toBe(1);
        expect(new Set(keys).size).toBe(keys.length);
      }),
    );
  });

  test('of any owner, name and bucket, and two of them never share a key', () => {
    const name = fc.string({ minLength: 1, unit: 'grapheme' });
    fc.assert(
      fc.property(name, name, (a, b) => {
        const keys = outboxKeys(a);
        expect(hashTag(keys.outbox)).toBe(hashTag(keys.op('1')));
        expect(hashTag(slotKeys(a, 1).slot)).toBe(hashTag(slotKeys(a, 1).op('1')));
        const evidenceOf = (source: string, location: string) =>
          evidenceKeys({ source, accountId: '1', location }, 'hash');
        expect(hashTag(evidenceOf(a, b).entry)).toBe(hashTag(evidenceOf(a, b).lease));
        if (a === b) return;
        expect(evidenceOf(a, b).entry).not.toBe(evidenceOf(b, a).entry);
        expect(outboxKeys(b).outbox).not.toBe(keys.outbox);
        expect(slotKeys(b, 1).slot).not.toBe(slotKeys(a, 1).slot);
        const bucketOf = (account: string, location: string) => bucketKey({ account, location, api: 'x' });
        expect(bucketOf(a, b)).not.toBe(bucketOf(b, a));
      }),
    );
  });

  test('of the fleet’s control and of the index of owners', () => {
    expect(new Set([CONTROL.control, CONTROL.audit, CONTROL.op('1')].map(hashTag)).size).toBe(1);
    expect(hashTag(OUTBOX_INDEX.index)).toBe(hashTag(OUTBOX_INDEX.op('1')));
  });
});

test('a namespace with a brace in it is refused', () => {
  expect(() => namespaceKeys('aws:{x}:y:image' as Namespace)).toThrow(RangeError);
});

test('an owner with half a character has a key', () => {
  expect(outboxKeys('a\ud800').outbox).toBe('holystone:{a%EF%BF%BD}:outbox');
});
