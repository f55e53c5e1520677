/** The export of a log group to S3 before its deletion, what proves it, and what `restore` answers. */
import { describe, expect, test } from '@jest/globals';
import type { SandboxControl } from '../../../sandbox/aws/index.ts';
import type { StoredDefinition } from '../../../src/core/resource/definition.ts';
import { BUCKET, PREFIX } from '../../../src/handlers/aws/resources/logExport.ts';
import type { LogGroupResource } from '../../../src/handlers/aws/resources/logGroup.ts';
import { logGroup } from '../../../src/handlers/aws/types/logGroup/handler.ts';
import { account, awsForEach, HERE, THERE } from './fixture.ts';
import { oneOf } from './oneOf.ts';

type Seed = Parameters<SandboxControl['addLogGroups']>[1][number];

const DAY = 86_400_000;
const ID = '/shop/web#1';
const BUCKET_NAME = 'acme-log-archive';
const FOLDER = `archive/logs/${account.id}/${HERE.region}/shop/web#1`;
const ADDRESS = `s3://${BUCKET_NAME}/${FOLDER}`;
const NOW = Date.now();
const ago = (days: number) => NOW - days * DAY;

const aws = awsForEach();
const exportTo = { bucket: BUCKET_NAME, prefix: 'archive/logs' };
const { begun, made, standing, found, open, keptBecause, storedOf } = oneOf<LogGroupResource>(aws, logGroup, ID, {
  exportTo,
});

function add(seed: Seed = {}): void {
  aws.control.addBucket(HERE, BUCKET_NAME);
  again(seed);
}
function again(seed: Seed = {}): void {
  const logStreamName = 'web/1';
  const [creationTime, lastEventTimestamp] = [ago(390), ago(120)];
  const streams = [{ logStreamName, creationTime, lastEventTimestamp, lastIngestionTime: lastEventTimestamp }];
  const own = { logGroupName: ID, creationTime: ago(400), storedBytes: 4096, streams };
  aws.control.addLogGroups(HERE, [{ ...own, ...seed }]);
}
const tasks = () => aws.control.state(HERE).exportTasks;
const patch = (to: object) => aws.control.update(HERE, 'exportTask', tasks().at(-1)?.taskId ?? '', { ...to });
const ended = (code = 'COMPLETED', message = '') => patch({ status: { code, message } });
const requests = (operation: string) => aws.control.calls({ operation });
/** The standing of one that AWS has completed. */
async function proven(change: () => void = () => undefined) {
  const address = await made();
  ended();
  change();
  return standing(address);
}

describe('A184 the export', () => {
  test('is of all events, called by the group and its day, in a folder of its own', async () => {
    add();
    expect(await begun()).toMatchObject({
      kind: 'done',
      made: `${ADDRESS}/${tasks()[0]?.taskId}`,
      says: expect.stringContaining(ADDRESS),
    });
    expect(requests('CreateExportTask')[0]?.input).toEqual({
      taskName: expect.stringMatching(/^holystone-last-[0-9a-f]{16}-\d{4}-\d\d-\d\d$/),
      logGroupName: ID,
      from: 0,
      to: expect.any(Number),
      destination: BUCKET_NAME,
      destinationPrefix: FOLDER,
    });
    expect(Object.keys((await found()).tags)).toEqual(['holystone:quarantine']);
  });

  test('its answer is lost → its name finds it again, and no second one is made', async () => {
    add();
    aws.control.addFault({ kind: 'dropAfter', operation: 'CreateExportTask', times: 1 });
    expect(await begun()).toBeUndefined();
    expect(await begun()).toMatchObject({ kind: 'done', made: `${ADDRESS}/${tasks()[0]?.taskId}` });
    expect(tasks()).toHaveLength(1);
  });

  test('the task of an earlier group of that name, or one that failed, is another', async () => {
    add();
    await made();
    ended('FAILED');
    await made();
    ended();
    aws.control.remove(HERE, 'logGroup', ID);
    again({ creationTime: ago(395) });
    await made();
    expect(new Set(tasks().map(({ taskName }) => taskName)).size).toBe(2);
    expect(tasks()).toHaveLength(3);
  });

  test('another export in the region is under way → later, and nothing is refused', async () => {
    add();
    aws.control.addExportTasks(HERE, [{ taskName: 'nightly', logGroupName: '/other', status: { code: 'RUNNING' } }]);
    expect(await begun()).toMatchObject({
      kind: 'retry',
      reason: 'AWS makes no other export now: Resource limit exceeded.',
    });
  });

  test('AWS refuses the bucket → its words are told', async () => {
    add();
    const message =
      'GetBucketAcl call on the given bucket failed. Please check if CloudWatch Logs has been granted permission';
    for (const code of ['InvalidParameterException', 'AccessDeniedException']) {
      aws.control.addFault({ kind: 'error', operation: 'CreateExportTask', code, message, status: 400, times: 1 });
      expect(await begun()).toMatchObject({ kind: 'refused', reason: expect.stringContaining('GetBucketAcl') });
    }
    expect(tasks()).toEqual([]);
  });

  test.each<[string, () => void]>([
    ['is not there', () => undefined],
    ['is of another account', () => aws.control.addBucket(THERE, BUCKET_NAME)],
  ])('the bucket %s → nothing is sent', async (_what, make) => {
    make();
    again();
    expect(await begun()).toMatchObject({ kind: 'retry', reason: expect.stringContaining(ADDRESS) });
    expect(requests('CreateExportTask')).toHaveLength(0);
  });
});

describe('A185 what proves it', () => {
  test('it is completed, and its objects are there', async () => {
    add();
    expect(await proven()).toEqual({ kind: 'inEffect' });
  });

  test.each<[string, () => void, string, string]>([
    ['is waiting', () => ended('PENDING'), 'pending', 'is PENDING'],
    ['is running', () => ended('RUNNING'), 'pending', 'is RUNNING'],
    ['is cancelled soon', () => ended('PENDING_CANCEL'), 'pending', 'is PENDING_CANCEL'],
    ['was cancelled', () => ended('CANCELLED', 'by ann'), 'failed', 'is CANCELLED: by ann'],
    ['failed', () => ended('FAILED', 'no access to the key'), 'failed', 'is FAILED: no access to the key'],
    ['is in a new state', () => ended('PARTIAL'), 'failed', 'is PARTIAL'],
    ['is forgotten', () => aws.control.remove(HERE, 'exportTask', tasks()[0]?.taskId ?? ''), 'failed', 'does not list'],
    ['is of another group', () => patch({ logGroupName: '/other' }), 'failed', 'of another log group'],
    ['is called otherwise', () => patch({ taskName: 'nightly' }), 'failed', 'of another log group'],
    ['lies elsewhere', () => patch({ destination: 'other' }), 'failed', 'of another log group'],
    ['begins late', () => patch({ from: 1 }), 'failed', 'not of all events'],
  ])('it %s → it lets nothing go', async (_what, change, kind, why) => {
    add();
    expect(await proven(change)).toMatchObject({ kind, why: expect.stringContaining(why) });
  });

  const addedStreams = (at: number) => () =>
    aws.control.update(HERE, 'logGroup', ID, {
      addedStreams: [{ logStreamName: 'late', creationTime: ago(200), lastIngestionTime: at }],
    });
  test('an event arrived since → it is in use', async () => {
    add();
    expect(await proven(addedStreams(Date.now() + 60_000))).toMatchObject({ kind: 'undone' });
  });

  test('an event arrived less than 12 hours before it → AWS may not have had it, and it is repeated', async () => {
    add();
    expect(await proven(addedStreams(Date.now() - 3_600_000))).toMatchObject({
      kind: 'failed',
      why: expect.stringContaining('12 hours'),
    });
  });

  const emptied = () => {
    for (const key of Object.keys(aws.control.objects(BUCKET_NAME))) aws.control.setObject(BUCKET_NAME, key, null);
  };
  test('nothing lies there → it lets nothing go, unless the group has no event', async () => {
    add();
    expect(await proven(emptied)).toMatchObject({ kind: 'failed', why: expect.stringContaining('nothing lies at') });
    aws.control.update(HERE, 'logGroup', ID, { storedBytes: 0 });
    expect(await standing(`${ADDRESS}/${tasks()[0]?.taskId}`)).toEqual({ kind: 'inEffect' });
  });

  test('the entry names another bucket by now → it is exported there', async () => {
    add();
    const address = await made();
    ended();
    aws.control.addBucket(HERE, 'new-archive');
    const other = oneOf(aws, logGroup, ID, { exportTo: { bucket: 'new-archive' } });
    expect(await other.standing(address)).toMatchObject({
      kind: 'failed',
      why: expect.stringContaining('new-archive'),
    });
    expect(await other.made()).toMatch(/^s3:\/\/new-archive\/exportedlogs\//);
  });

  test('its objects cannot be read → unknown', async () => {
    add();
    const address = await made();
    ended();
    aws.control.addFault({ kind: 'deny', operation: 'ListObjectsV2' });
    await expect(standing(address)).rejects.toThrow('s3:ListBucket');
  });
});

test('A186 with an export: its notice says the address, and one of another class is kept', async () => {
  add();
  expect((await found()).note).toEqual({ code: 'exportedFirst', values: { address: ADDRESS } });
  expect(keptBecause(await found())).toEqual([]);
  aws.control.update(HERE, 'logGroup', ID, { logGroupClass: 'INFREQUENT_ACCESS' });
  expect(keptBecause(await found())).toEqual([expect.stringContaining('its class is INFREQUENT_ACCESS')]);
  const plain = oneOf<LogGroupResource>(aws, logGroup, ID);
  expect((await plain.found()).note).toEqual({ code: 'finalDeletion', values: {} });
  expect(plain.keptBecause(await plain.found())).toEqual([]);
});

describe('A188 `restore`', () => {
  async function gone(isExported = true): Promise<StoredDefinition> {
    add({ retentionInDays: 30, kmsKeyId: 'arn:aws:kms:us-east-1:111111111111:key/1', tags: { team: 'shop' } });
    if (isExported) await made();
    if (isExported) ended();
    const one = await found();
    expect((await open().delete([one])).get(ID)).toMatchObject({ kind: 'accepted' });
    return storedOf(one);
  }
  const plan = async (stored: StoredDefinition) => open({ mayRestore: true }).restore?.(stored, undefined);
  const copies = [{ command: expect.stringMatching(/^aws s3 cp --recursive 's3:\/\/acme-log-archive\/archive/) }];

  test('makes the group again with its settings, once, and says where its events lie', async () => {
    const stored = await gone();
    const ready = await plan(stored);
    if (ready?.kind !== 'ready') throw new Error(JSON.stringify(ready));
    expect(ready.steps.map(({ says }) => says)).toEqual([
      expect.stringContaining('without its events'),
      expect.stringContaining('how many days'),
    ]);
    expect(await ready.run()).toMatchObject({ kind: 'restored', id: ID, afterwards: copies });
    expect(requests('CreateLogGroup')[0]?.input).toMatchObject({
      logGroupName: ID,
      kmsKeyId: 'arn:aws:kms:us-east-1:111111111111:key/1',
      logGroupClass: 'STANDARD',
      tags: { team: 'shop', 'holystone:restored-from': expect.stringMatching(/^[0-9a-f]{16}$/) },
    });
    expect((await found()).retentionInDays).toBe(30);
    expect(await plan(stored)).toMatchObject({ kind: 'restored', afterwards: copies });
  });

  test('a function has made one of its name → refused, and the address is told', async () => {
    const stored = await gone();
    again({ creationTime: ago(1) });
    expect(await plan(stored)).toMatchObject({
      kind: 'refused',
      why: expect.stringContaining('by now'),
      steps: copies,
    });
  });

  test('no export of it is listed → gone for good', async () => {
    const stored = await gone(false);
    expect(await plan(stored)).toMatchObject({ kind: 'refused', why: expect.stringContaining('gone for good') });
    expect(requests('CreateLogGroup')).toHaveLength(0);
  });
});

test('names of buckets and prefixes are read in one step, however long', () => {
  for (const sign of ['a', 'a/', 'a.', '-'])
    for (const one of [BUCKET, PREFIX]) expect(one.test(`${sign.repeat(200_000)}!`)).toBe(false);
});
