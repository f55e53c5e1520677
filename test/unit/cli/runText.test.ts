/** The text of `holystone run` for people about the passes of one namespace. */
import { expect, test } from '@jest/globals';
import { blockText, closingText, type RunLine } from '../../../src/cli/text/runText.ts';
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
  stopped: null,
};

test('the counts of a notify pass have the verb of the rest of the text', () => {
  expect(blockText('aws:test:us-east-1:image', 'live', [NOTIFY], 'deletes')).toBe(
    'aws:test:us-east-1:image  live\n  notify  complete  marks 20, notified 18, not notified 2',
  );
});

test('the dates of a problem have no seconds', () => {
  const problem = 'the next deletions follow after 2026-11-24T00:51:23.469Z; see `holystone stage`';
  const paced = { ...NOTIFY, action: 'delete', outcome: 'paced', counts: {}, problem } as const;
  expect(blockText('aws:test:us-east-1:image', 'canary', [paced], 'deletes')).toContain(
    'follow after 2026-11-24 00:51 UTC; see',
  );
});

test('a pass that a tripwire stopped ends with where to review it, and the command that approves it', () => {
  const namespace = 'registry:hub:shop%2Fweb:tag' as Namespace;
  const line: RunLine = {
    ...NOTIFY,
    namespace,
    action: 'mark',
    outcome: 'blocked',
    counts: {},
    passId: 'p 1',
    stopped: 19,
  };
  const closing = { lines: [line], consoleUrl: 'https://h.example.com', messages: { sent: 0, failed: 0 } };
  expect(closingText({ ...closing, endOf: () => 'deletes', isCutShort: false, exitCode: 3, now: 0 })).toContain(
    'Review 19: https://h.example.com/blocked/registry%3Ahub%3Ashop%252Fweb%3Atag/p%201, or `holystone approve registry:hub:shop%2Fweb:tag --pass p 1`.',
  );
});
