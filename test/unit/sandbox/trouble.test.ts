import { DescribeAutoScalingGroupsCommand } from '@aws-sdk/client-auto-scaling';
import {
  CreateVpcCommand,
  DeregisterImageCommand,
  DescribeImagesCommand,
  paginateDescribeImages,
} from '@aws-sdk/client-ec2';
import { describe, expect, test } from '@jest/globals';
import type { FaultRule } from '../../../sandbox/aws/index.ts';
import { connectSandbox } from '../../support/connectSandbox.ts';
import { until } from '../../support/until.ts';
import { autoScalingClient, ec2Client, failure, HOME, OTHER, PLACE, sandbox } from './fixture.ts';

const LIST = new DescribeImagesCommand({ Owners: ['self'], MaxResults: 1000 });

async function withImages(count: number) {
  const aws = await sandbox();
  const ids = aws.control.addImages(
    PLACE,
    Array.from({ length: count }, () => ({})),
  );
  return { aws, ids, client: ec2Client(aws) };
}

describe('faults', () => {
  test.each<[Partial<FaultRule> & Pick<FaultRule, 'kind'>, object]>([
    [{ kind: 'throttle' }, { code: 'RequestLimitExceeded', status: 503 }],
    [{ kind: 'deny' }, { code: 'UnauthorizedOperation', status: 403 }],
    [{ kind: 'error' }, { code: 'InternalError', status: 500 }],
    [
      { kind: 'error', code: 'Unavailable', status: 503 },
      { code: 'Unavailable', status: 503 },
    ],
    [{ kind: 'drop' }, { message: expect.stringContaining('socket hang up') }],
    [{ kind: 'cutOff' }, { message: expect.stringContaining('aborted') }],
  ])('%o reaches the client', async (rule, expected) => {
    const { aws, client } = await withImages(200);
    aws.control.addFault({ operation: 'DescribeImages', ...rule });
    expect(await failure(client.send(LIST))).toMatchObject(expected);
    expect(aws.control.calls().at(-1)?.fault).toBe(rule.kind);
  });

  test('a reply that is cut in the middle but says its length is an error for the client', async () => {
    const { aws, client } = await withImages(200);
    aws.control.addFault({ operation: 'DescribeImages', kind: 'truncate' });
    await expect(client.send(LIST)).rejects.toThrow();
  });

  test('strike from the nth call on, so many times, and are then over', async () => {
    const { aws, client } = await withImages(1);
    aws.control.addFault({ operation: 'DescribeImages', kind: 'error', nth: 2, times: 1 });
    const statuses: number[] = [];
    for (let call = 0; call < 3; call += 1) {
      await client.send(LIST).then(
        () => statuses.push(200),
        () => statuses.push(500),
      );
    }
    expect(statuses).toEqual([200, 500, 200]);
  });

  test('strike one page, one account, one id, and can be removed', async () => {
    const { aws, ids, client } = await withImages(12);
    const operation = 'DescribeImages';
    aws.control.addFault({ operation, kind: 'error', page: 2 });
    aws.control.addFault({ operation, kind: 'error', account: OTHER });
    aws.control.addFault({ operation, kind: 'deny', containing: ids[3] ?? '' });
    const pages: number[] = [];
    const listing = async () => {
      const Owners = ['self'];
      for await (const page of paginateDescribeImages({ client, pageSize: 5 }, { Owners }))
        pages.push(page.Images?.length ?? 0);
    };
    const second = await failure(listing());
    const foreign = await failure(ec2Client(aws, { account: OTHER }).send(LIST));
    const byId = await failure(client.send(new DescribeImagesCommand({ ImageIds: [ids[3] ?? ''] })));
    aws.control.clearFaults();
    await listing();
    expect([second.code, foreign.code, byId.code]).toEqual(['InternalError', 'InternalError', 'UnauthorizedOperation']);
    expect(pages).toEqual([5, 5, 5, 2]);
  });

  test('A6 `repeatToken` makes a listing that would never end', async () => {
    const { aws, client } = await withImages(20);
    aws.control.addFault({ operation: 'DescribeImages', kind: 'repeatToken' });
    const first = await client.send(new DescribeImagesCommand({ MaxResults: 5 }));
    const ask = () => client.send(new DescribeImagesCommand({ MaxResults: 5, NextToken: first.NextToken }));
    const [second, third] = [await ask(), await ask()];
    expect(second.NextToken).toBe(first.NextToken);
    expect(third.Images).toEqual(second.Images);
  });

  test('`empty` is a success with nothing in it', async () => {
    const { aws, client } = await withImages(3);
    aws.control.addFault({ operation: 'DescribeImages', kind: 'empty', times: 1 });
    const empty = await client.send(LIST);
    expect(empty.Images).toEqual([]);
    expect((await client.send(LIST)).Images).toHaveLength(3);
  });

  test('`blank` is a success without a body, where a client sees no list at all', async () => {
    const { aws, client } = await withImages(3);
    aws.control.addFault({ operation: 'DescribeImages', kind: 'blank' });
    const { $metadata, ...output } = await client.send(LIST);
    expect([$metadata.httpStatusCode, output]).toEqual([200, {}]);
  });

  test('`dropAfter` loses the reply, not the effect', async () => {
    const { aws, ids, client } = await withImages(1);
    aws.control.addFault({ operation: 'DeregisterImage', kind: 'dropAfter' });
    const error = await failure(client.send(new DeregisterImageCommand({ ImageId: ids[0] })));
    expect(error.message).toContain('socket hang up');
    expect(aws.control.state(PLACE).images).toEqual([]);
    expect(aws.control.calls().at(-1)).toMatchObject({ status: 200, fault: 'dropAfter' });
  });

  test('`drop` loses the request before any effect', async () => {
    const { aws, ids, client } = await withImages(1);
    aws.control.addFault({ operation: 'DeregisterImage', kind: 'drop' });
    await failure(client.send(new DeregisterImageCommand({ ImageId: ids[0] })));
    expect(aws.control.state(PLACE).images).toHaveLength(1);
    expect(aws.control.calls().at(-1)?.status).toBe(0);
  });

  test('`hang` gives no answer while the sandbox lives', async () => {
    const { aws, client } = await withImages(1);
    aws.control.addFault({ operation: 'DescribeImages', kind: 'hang' });
    const stop = new AbortController();
    const asked = failure(client.send(LIST, { abortSignal: stop.signal }));
    await until('the request arrived', async () => aws.control.calls().some(({ fault }) => fault === 'hang'));
    stop.abort();
    const error = await asked;
    expect(error.code).toBe('AbortError');
    expect(aws.control.calls().at(-1)).toMatchObject({ status: 0, fault: 'hang' });
  });

  test('`slow` answers late, but as usual', async () => {
    const { aws, client } = await withImages(1);
    aws.control.addFault({ operation: 'DescribeImages', kind: 'slow', delayMs: 120 });
    const started = performance.now();
    expect((await client.send(LIST)).Images).toHaveLength(1);
    expect(performance.now() - started).toBeGreaterThan(100);
  });
});

describe('throttling', () => {
  const start = Date.parse('2025-01-01T00:00:00Z');

  test('A7 a bucket of 100 that refills by 5 a second holds DeregisterImage back', async () => {
    const aws = await sandbox({ now: () => start, throttling: {} });
    const ids = aws.control.addImages(
      PLACE,
      Array.from({ length: 106 }, () => ({})),
    );
    const client = ec2Client(aws);
    const deregister = (index: number) => client.send(new DeregisterImageCommand({ ImageId: ids[index] }));
    for (let index = 0; index < 100; index += 1) await deregister(index);
    const refused = await failure(deregister(100));
    aws.control.advanceClock(1000);
    for (let index = 100; index < 105; index += 1) await deregister(index);
    const again = await failure(deregister(105));
    expect([refused.code, refused.status, again.code]).toEqual(['RequestLimitExceeded', 503, 'RequestLimitExceeded']);
  });

  test('is per account and API, and Throttling for Auto Scaling', async () => {
    const aws = await sandbox({ now: () => start, throttling: { share: 0.01 } });
    const list = (account: string) =>
      autoScalingClient(aws, { account }).send(new DescribeAutoScalingGroupsCommand({}));
    await list(HOME);
    const error = await failure(list(HOME));
    await list(OTHER);
    await ec2Client(aws).send(LIST);
    aws.control.setThrottling();
    await list(HOME);
    expect(error).toMatchObject({ code: 'Throttling', status: 400 });
  });

  test('ends with the SDK’s own retries', async () => {
    const { aws } = await withImages(1);
    aws.control.addFault({ operation: 'DescribeImages', kind: 'throttle', times: 2 });
    const { Images } = await ec2Client(aws, { attempts: 6 }).send(LIST);
    expect(Images).toHaveLength(1);
    expect(aws.control.calls().map((call) => call.status)).toEqual([503, 503, 200]);
  });
});

describe('eventual consistency', () => {
  test('a deregistered image lingers for so many reads', async () => {
    const { aws, ids, client } = await withImages(2);
    aws.control.setConsistency({ reads: 2 });
    await client.send(new DeregisterImageCommand({ ImageId: ids[0] }));
    const sizes: (number | undefined)[] = [];
    for (let read = 0; read < 3; read += 1) sizes.push((await client.send(LIST)).Images?.length);
    expect(sizes).toEqual([2, 2, 1]);
  });

  test('or for so long, while the second deregistration already fails', async () => {
    const { aws, ids, client } = await withImages(1);
    aws.control.setConsistency({ delayMs: 60_000 });
    const command = new DeregisterImageCommand({ ImageId: ids[0] });
    await client.send(command);
    const before = (await client.send(new DescribeImagesCommand({ ImageIds: [ids[0] ?? ''] }))).Images;
    const again = await failure(client.send(command));
    aws.control.advanceClock(60_000);
    const after = (await client.send(LIST)).Images;
    expect([before?.length, again.code, after?.length]).toEqual([1, 'InvalidAMIID.Unavailable', 0]);
  });
});

describe('the call log', () => {
  test('has caller, call, place and answer, in order', async () => {
    const { aws, ids, client } = await withImages(1);
    const input = { ImageId: ids[0] ?? '' };
    const done = await client.send(new DeregisterImageCommand(input));
    await failure(client.send(new DeregisterImageCommand(input)));
    const [first, second] = aws.control.calls();
    expect(first).toEqual({
      seq: 1,
      api: 'EC2',
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      account: HOME,
      region: 'us-east-1',
      service: 'ec2',
      operation: 'DeregisterImage',
      principal: `arn:aws:iam::${HOME}:user/sandbox`,
      input,
      requestId: done.$metadata.requestId,
      status: 200,
      dryRun: false,
    });
    expect(second).toMatchObject({ seq: 2, status: 400, error: 'InvalidAMIID.Unavailable' });
    expect(aws.control.calls({ after: 1 })).toEqual([second]);
  });

  test('has an operation that is not played, which is refused so that nobody tries again', async () => {
    const { aws } = await withImages(0);
    const error = await failure(
      ec2Client(aws, { attempts: 3 }).send(new CreateVpcCommand({ CidrBlock: '10.0.0.0/16' })),
    );
    expect(error).toMatchObject({ code: 'InvalidAction', status: 400 });
    expect(aws.control.calls().map((call) => call.operation)).toEqual(['CreateVpc']);
  });
});

describe('the controls over HTTP', () => {
  test('seed, break and read the log like those in the process', async () => {
    const aws = await sandbox();
    const remote = connectSandbox(aws.url);
    const [id = ''] = await remote.addImages(PLACE, [{ Name: 'far' }]);
    await remote.addAutoScalingGroups(PLACE, [
      { AutoScalingGroupName: 'web', CreatedTime: '2024-01-02T03:04:05.000Z' },
    ]);
    await remote.addFault({ operation: 'DescribeImages', kind: 'throttle', times: 1 });
    await failure(ec2Client(aws).send(LIST));
    await remote.update(PLACE, 'image', id, { Name: 'farther' });
    const { images, autoScalingGroups } = await remote.state(PLACE);
    const log = await (await fetch(`${aws.url}/_sandbox/calls?after=0&operation=DescribeImages`)).json();
    expect(images.map((image) => image.Name)).toEqual(['farther']);
    expect(autoScalingGroups[0]?.CreatedTime).toBe('2024-01-02T03:04:05.000Z');
    expect(log).toMatchObject([{ seq: 1, error: 'RequestLimitExceeded' }]);
  });

  test('name the fault', async () => {
    const aws = await sandbox();
    const remote = connectSandbox(aws.url);
    await expect(remote.addImages({ account: '999999999999', region: 'us-east-1' }, [{}])).rejects.toThrow(
      'sandbox control addImages: the sandbox has no account 999999999999',
    );
    expect((await fetch(`${aws.url}/_sandbox/constructor`, { method: 'POST', body: '[]' })).status).toBe(404);
  });
});

describe('the size of pages', () => {
  test('can be made smaller than the request asks for, and as AWS has it again', async () => {
    const { aws, ids, client } = await withImages(7);
    const sizes = async () => {
      const pages = [];
      for await (const { Images = [] } of paginateDescribeImages({ client }, { Owners: ['self'], MaxResults: 1000 })) {
        pages.push(Images.map(({ ImageId }) => ImageId));
      }
      expect(pages.flat()).toEqual(ids);
      return pages.map(({ length }) => length);
    };
    aws.control.setPageLimit(3);
    expect(await sizes()).toEqual([3, 3, 1]);
    aws.control.setPageLimit();
    expect(await sizes()).toEqual([7]);
  });
});

test('an emptied place has no resources, and the others keep theirs', async () => {
  const { aws, client } = await withImages(3);
  aws.control.addImages({ ...PLACE, region: 'eu-west-1' }, [{}]);
  aws.control.empty(PLACE);
  expect((await client.send(LIST)).Images).toEqual([]);
  expect(aws.control.state({ ...PLACE, region: 'eu-west-1' }).images).toHaveLength(1);
});
