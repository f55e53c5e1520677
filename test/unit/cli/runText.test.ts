/** The text of `holystone run` for people about the passes of one namespace. */
import { expect, test } from '@jest/globals';
import { blockText, type RunLine } from '../../../src/cli/text/runText.ts';
import type { Namespace } from '../../../src/core/resource/namespace.ts';

const NOTIFY: RunLine = {
  namespace: 'aws:test:us-east-1:image' as Namespace,
  action: 'notify',
  outcome: 'complete',
  counts: { marks: 20, noticed: 18, unnoticed: 2, queued: 0 },
  passId: 'p1',
  problem: null,
  nextDueAt: null,
  lookedFor: null,
};

test('the counts of a notify pass have the verb of the rest of the text', () => {
  expect(blockText('aws:test:us-east-1:image', 'live', [NOTIFY])).toBe(
    'aws:test:us-east-1:image  live\n  notify  complete  marks 20, notified 18, not notified 2',
  );
});

test('the dates of a problem have no seconds', () => {
  const problem = 'the next deletions follow after 2026-11-24T00:51:23.469Z; see `holystone stage`';
  const paced = { ...NOTIFY, action: 'delete', outcome: 'paced', counts: {}, problem } as const;
  expect(blockText('aws:test:us-east-1:image', 'canary', [paced])).toContain('follow after 2026-11-24 00:51 UTC; see');
});
