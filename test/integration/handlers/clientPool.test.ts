/** What passes share, and what stays when the last of them ends. Over real connections. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { ec2 } from '../../../src/handlers/aws/calls/ec2.ts';
import { clientOf, send } from '../../../src/handlers/aws/wire/client.ts';
import type { CallScope } from '../../../src/handlers/aws/wire/target.ts';
import { SharedClientPool } from '../../../src/handlers/contract/clientPool.ts';
import { until } from '../../support/until.ts';
import { account, awsForAll, HERE, REGION } from './fixture.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');
const connections = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;

const aws = awsForAll();
let clients: SharedClientPool;
beforeAll(async () => {
  aws.control.addImages(HERE, [{ ImageId: 'ami-00000000000000001' }]);
});
beforeEach(() => {
  clients = new SharedClientPool();
});
afterEach(() => {
  aws.control.clearFaults();
  clients.close();
});

const target = (): CallScope => ({
  account,
  accounts: [account],
  region: REGION,
  identity: 'reader',
  io: aws.io({ clients }),
});
const images = () => send(target(), ec2.describeImages, {});
const assumed = () => aws.operations().filter((operation) => operation === 'AssumeRole').length;

test('when the last pass ends, its clients keep no connection and no memory', async () => {
  const before = connections();
  const made: WeakRef<object>[] = [];
  await clients.during(async () => {
    await clients.during(images);
    await send(target(), ec2.describeVolumes, {});
    made.push(new WeakRef(await clientOf(target(), ec2.describeImages)));
    expect(connections()).toBeGreaterThan(before);
  });
  await until('every connection is closed', () => connections() <= before);
  await until('the client is collected', () => {
    collectGarbage();
    return made[0]?.deref() === undefined;
  });
});

test('a pass shares its clients with one that runs meanwhile, and the next one opens new ones', async () => {
  let [first, meanwhile, next]: (object | undefined)[] = [];
  const open = () => clientOf(target(), ec2.describeImages);
  await clients.during(async () => {
    first = await open();
    await clients.during(async () => {});
    meanwhile = await open();
  });
  await clients.during(async () => {
    next = await open();
  });
  expect([meanwhile === first, next === first]).toEqual([true, false]);
});

test('what was learnt stays: the next pass assumes no role again', async () => {
  await clients.during(images);
  const before = assumed();
  await clients.during(images);
  expect([before > 0, assumed() - before]).toEqual([true, 0]);
});

test('a request that is on its way when the last pass ends has its answer, and its connection ends with it', async () => {
  const before = connections();
  aws.control.addFault({ kind: 'slow', operation: 'DescribeImages', delayMs: 300, times: 1 });
  let late: ReturnType<typeof images> | undefined;
  await clients.during(async () => {
    const { length } = aws.operations();
    late = images();
    await until(
      'the request is sent',
      () => aws.operations().slice(length).includes('DescribeImages') || connections() > before + 1,
    );
  });
  expect((await late)?.Images).toHaveLength(1);
  await until('every connection is closed', () => connections() <= before);
});

test('a client that is used outside of passes stays until one ends', async () => {
  const open = () => clientOf(target(), ec2.describeImages);
  const before = connections();
  const [first] = [await open(), await images()];
  const later = await open();
  await clients.during(async () => {});
  expect([later === first, (await open()) === first]).toEqual([true, false]);
  await until('every connection is closed', () => connections() <= before);
});
