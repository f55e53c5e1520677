/** Objects whose names the API server makes: those of an earlier generation may go, as a label of the entry says. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { AS_WRITTEN, applied, candidates, clusterForEach, commanded, planned, verdictOf } from './fixture.ts';

const cluster = clusterForEach();

const WEB = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: web, namespace: shop }\n';
const LABELLED = AS_WRITTEN.replace('source:', 'generationLabel: example.com/release, source:');
/** @param more of the metadata in source */
const declares = (more: string) => ({
  'rendered/all.yaml': `${WEB}---\napiVersion: batch/v1\nkind: Job\nmetadata: { generateName: migrate-, ${more} }\n`,
});
const id = (name: string) => `batch/Job/shop/${name}`;

/** A Job that was made on that day from `generateName: migrate-`. */
function job(name: string, release: string | undefined, day: string, more: object = {}): void {
  const labels = release === undefined ? {} : { 'example.com/release': release };
  const creationTimestamp = `${day}T00:00:00Z`;
  cluster.apply(
    applied('batch/v1', 'Job', name, {
      ...{ namespace: 'shop', generateName: 'migrate-', creationTimestamp, labels },
      ...more,
    }),
  );
}

describe('an object whose name the API server made', () => {
  beforeEach(() => {
    job('migrate-a', 'r1', '2026-01-01');
    job('migrate-b', 'r2', '2026-01-02');
    job('migrate-c', 'r2', '2026-01-03');
  });

  test('Q12 is kept while its generation label is that of the youngest of its family, and is a candidate after', async () => {
    const plan = await planned(cluster.url, { 'rendered/all.yaml': WEB }, LABELLED);
    expect(candidates(plan)).toEqual([id('migrate-a')]);
    expect(verdictOf(plan, id('migrate-b'))).toContain('its label example.com/release: r2 is that of the newest');
    expect(verdictOf(plan, id('migrate-c'))).toContain('newest');
  });

  test('Q8 Q12 is in source by its label: source may go back to an earlier generation', async () => {
    const back = await planned(cluster.url, declares('namespace: shop, labels: { example.com/release: r1 }'), LABELLED);
    expect(candidates(back)).toEqual([]);
    expect(verdictOf(back, id('migrate-a'))).toContain('used by source all.yaml:5');
    const newer = await planned(cluster.url, declares('labels: { example.com/release: r2 }'), LABELLED);
    expect(candidates(newer)).toEqual([id('migrate-a')]);
  });

  test.each([['labels: {}'], ['namespace: shop'], ['labels: { example.com/release: }'], ['annotations: {}']])(
    'Q8 Q12 stays in all its generations while source does not say which one it means: %s',
    async (more) => {
      expect(candidates(await planned(cluster.url, declares(more), LABELLED))).toEqual([]);
    },
  );

  test('Q12 stays where the entry names no label', async () => {
    expect(candidates(await planned(cluster.url, { 'rendered/all.yaml': WEB }))).toEqual([]);
  });

  test('Q12 stays without the label, and takes no place of those that have it', async () => {
    job('migrate-d', undefined, '2026-01-04');
    const plan = await planned(cluster.url, { 'rendered/all.yaml': WEB }, LABELLED);
    expect(candidates(plan)).toEqual([id('migrate-a')]);
    expect(verdictOf(plan, id('migrate-d'))).toContain('the API server made its name');
  });

  test('Q12 stays until it has its minimum age', async () => {
    const aged = LABELLED.replace('source:', 'minimumAge: 3000d, source:');
    expect(candidates(await planned(cluster.url, { 'rendered/all.yaml': WEB }, aged))).toEqual([]);
  });

  test('Q12 of another kind, namespace or start is of another family', async () => {
    cluster.apply(
      applied('batch/v1', 'CronJob', 'migrate-e', {
        ...{ namespace: 'shop', generateName: 'migrate-', creationTimestamp: '2026-02-01T00:00:00Z' },
        labels: { 'example.com/release': 'r9' },
      }),
    );
    job('migrate-f', 'r9', '2026-02-01', { namespace: 'other' });
    job('seed-g', 'r9', '2026-02-01', { generateName: 'seed-' });
    expect(candidates(await planned(cluster.url, { 'rendered/all.yaml': WEB }, LABELLED))).toEqual([id('migrate-a')]);
  });

  test('Q12 stays where two generations were made in one second, or where a date is not known', async () => {
    job('migrate-d', 'r3', '2026-01-03');
    job('migrate-e', 'r0', '2026-01-01', { creationTimestamp: null });
    const plan = await planned(cluster.url, { 'rendered/all.yaml': WEB }, LABELLED);
    expect(candidates(plan)).toEqual([id('migrate-a')]);
  });

  test('Q12 is kept in `diff` for the same reason', async () => {
    const { stdout } = await commanded(cluster.url, ['diff', 'shop/prod'], { 'rendered/all.yaml': WEB }, LABELLED);
    const why = 'its label example.com/release: r2 is that of the newest of its kind';
    expect(stdout).toContain(`${id('migrate-a')}\n`);
    expect(stdout).toContain(`${id('migrate-b')}  (kept: ${why})`);
  });
});
