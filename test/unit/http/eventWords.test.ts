import { describe, expect, test } from '@jest/globals';
import type { AuditEvent } from '../../../src/core/resource/audit.ts';
import { reasonWords } from '../../../src/http/operator/dashboard/eventWords.tsx';
import { sharedWords } from '../../../src/http/operator/texts/words.ts';

describe('P13 the history of a resource in words', () => {
  test.each([
    ['noticed', 'deletes', 'notified'],
    ['optedOut', 'stops', 'opted out'],
    ['optOutUndone', 'deletes', 'opt out undone'],
    ['markedElsewhere', 'both', 'marked elsewhere'],
    ['deleted', 'deletes', 'deleted'],
    ['deleted', 'stops', 'stopped'],
    ['deleted', 'both', 'deleted or stopped'],
    ['ofALater', 'deletes', 'of a later'],
  ] as const)('the event %s of what Holystone %s is called "%s"', (event, ends, words) => {
    expect(sharedWords.event(event as AuditEvent, ends)).toBe(words);
  });

  test('an instant in a reason is shown as the other instants of the page', () => {
    expect(reasonWords('kept until 2027-02-22T12:35:14.782Z: the audit needs it until 2027-03-01T00:00:00Z')).toBe(
      'kept until 2027-02-22 12:35 UTC: the audit needs it until 2027-03-01 00:00 UTC',
    );
    expect(reasonWords('2027-02-22 is no instant')).toBe('2027-02-22 is no instant');
    expect(reasonWords(undefined)).toBe('');
  });
});
