/** What saves before a deletion is no choice, and the reference pages say so. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { formatMs } from '../../../src/core/common/duration.ts';
import { handlers } from '../../../src/handlers/index.ts';
import { handlersMarkdown } from '../../../tools/docs/handlerPages.ts';

const always = handlers.flatMap((handler) => {
  const ms = handler.quarantine?.alwaysForMs;
  return ms === undefined ? [] : [{ handler, type: handler.resourceType, time: formatMs(ms) }];
});

test.each(always)('A198 a $type never goes without its quarantine: its page says how long', ({ handler, time }) => {
  expect(handlersMarkdown([handler])).toContain(
    `### Quarantine: always, for ${time} unless \`quarantine\` says another time\n`,
  );
});

test('A198 the reference of the settings never calls `off` their default', () => {
  const reference = readFileSync(new URL('../../../docs/configuration.md', import.meta.url), 'utf8');
  const rows = reference.split('\n').filter((line) => line.startsWith('| `quarantine` |'));
  const others = handlers.filter(({ quarantine: step }) => step && step.alwaysForMs === undefined);
  expect(always.length).toBeGreaterThan(0);
  expect(rows.filter((row) => row.includes('unless given, never `off`'))).toHaveLength(always.length);
  expect(rows.filter((row) => row.includes('`off` unless given'))).toHaveLength(others.length);
});
