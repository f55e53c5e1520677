import { expect, test } from '@jest/globals';
import { evidenceHash } from '../../../src/lifecycle/evidence/evidenceHash.ts';
import { resource, verdict } from '../../support/evaluation.ts';

test('a verdict without any evidence has a hash too: all sources switched off, or accepted unread', async () => {
  const judged = { verdict: await verdict(resource('ami-1')), counts: {}, readAt: Number.POSITIVE_INFINITY };
  expect(evidenceHash(judged)).toMatch(/^[0-9a-f]{64}$/);
});
