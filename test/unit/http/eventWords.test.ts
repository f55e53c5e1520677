import { describe, expect, test } from '@jest/globals';
import type { AuditEvent } from '../../../src/core/resource/audit.ts';
import { reasonWords } from '../../../src/http/operator/dashboard/eventWords.tsx';
import { sharedWords } from '../../../src/http/operator/texts/words.ts';

describe('P13 the history of a resource in words', () => {
  test.each([
    ['noticed', 'notified'],
    ['optedOut', 'opted out'],
    ['optOutUndone', 'opt out undone'],
    ['markedElsewhere', 'marked elsewhere'],
    ['deleted', 'deleted'],
    ['ofALater', 'of a later'],
  ] as const)('the event %s is called "%s"', (event, words) => {
    expect(sharedWords.event(event as AuditEvent)).toBe(words);
  });

  test('an instant in a reason is shown as the other instants of the page', () => {
    expect(reasonWords('kept until 2027-02-22T12:35:14.782Z: the audit needs it until 2027-03-01T00:00:00Z')).toBe(
      'kept until 2027-02-22 12:35 UTC: the audit needs it until 2027-03-01 00:00 UTC',
    );
    expect(reasonWords('2027-02-22 is no instant')).toBe('2027-02-22 is no instant');
    expect(reasonWords(undefined)).toBe('');
  });
});
