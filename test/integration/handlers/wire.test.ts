import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { PermitGate } from '../../../src/core/ports/permitGate.ts';
import { ec2 } from '../../../src/handlers/aws/calls/ec2.ts';
import { image } from '../../../src/handlers/aws/types/image/handler.ts';
import { send } from '../../../src/handlers/aws/wire/client.ts';
import type { CallScope, Identity } from '../../../src/handlers/aws/wire/target.ts';
import { checkAgain } from '../../../src/handlers/aws/wire/wire.ts';
import type { Io } from '../../../src/handlers/contract/handler.ts';
import { call } from '../../support/rawRequest.ts';
import { account, awsForEach, collect, failureOf, HERE, openGate, REGION, scopeOf } from './fixture.ts';

const IMAGE = { ImageId: 'ami-00000000000000001' };
const INSTANCE = { InstanceIds: ['i-00000000000000001'] };
const aws = awsForEach({ attempts: 3 });

beforeEach(async () => {
  aws.control.addImages(HERE, [IMAGE]);
});

const target = (identity: Identity, io?: Partial<Io>): CallScope => ({
  account,
  accounts: [account],
  region: REGION,
  identity,
  io: aws.io(io),
});
const deregister = (from: CallScope) => send(from, ec2.deregisterImage, IMAGE);
const describeImages = (from: CallScope) => send(from, ec2.describeImages, {});
const images = () => image.open(scopeOf(image.parameters.parse({})), aws.io());

describe('a request that deletes', () => {
  test('a delete request without a permit never leaves', async () => {
    expect(await failureOf(deregister(target('deleter')))).toMatchObject({ name: 'PermitError' });
    expect(aws.operations()).not.toContain('DeregisterImage');
  });

  test('a delete request whose permit denies it never leaves, and its error says why', async () => {
    const permit: PermitGate = { denies: () => 'the lock was lost' };
    const error = await failureOf(deregister(target('deleter', { permit })));
    expect(error).toMatchObject({ name: 'PermitError', message: expect.stringContaining('the lock was lost') });
    expect(aws.operations()).not.toContain('DeregisterImage');
  });

  test('the reading identity sends no delete request, permit or not', async () => {
    const error = await failureOf(deregister(target('reader', { permit: openGate() })));
    expect(error).toMatchObject({ name: 'PermitError', message: expect.stringContaining('may only read') });
    expect(aws.operations()).not.toContain('DeregisterImage');
  });

  test('the reading identity sends Describe, Get and List only', async () => {
    const sent = call(target('reader'), 'ec2:TerminateInstances', INSTANCE, async ({ ec2 }, input, options) =>
      (await ec2).terminateInstances(input, options),
    );
    expect(await failureOf(sent)).toMatchObject({ name: 'PermitError' });
    expect(aws.operations()).not.toContain('TerminateInstances');
  });

  test('an operation in no table of calls never leaves, by any identity, permit or not', async () => {
    const permit = openGate();
    for (const identity of ['reader', 'deleter', 'restorer'] as const) {
      const from = target(identity, { permit, mayRestore: true });
      const changes = call(from, 'ec2:RebootInstances', INSTANCE, async ({ ec2 }, input, options) =>
        (await ec2).rebootInstances(input, options),
      );
      const reads = call(from, 'ec2:DescribeVpcs', {}, async ({ ec2 }, input, options) =>
        (await ec2).describeVpcs(input, options),
      );
      const borrows = call(from, 'ec2:DescribeImages', {}, async ({ ec2 }, input, options) =>
        (await ec2).describeVpcs(input, options),
      );
      for (const sent of [changes, reads, borrows]) {
        expect(await failureOf(sent)).toMatchObject({ name: 'PermitError' });
      }
    }
    expect(aws.operations().filter((operation) => operation !== 'AssumeRole')).toEqual([]);
    expect(permit.asked).toBe(0);
  });

  test('a request in the name of another operation never leaves', async () => {
    const sent = call(
      target('deleter', { permit: openGate() }),
      'ec2:DescribeImages',
      IMAGE,
      async ({ ec2 }, input, options) => (await ec2).deregisterImage(input, options),
    );
    expect(await failureOf(sent)).toMatchObject({ name: 'PermitError' });
    expect(aws.operations()).not.toContain('DeregisterImage');
  });

  test('a second request of a call that may be sent never leaves, though its operation and its input are the same', async () => {
    const permit = openGate();
    const failures = await call(
      target('deleter', { permit }),
      'ec2:DeregisterImage',
      IMAGE,
      async ({ ec2 }, input, options) => {
        const client = await ec2;
        await client.deregisterImage(input, options);
        return [
          await failureOf(client.deregisterImage(input, options)),
          await failureOf(client.deregisterImage({ ...input }, options)),
        ];
      },
    );
    const why = {
      name: 'PermitError',
      message: 'DeregisterImage was stopped before it was sent: it belongs to no pass',
    };
    expect(failures).toMatchObject([why, why]);
    expect(aws.control.calls({ operation: 'DeregisterImage' })).toHaveLength(1);
  });

  test('A8 a delete request without a permit leaves only as a dry run of EC2, which looks at the flag, and with the flag', async () => {
    const permit = openGate();
    const plain = call(
      target('deleter', { permit }),
      'ec2:DeregisterImage',
      IMAGE,
      async ({ ec2 }, input, options) => (await ec2).deregisterImage(input, options),
      'dryRun',
    );
    expect(await failureOf(plain)).toMatchObject({ name: 'PermitError' });
    // Its value, taken for a form, has the flag.
    const elsewhere = call(
      target('deleter', { permit }),
      'ssm:PutParameter',
      { Name: '/golden', Type: 'String', Value: 'a&DryRun=true&b' } as const,
      async ({ ssm }, input, options) => (await ssm).putParameter(input, options),
      'dryRun',
    );
    expect(await failureOf(elsewhere)).toMatchObject({ name: 'PermitError' });
    expect(aws.operations()).toEqual(['AssumeRole']);
  });

  test('a delete request on a client that was carried out of its pass never leaves', async () => {
    const permit = openGate();
    const client = await call(target('deleter', { permit }), 'ec2:DescribeImages', {}, async ({ ec2 }) => ec2);
    expect(await failureOf(client.deregisterImage(IMAGE))).toMatchObject({ name: 'PermitError' });
    expect([permit.asked, aws.operations().includes('DeregisterImage')]).toEqual([0, false]);
  });

  test.each(['throttle', 'drop', 'error'] as const)('the SDK never repeats a delete request (%s)', async (kind) => {
    const permit = openGate();
    aws.control.addFault({ kind, operation: 'DeregisterImage' });
    await failureOf(deregister(target('deleter', { permit })));
    // Before the connection is opened, and when it is open.
    expect([permit.asked, aws.control.calls({ operation: 'DeregisterImage' }).length]).toEqual([2, 1]);
  });

  test('a delete request uses the permit of its own pass, though passes share a client', async () => {
    const [first, second] = [openGate(), openGate()];
    const denied: PermitGate = { denies: () => 'no' };
    const sends = [first, denied, second].map((permit) => deregister(target('deleter', { permit })));
    const ends = await Promise.allSettled(sends);
    expect([first.asked > 0, second.asked > 0, ends[1]?.status]).toEqual([true, true, 'rejected']);
    expect(aws.control.calls({ operation: 'DeregisterImage' })).toHaveLength(2);
  });

  test('a command of one identity never leaves by the client of another', async () => {
    const permit = openGate();
    const reading = await call(target('reader'), 'ec2:DescribeImages', {}, async ({ ec2 }) => ec2);
    const sent = call(target('deleter', { permit }), 'ec2:DeregisterImage', IMAGE, async (_, input, options) =>
      reading.deregisterImage(input, options),
    );
    expect((await failureOf(sent)).message).toBe('DeregisterImage was sent by the wrong identity');
    expect(aws.operations()).not.toContain('DeregisterImage');
  });

  test.each([{}, undefined])('a request that the guard has not seen (headers %j) gets no connection', (headers) => {
    expect(() => checkAgain(headers)).toThrow('it has not passed the guard');
  });

  test('a delete request without a role leaves with the credentials of a profile that assumes one', async () => {
    const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = process.env;
    const profiles = join(process.env.TMPDIR ?? tmpdir(), 'profiles');
    writeFileSync(
      profiles,
      `[profile janitor]\nrole_arn = arn:aws:iam::${HERE.account}:role/deleter\nsource_profile = keys\n` +
        `[profile keys]\naws_access_key_id = ${AWS_ACCESS_KEY_ID}\naws_secret_access_key = ${AWS_SECRET_ACCESS_KEY}\n`,
    );
    delete process.env.AWS_ACCESS_KEY_ID;
    Object.assign(process.env, { AWS_CONFIG_FILE: profiles, AWS_PROFILE: 'janitor' });
    try {
      const withoutRole = { ...account, settings: { alias: 'acme-test' } };
      await deregister({ ...target('deleter', { permit: openGate() }), account: withoutRole });
    } finally {
      rmSync(profiles);
      delete process.env.AWS_CONFIG_FILE;
      delete process.env.AWS_PROFILE;
    }
    expect(aws.control.calls().map(({ operation, role }) => [operation, role])).toEqual([
      ['AssumeRole', undefined],
      ['DeregisterImage', 'deleter'],
    ]);
  });

  test('a delete request that was aborted before never leaves', async () => {
    const signal = AbortSignal.abort(new Error('the pass ends'));
    await expect(deregister(target('deleter', { permit: openGate(), signal }))).rejects.toThrow('the pass ends');
    expect(aws.operations()).not.toContain('DeregisterImage');
  });
});

describe('a request that reads', () => {
  test('A7 AWS throttles a read and then answers → the client retries without loss, and reports it to the pacer each time', async () => {
    aws.control.addFault({ kind: 'throttle', operation: 'DescribeImages', times: 2 });
    const listed = await collect(images().list());
    expect(listed.map(({ id }) => id)).toEqual([IMAGE.ImageId]);
    expect(aws.pacer.throttles.map(({ api }) => api)).toEqual(['ec2:DescribeImages', 'ec2:DescribeImages']);
  });

  test('A7 AWS throttles every attempt → the read ends with an error, not with an answer', async () => {
    aws.control.addFault({ kind: 'throttle', operation: 'DescribeImages' });
    expect(await failureOf(collect(images().list()))).toMatchObject({ name: 'ReadError', problem: 'throttled' });
  });

  test('the pacer paces each attempt, in the bucket that AWS publishes for the API', async () => {
    aws.control.addFault({ kind: 'throttle', operation: 'DescribeImages', times: 1 });
    await describeImages(target('reader'));
    const bucket = {
      account: HERE.account,
      location: REGION,
      api: 'ec2:DescribeImages',
      capacity: 100,
      refillPerSecond: 20,
    };
    expect(aws.pacer.taken).toEqual([bucket, bucket]);
  });

  test('a read that is aborted while AWS does not answer ends at once, as aborted', async () => {
    aws.control.addFault({ kind: 'hang', operation: 'DescribeImages' });
    const stop = new AbortController();
    const listing = collect(image.open(scopeOf(image.parameters.parse({})), aws.io({ signal: stop.signal })).list());
    const failure = failureOf(listing);
    stop.abort(new Error('the pass ends'));
    expect((await failure).message).toBe('the pass ends');
  });
});
