/** A log group after its export: only what nobody wrote to until its end goes. */
import { expect, test } from '@jest/globals';
import { HERE } from '../../support/awsWorld.ts';
import { eachStays, lettered, lifeOf, oldOnes, UNTIL } from '../../support/life.ts';

const idOf = lettered('/shop/web-');
const life = lifeOf('logGroup');
const { world, control, state, remove, sent, days } = life;
const FINAL = `live: true, acceptFinal: { ${UNTIL} }`;
const KEYS = `${FINAL}, exportTo: { bucket: acme-log-archive }`;

/** Without a stream: nothing ever arrived in it. */
function add(logGroupName = idOf(0)): void {
  const { at, tags } = oldOnes(world);
  control().addLogGroups(HERE, [{ logGroupName, creationTime: at.getTime(), tags }]);
}

const beside = () => control().addBucket(HERE, 'acme-log-archive');

async function begin(keys = KEYS): Promise<void> {
  await life.begin(keys);
  beside();
  add();
}

/** One after the other, as AWS exports them, and each old enough. */
async function ready(count = 1): Promise<void> {
  await life.due(count);
  for (let exported = 0; exported < count; exported += 1) {
    expect(await remove()).toMatchObject({ counts: { quarantined: 1, refused: 0, accepted: 0 } });
    await days(1);
  }
  expect(state().exportTasks).toHaveLength(count);
  await days(8);
}

test('A187 nobody wrote to it → it goes a week after its export, which stays', async () => {
  await begin();
  await ready();
  expect(await remove()).toMatchObject({ counts: { accepted: 1 } });
  expect(sent()).toEqual(['TagResource', 'CreateExportTask', 'DeleteLogGroup']);
  expect(state().logGroups).toEqual([]);
});

test('A187 without `exportTo` it is final, and goes at once', async () => {
  await begin(FINAL);
  await life.due();
  expect(await remove()).toMatchObject({ counts: { accepted: 1 } });
  expect(sent()).toEqual(['DeleteLogGroup']);
});

test('A187 a replica dies between the export and the deletion → another finds it, and exports nothing again', async () => {
  await begin();
  await life.due();
  control().addFault({ kind: 'dropAfter', operation: 'CreateExportTask', times: 1 });
  expect(await remove()).toMatchObject({ counts: { quarantined: 0, refused: 0 } });
  life.later(3_600_000);
  expect(await remove()).toMatchObject({ counts: { quarantined: 1 } });
  await days(8);
  expect(await remove()).toMatchObject({ counts: { accepted: 1 } });
  expect(sent().filter((operation) => operation !== 'TagResource')).toEqual(['CreateExportTask', 'DeleteLogGroup']);
  expect(state().exportTasks).toHaveLength(1);
});

test('A187 an export that is under way waits, and one that failed is repeated; the mark stays', async () => {
  await begin();
  await ready();
  const patch = (status: object) =>
    control().update(HERE, 'exportTask', state().exportTasks.at(-1)?.taskId ?? '', { status });
  patch({ code: 'RUNNING' });
  expect(await remove()).toMatchObject({ counts: { accepted: 0, retried: 1 } });
  await days(1);
  patch({ code: 'FAILED', message: 'no access' });
  expect(await remove()).toMatchObject({ counts: { accepted: 0, retried: 1 } });
  expect((await world.marks(life.namespace))[0]?.problem).toContain('is FAILED: no access');
  await days(1);
  expect(await remove()).toMatchObject({ counts: { quarantined: 1 } });
  await days(8);
  expect(await remove()).toMatchObject({ counts: { accepted: 1 } });
  expect(state().exportTasks).toHaveLength(2);
});

const change = (id: string, to: object) => control().update(HERE, 'logGroup', id, { ...to });
const taskOf = (id: string) => state().exportTasks.find(({ logGroupName }) => logGroupName === id)?.taskId ?? '';
const late = (id: string) => {
  const now = world.clock.now();
  change(id, { addedStreams: [{ logStreamName: 'late', creationTime: now, lastIngestionTime: now }] });
};

const table = { life, keys: KEYS, beside, idOf, add, ready, ends: /^Delete/ };

eachStays('A187 it stays, whatever shows only after its export', table, [
  ['an event in a new stream', late],
  ['events that only CloudWatch counted', (id) => life.measured('AWS/Logs', 'IncomingBytes', { LogGroupName: id })],
  ['a metric filter', (id) => change(id, { metricFilterCount: 1 })],
  ['another one of its name', (id) => change(id, { creationTime: world.clock.now() })],
  ['that it has events, and nothing lies there', (id) => change(id, { storedBytes: 1 })],
  ['a function with its name', (id) => life.called(JSON.stringify({ logGroupName: id }))],
]);

test('A187 AWS lists its export no more → it stays, and is exported again', async () => {
  await begin();
  await ready();
  control().remove(HERE, 'exportTask', taskOf(idOf(0)));
  expect(await remove()).toMatchObject({ counts: { accepted: 0, retried: 1 } });
  await days(1);
  expect(await remove()).toMatchObject({ counts: { quarantined: 1 } });
});
