import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { metricsMarkdown } from '../../../tools/docs/metricsPage.ts';

test('docs/metrics.md lists the metrics that the program registers', async () => {
  const page = readFileSync(new URL('../../../docs/metrics.md', import.meta.url), 'utf8');
  expect(page).toBe(await metricsMarkdown());
});
