import { describe, expect, test } from '@jest/globals';
import type { AuditEvent } from '../../../src/core/resource/audit.ts';
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
});
