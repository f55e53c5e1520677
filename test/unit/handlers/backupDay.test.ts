/** What a backup program deletes itself, on the day of its tag. */
import { expect, test } from '@jest/globals';
import { backupDay } from '../../../src/handlers/aws/resources/backupDay.ts';
import { dbClusterSnapshot } from '../../../src/handlers/aws/types/dbClusterSnapshot/handler.ts';
import { dbSnapshot } from '../../../src/handlers/aws/types/dbSnapshot/handler.ts';
import { image } from '../../../src/handlers/aws/types/image/handler.ts';
import { snapshot } from '../../../src/handlers/aws/types/snapshot/handler.ts';
import { resource } from '../../support/evaluation.ts';

const NOW = Date.UTC(2026, 5, 10, 12);
const keeps = (tags: Readonly<Record<string, string>>, expiry = {}) =>
  backupDay.keeps(resource('a', { tags }), {}, { now: NOW, findings: [], expiry });

test.each([
  { DeleteOn: '06-11-2026' },
  { DeleteOn: '06-10-2026' },
  { DeleteOn: '12-31-2099' },
  { 'delete-on': '2026-06-11' },
  // The 7th of May, or the 5th of July: the later one counts.
  { DeleteOn: '05-07-2026' },
  { deleteAfter: '2026-06-11T00:00:00Z' },
  { PurgeAfterFE: String(NOW / 1000 + 60), PurgeAllow: 'true' },
  { RetainUntil: '20260611' },
  { 'keep-until': 'never' },
])('A87 a backup whose program keeps it until a day that has not passed stays: %j', (tags) => {
  expect(keeps(tags)).toMatch(/^its backup program keeps it until the day of its tag: /);
});

test('A87 a day that cannot be read keeps it', () => {
  expect(keeps({ DeleteOn: '45' })).toMatch(/DeleteOn=45, which is no day that can be read$/);
});

test.each([
  { DeleteOn: '05-31-2026' },
  { DeleteOn: '2026-06-09' },
  { PurgeAfterFE: String(NOW / 1000 - 60) },
  { Name: '2099-01-01', DeleteOnTermination: 'true', team: 'keep' },
])('A87 one whose day has passed was forgotten by its program, and other tags say nothing: %j', (tags) => {
  expect(keeps(tags)).toBeUndefined();
});

test('A87 the entry reads the tag itself, by `expiry.keys`: then that decides', () => {
  expect(keeps({ DeleteOn: '06-11-2026' }, { keys: ['deleteon'] })).toBeUndefined();
});

test('A87 images and every kind of snapshot are kept so', () => {
  for (const { safeguards } of [image, snapshot, dbSnapshot, dbClusterSnapshot])
    expect(safeguards).toContain(backupDay);
});
