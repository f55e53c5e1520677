/** The report about each run of a unit: one line of the log, and one set of metrics. */
import { expect, test } from '@jest/globals';
import { logPass } from '../../../src/composition/daemonLogs.ts';
import type { Logger } from '../../../src/core/common/logger.ts';
import { UNIT_COUNTS } from '../../../src/core/work/unitSummary.ts';
import { createMetrics } from '../../../src/telemetry/metrics.ts';
import { namespace, passRecord } from '../../support/queue.ts';

const TAGS = namespace('registry:hub:shop%2Fweb:tag');
const SURVEY = { listed: 9, candidate: 4, protected: 2, undated: 1, cacheHits: 3 };
const DELETION = { due: 4, deleted: 2, refused: 1, retried: 1 };

test('R17 each run is one line of the log, with every number of its unit', () => {
  const lines: { readonly message: string; readonly fields: object }[] = [];
  const say = (fields: object, message: string) => lines.push({ message, fields });
  const log = { debug: say, info: say, warn: say, error: say } as unknown as Logger;
  logPass(log, passRecord({ namespace: TAGS, counts: SURVEY, startedAt: 0, endedAt: 2_500 }));
  logPass(log, passRecord({ namespace: TAGS, action: 'delete', counts: DELETION, outcome: 'unfinished' }));
  const numbers = { deleted: 0, failed: 0, undated: 0, protected: 0, budgetUsedMs: 0, cacheHits: 0, listed: 0 };
  const survey = { ...numbers, listed: 9, matched: 4, undated: 1, protected: 2, budgetUsedMs: 2_500, cacheHits: 3 };
  const deletion = { ...numbers, matched: 4, deleted: 2, failed: 2 };
  expect(lines).toMatchObject([
    { message: 'pass', fields: { namespace: TAGS, unit: { ...survey, outcome: 'complete' } } },
    { message: 'pass', fields: { namespace: TAGS, unit: { ...deletion, outcome: 'unfinished' } } },
  ]);
});

test('R17 the metrics add up every number of a run, its time and its outcome', async () => {
  const metrics = createMetrics({ version: '0.0.0' });
  metrics.pass(passRecord({ namespace: TAGS, counts: SURVEY, startedAt: 0, endedAt: 2_500 }));
  metrics.pass(passRecord({ namespace: TAGS, action: 'delete', counts: DELETION, outcome: 'unfinished' }));
  const text = await metrics.registry.metrics();
  const said = [...text.matchAll(/^holystone_unit_resources_total\{.*action="(\w+)",what="(\w+)"\} (\d+)$/gm)];
  expect(Object.fromEntries(said.map(([, action, what, count]) => [`${action} ${what}`, Number(count)]))).toEqual({
    ...{ 'mark listed': 9, 'mark matched': 4, 'mark undated': 1, 'mark protected': 2, 'mark cacheHits': 3 },
    ...{ 'delete matched': 4, 'delete deleted': 2, 'delete failed': 2 },
  });
  expect(new Set(said.map(([, , what]) => what))).toEqual(new Set(UNIT_COUNTS));
  expect(text).toMatch(/^holystone_unit_budget_used_seconds_total\{.*location="shop\/web".*action="mark"\} 2.5$/m);
  expect(text).toMatch(/^holystone_passes_total\{.*action="delete",outcome="unfinished"\} 1$/m);
});

test('R17 a deletion that AWS accepted and a later run finds finished counts once', async () => {
  const metrics = createMetrics({ version: '0.0.0' });
  for (const counts of [{ due: 2, accepted: 2 }, { deleted: 2 }])
    metrics.pass(passRecord({ namespace: TAGS, action: 'delete', counts }));
  const text = await metrics.registry.metrics();
  expect(text).toMatch(/^holystone_unit_resources_total\{.*what="deleted"\} 2$/m);
});

test('R16 the fifth failure in a row is an error in the log, the first four are warnings, and the end of them is none', () => {
  const levels: string[] = [];
  const at = (level: string) => (_fields: object, message: string) => levels.push(`${level}: ${message}`);
  const log = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') } as unknown as Logger;
  for (let failures = 1; failures <= 5; failures++)
    logPass(log, passRecord({ namespace: TAGS, outcome: 'failed', failures, problem: 'the registry does not answer' }));
  logPass(log, passRecord({ namespace: TAGS, outcome: 'complete', failures: 0 }));
  expect(levels).toEqual([
    ...Array.from({ length: 4 }, () => 'warn: pass'),
    'error: unit failed: it is tried ever more rarely',
    'warn: pass',
    'info: pass',
  ]);
});
