import { expect, test } from '@jest/globals';
import type { AuditEntry } from '../../../src/core/resource/audit.ts';
import type { Namespace } from '../../../src/core/resource/namespace.ts';
import { endingOf } from '../../../src/http/public/link/ending.ts';

const historyOf = (...events: AuditEntry['event'][]): readonly AuditEntry[] =>
  events.map((event, at) => ({
    at,
    namespace: 'aws:test:us-east-1:image' as Namespace,
    id: 'a',
    event,
    actor: 'x',
    reason: '',
  }));

test('L65 a resource kept during quarantine has survived no deletion', () => {
  expect(endingOf(historyOf('marked', 'noticed', 'permitted', 'unmarked'))).toMatchObject({ kind: 'survived' });
  expect(endingOf(historyOf('marked', 'noticed', 'permitted', 'quarantined', 'unmarked'))).toBeUndefined();
});
